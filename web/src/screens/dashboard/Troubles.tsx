import { Button } from '@mantine/core'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'
import { problemText } from './figures/problem-text.ts'
import type { Figures } from './figures/use-figures.ts'
import classes from './dashboard.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard
/** Calls whose failure is shown here; the cards of the others show no figure instead. */
const FIGURE_NAMES = {
  reads: LABELS.reads,
  trend: LABELS.trend,
  hourly: LABELS.hourly,
  top: LABELS.top,
  heatmap: LABELS.heatmap,
} as const

const NAMES = ['reads', 'trend', 'hourly', 'top', 'heatmap'] as const

/** Names the failed calls, unless all did, in one place of the page, and retries them. */
export function Troubles({ figures }: { figures: Figures }) {
  const failed = NAMES.filter((name) => figures[name].isError)
  const [first] = failed
  if (!first) return null
  const retry = () => {
    for (const name of failed) void figures[name].refetch()
  }
  return (
    <div role="alert" className={classes.trouble}>
      <b>{problemText(figures[first].error)}</b>
      {failed.length < NAMES.length && (
        <span>{LABELS.notLoaded(failed.map((name) => FIGURE_NAMES[name]).join(', '))}</span>
      )}
      <Button size="compact-sm" variant="default" onClick={retry}>
        {LABELS.retry}
      </Button>
    </div>
  )
}
