import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import classes from './agents.module.css'

interface DisclosureProps {
  title: string
  isOpenAtFirst: boolean
  /** The page was opened for it: it takes the focus. */
  isWanted?: boolean
  children: ReactNode
}

/** A part of the tab that opens and closes; what was typed in it stays. */
export function Disclosure({ title, isOpenAtFirst, isWanted = false, children }: DisclosureProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const head = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isWanted) head.current?.focus()
  }, [isWanted])
  return (
    <section className={classes.part} aria-label={title}>
      <h2>
        <UnstyledButton
          ref={head}
          className={classes.partHead}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={18} aria-hidden />
          {title}
        </UnstyledButton>
      </h2>
      <div id={id} hidden={!isOpen} className={classes.partBody}>
        {children}
      </div>
    </section>
  )
}
