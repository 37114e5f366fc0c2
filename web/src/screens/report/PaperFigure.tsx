import { Box } from '@mantine/core'
import { PaperSvg } from '../../charts/PaperSvg.tsx'
import { seriesSummary } from '../../charts/series-summary.ts'
import type { ChartPoint } from '../../charts/time-chart.ts'
import classes from './report.module.css'

const SIZE = { width: 380, height: 120 }
/** As wide as two. */
const WIDE = { width: 780, height: 120 }

interface PaperFigureProps {
  title: string
  kind: 'days' | 'hours'
  points: readonly ChartPoint[]
  nameOf: (point: ChartPoint) => string
  /** It has the whole width. */
  isWide?: boolean
}

/** A chart as vectors, for the printer's full resolution, and its summary in words. */
export function PaperFigure({ title, kind, points, nameOf, isWide = false }: PaperFigureProps) {
  const size = isWide ? WIDE : SIZE
  const summary = seriesSummary(points, nameOf)
  return (
    <section className={classes.part} data-wide={isWide || undefined}>
      <h2>{title}</h2>
      <PaperSvg label={`${title}. ${summary}`} {...{ kind, points, nameOf }} {...size} />
      <Box component="p" className="muted" mt="0.15rem" fz="var(--small)">
        {summary}
      </Box>
    </section>
  )
}
