import { Button, CloseButton } from '@mantine/core'
import { LOGS_LIMIT_MAX } from '@vehicle-control/protocol/limits'
import type { ReactNode } from 'react'
import type { ExportProgress } from '../../../export/count-rows.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import type { Figures } from '../figures/use-figures.ts'
import type { Filters } from '../filters/filters.ts'
import { useExports } from './use-exports.ts'
import classes from './export-bar.module.css'

const LABELS = DASHBOARD_TEXTS.exports
const MENU_ID = 'exportar'
const KINDS = ['excel', 'xlsx', 'pdf', 'png'] as const

interface ExportBarProps {
  filters: Filters
  site: SiteClock
  figures: Figures
  /** Shown among the messages too. */
  children: ReactNode
}

/**
 * The buttons of the four exports, which a narrow screen puts behind one button, and in a place of
 * its own the progress and outcome of the last. The toolbar's styles place both.
 */
export function ExportBar(props: ExportBarProps) {
  const { running, notice, cancel, dismiss, ...start } = useExports(props)
  const isBusy = (kind: (typeof KINDS)[number]) =>
    running !== null && (kind === 'excel' || kind === 'xlsx')
  return (
    <>
      <div className={classes.exports}>
        <Button className={classes.opener} variant="default" popoverTarget={MENU_ID}>
          {LABELS.label}
        </Button>
        <fieldset id={MENU_ID} popover="auto" aria-label={LABELS.label} className={classes.menu}>
          {KINDS.map((kind) => (
            <Button
              key={kind}
              variant="default"
              size="xs"
              popoverTarget={MENU_ID}
              popoverTargetAction="hide"
              aria-disabled={isBusy(kind)}
              data-disabled={isBusy(kind) || undefined}
              title={LABELS.hints[kind]}
              rightSection={<span aria-hidden>{LABELS.hints[kind]}</span>}
              onClick={start[kind]}
            >
              {LABELS[kind]}
            </Button>
          ))}
        </fieldset>
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
