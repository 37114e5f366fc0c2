import 'uplot/dist/uPlot.min.css'
import { useLayoutEffect, useRef } from 'react'
import { type ColorScheme, PALETTES } from './palette.ts'
import {
  chartData,
  type ChartKind,
  type ChartLook,
  type ChartPoint,
  drawTimeChart,
} from './time-chart.ts'
import classes from './time-chart.module.css'

export interface TimeChartProps {
  /** The chart in words, for those who do not see it. */
  label: string
  kind: ChartKind
  look?: ChartLook | undefined
  points: readonly ChartPoint[]
  timeZone: string
  scheme: ColorScheme
  height: number
  /** Of the axes' text: a wall is read from afar. */
  textPx?: number | undefined
  onPoint?: ((index: number | null) => void) | undefined
}

/**
 * The owner of a uPlot chart: as wide as its place, drawn anew when its look changes. Other points
 * go into the chart that is there.
 */
export function TimeChart({
  label,
  kind,
  look,
  points,
  timeZone,
  scheme,
  height,
  textPx,
  onPoint,
}: TimeChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ chart: ReturnType<typeof drawTimeChart>; points: unknown } | null>(null)
  const latest = useRef(points)
  useLayoutEffect(() => {
    latest.current = points
  }, [points])
  useLayoutEffect(() => {
    const box = place.current
    if (!box) return
    const size = () => ({ width: Math.max(box.clientWidth, 1), height })
    const palette = PALETTES[scheme]
    const options = { kind, look, points: latest.current, timeZone, palette, textPx, ...size() }
    const chart = drawTimeChart(onPoint ? { ...options, onPoint } : options, box)
    drawn.current = { chart, points: latest.current }
    const observer = new ResizeObserver(() => {
      if (box.clientWidth !== chart.width) chart.setSize(size())
    })
    observer.observe(box)
    return () => {
      observer.disconnect()
      drawn.current = null
      chart.destroy()
    }
  }, [kind, look, timeZone, scheme, height, textPx, onPoint])
  useLayoutEffect(() => {
    if (!drawn.current || drawn.current.points === points) return
    drawn.current.points = points
    drawn.current.chart.setData(chartData(points))
  }, [points])
  return (
    // uPlot fills an element of its own with canvases: no img can hold them.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={place} role="img" aria-label={label} className={classes.place} style={{ height }} />
  )
}
