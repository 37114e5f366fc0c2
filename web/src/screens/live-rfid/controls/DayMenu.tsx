import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { LIVE_TEXTS } from '../../../texts/reads/live.ts'
import classes from '../live-rfid.module.css'

/** An older browser shows the menu in its place in the page. */
const HAS_POPOVERS = 'popover' in HTMLElement.prototype

/** The actions of the day, over the lower edge; it goes with the action that is chosen. */
export function DayMenu({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const opener = HAS_POPOVERS ? { popoverTarget: id } : { onClick: () => setOpen(!isOpen) }
  return (
    <>
      <Button
        variant="default"
        className={classes.more}
        aria-label={LIVE_TEXTS.day}
        aria-expanded={isOpen}
        aria-controls={id}
        {...opener}
      >
        <IconDots size={20} aria-hidden />
      </Button>
      {/* The buttons in it are what is pressed, by key as well. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        ref={menu}
        id={id}
        className={classes.menu}
        {...(HAS_POPOVERS ? { popover: 'auto' } : { hidden: !isOpen })}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onClick={() => HAS_POPOVERS && menu.current?.hidePopover()}
      >
        {isOpen && <Suspense>{children}</Suspense>}
      </div>
    </>
  )
}
