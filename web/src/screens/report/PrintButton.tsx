import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import classes from './report.module.css'

/** Opens the print dialog again; it is not on the paper. */
export function PrintButton() {
  return (
    <Button
      className={classes.print}
      leftSection={<IconPrinter size={18} aria-hidden />}
      onClick={() => window.print()}
    >
      {DASHBOARD_TEXTS.report.print}
    </Button>
  )
}
