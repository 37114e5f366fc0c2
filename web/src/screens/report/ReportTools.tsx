import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useNavigate } from 'react-router-dom'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import classes from './report.module.css'

interface ReportToolsProps {
  /** False while there is nothing to print. */
  isReady: boolean
  /** The screen that the report is of, for a window that no script may close. */
  back: string
}

/** What one can do with a report; it is not on the paper. */
export function ReportTools({ isReady, back }: ReportToolsProps) {
  const navigate = useNavigate()
  const close = () => {
    window.close()
    if (!window.closed) void navigate(back)
  }
  return (
    <div className={classes.tools}>
      {isReady && (
        <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {REPORT_TEXTS.print}
        </Button>
      )}
      <Button variant="white" onClick={close}>
        {REPORT_TEXTS.close}
      </Button>
    </div>
  )
}
