import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import classes from './list-bar.module.css'

/** Buttons of the bar that a phone has behind «⋯», over its lower edge; choosing one closes it. */
export function BarMenu({ children }: { children: ReactNode }) {
  const id = useId()
  return (
    <>
      <Button
        className={classes.opener}
        variant="default"
        popoverTarget={id}
        aria-label={ADMIN_TEXTS.list.actions}
      >
        ⋯
      </Button>
      {/* The buttons in it are what is pressed, by key as well. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        id={id}
        popover="auto"
        className={classes.menu}
        onClick={({ target, currentTarget }) =>
          target !== currentTarget && currentTarget.hidePopover()
        }
      >
        {children}
      </div>
    </>
  )
}
