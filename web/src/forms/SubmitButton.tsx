import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form.module.css'

/** Sends a form; while that is busy it keeps the focus, and says by its look that it waits. */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <Button type="submit" size="md" fullWidth aria-disabled={isBusy} className={classes.submit}>
      {children}
    </Button>
  )
}
