import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form.module.css'

/** Stays focusable while its form is sent: a disabled button would drop the focus. */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <Button
      type="submit"
      size="md"
      fullWidth
      aria-disabled={isBusy}
      mt="0.25rem"
      className={classes.submit}
    >
      {children}
    </Button>
  )
}
