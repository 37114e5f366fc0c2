import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import classes from './agents.module.css'

interface DisclosureProps {
  title: string
  isOpenAtFirst: boolean
  children: ReactNode
}

/** A part of the tab that opens and closes; what was typed in it stays. */
export function Disclosure({ title, isOpenAtFirst, children }: DisclosureProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <section className={classes.part} aria-label={title}>
      <h2>
        <UnstyledButton
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
