import { PaperSvg } from '../../../charts/PaperSvg.tsx'
import type { PaperChartOptions } from '../../../charts/paper-chart.ts'
import type { ChartPoint } from '../../../charts/time-chart.ts'
import { seriesSummary } from '../../../charts/series-summary.ts'
import { useIsPrinting } from '../../../paper/use-is-printing.ts'
import classes from './paper-charts.module.css'

const SIZE = { width: 340, height: 150 }

/** A chart as its card on the screen has it. */
interface PaperSeries extends Pick<PaperChartOptions, 'kind' | 'nameOf'> {
  /** Undefined until they are known. */
  readonly points: readonly ChartPoint[] | undefined
  readonly title: string
  readonly openName: string
}

/**
 * The charts on paper, in vectors, in the place of the screen's; those are printed where a chart is
 * not known.
 */
export function PaperCharts({ charts }: { charts: readonly PaperSeries[] }) {
  const isPrinting = useIsPrinting()
  const known = charts.flatMap(({ points, ...chart }) => (points ? [{ ...chart, points }] : []))
  if (!isPrinting || known.length < charts.length) return null
  return (
    <div className={classes.charts}>
      {known.map(({ title, openName, kind, points, nameOf }) => {
        const summary = seriesSummary(points, nameOf, openName)
        return (
          <section key={title} className={classes.card}>
            <h2 className="heading">{title}</h2>
            <PaperSvg label={`${title}. ${summary}`} {...{ kind, points, nameOf }} {...SIZE} />
            <p className="note">{summary}</p>
          </section>
        )
      })}
    </div>
  )
}
