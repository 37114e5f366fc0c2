import { Button } from '@mantine/core'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { problemText } from './figures/problem-text.ts'
import type { Figures } from './figures/use-figures.ts'
import classes from './dashboard.module.css'

const labels = dashboardTexts.dashboard
/** The calls whose failure is told; the daily and today's figures fall back to nothing. */
const told = {
  reads: labels.reads,
  trend: labels.trend,
  hourly: labels.hourly,
  top: labels.top,
  heatmap: labels.heatmap,
} as const

/** What could not be loaded, in one place of the page. */
export function Troubles({ figures }: { figures: Figures }) {
  const failed = (['reads', 'trend', 'hourly', 'top', 'heatmap'] as const).filter(
    (name) => figures[name].isError,
  )
  const [first] = failed
  if (!first) return null
  const retry = () => {
    for (const name of failed) void figures[name].refetch()
  }
  return (
    <div role="alert" className={classes.trouble}>
      <b>{problemText(figures[first].error)}</b>
      <span>{labels.notLoaded(failed.map((name) => told[name]).join(', '))}</span>
      <Button size="compact-sm" variant="default" onClick={retry}>
        {labels.retry}
      </Button>
    </div>
  )
}
