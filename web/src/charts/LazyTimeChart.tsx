import { lazy, Suspense } from 'react'
import type { TimeChartProps } from './TimeChart.tsx'

const TimeChart = lazy(async () => {
  const { TimeChart } = await import('./TimeChart.tsx')
  return { default: TimeChart }
})

/** A chart that is loaded after what stands around it, in whose place nothing is until then. */
export function LazyTimeChart(props: TimeChartProps) {
  return (
    <Suspense fallback={null}>
      <TimeChart {...props} />
    </Suspense>
  )
}
