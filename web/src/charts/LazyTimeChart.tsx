import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '../components/ErrorBoundary.tsx'
import { DASHBOARD_TEXTS } from '../texts/reads/dashboard.ts'
import type { TimeChartProps } from './TimeChart.tsx'

const TimeChart = lazy(async () => {
  const { TimeChart } = await import('./TimeChart.tsx')
  return { default: TimeChart }
})

/**
 * A chart whose code is loaded after its card, which has an empty place for it until then. A text
 * says where that code could not be loaded: the figures are still in the table.
 */
export function LazyTimeChart(props: TimeChartProps) {
  return (
    <ErrorBoundary instead={<p className="note">{DASHBOARD_TEXTS.charts.failed}</p>}>
      <Suspense fallback={null}>
        <TimeChart {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
