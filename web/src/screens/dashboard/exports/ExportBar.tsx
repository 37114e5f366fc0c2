import { Button, CloseButton } from '@mantine/core'
import { IconFileSpreadsheet, IconPhoto, IconPrinter } from '@tabler/icons-react'
import { LOGS_LIMIT_MAX } from '@vehicle-control/protocol/limits'
import type { ReactNode } from 'react'
import type { ExportProgress } from '../../../export/count-rows.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/dashboard.ts'
import type { Figures } from '../figures/use-figures.ts'
import type { Filters } from '../filters/filters.ts'
import { useExports } from './use-exports.ts'
import classes from './export-bar.module.css'

const LABELS = DASHBOARD_TEXTS.exports

interface ExportBarProps {
  filters: Filters
  site: SiteClock
  figures: Figures
  /** Stands in the place of messages too. */
  children: ReactNode
}

/** The buttons of the three exports, and in a place of its own the progress and outcome of the last. */
export function ExportBar(props: ExportBarProps) {
  const { running, notice, excel, pdf, png, cancel, dismiss } = useExports(props)
  return (
    <>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          aria-disabled={running !== null}
          data-disabled={running !== null || undefined}
          onClick={excel}
        >
          {LABELS.excel}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={pdf}>
          {LABELS.pdf}
        </Button>
        <Button variant="default" leftSection={<IconPhoto size={18} aria-hidden />} onClick={png}>
          {LABELS.png}
        </Button>
      </div>
      <div className={classes.messages}>
        {props.children}
        {running && <Progress progress={running} onCancel={cancel} />}
        {notice && (
          <p className={classes.notice} role={notice.isProblem ? 'alert' : 'status'}>
            {notice.text}
            <CloseButton size="sm" aria-label={LABELS.close} onClick={dismiss} />
          </p>
        )}
      </div>
    </>
  )
}

function Progress({ progress, onCancel }: { progress: ExportProgress; onCancel: () => void }) {
  const { rows, total } = progress
  return (
    <div className={classes.progress}>
      <progress value={rows} max={total ?? LOGS_LIMIT_MAX} aria-label={LABELS.label} />
      <span>
        {total === null ? LABELS.preparing : LABELS.progress(formatCount(rows), formatCount(total))}
      </span>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {LABELS.cancel}
      </Button>
    </div>
  )
}
