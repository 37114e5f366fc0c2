import 'uplot/dist/uPlot.min.css'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { type ColorScheme, PALETTES } from './palette.ts'
import {
  chartData,
  type ChartKind,
  type ChartLook,
  type ChartPoint,
  type ChartSpot,
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
  /** The size of the axes' text: a wall is read from afar. */
  textPx?: number | undefined
  /** The text of a point; it is shown at the point under the pointer, or that the arrows reach. */
  tipOf?: ((point: ChartPoint) => string) | undefined
  /** Called when a point was pressed. */
  onPick?: ((point: ChartPoint) => void) | undefined
}

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
}

/**
 * Draws a uPlot chart as wide as its place, and anew when its look changes; other points only
 * update it.
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
  tipOf,
  onPick,
}: TimeChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ chart: ReturnType<typeof drawTimeChart>; points: unknown } | null>(null)
  const latest = useRef(points)
  const [spot, setSpot] = useState<ChartSpot | null>(null)
  const hasTip = tipOf !== undefined
  useLayoutEffect(() => {
    latest.current = points
  }, [points])
  useLayoutEffect(() => {
    const box = place.current
    if (!box) return
    const size = () => ({ width: Math.max(box.clientWidth, 1), height })
    const palette = PALETTES[scheme]
    const isOpen = () => latest.current.at(-1)?.isOpen === true
    const options = {
      kind,
      look,
      points: latest.current,
      timeZone,
      palette,
      textPx,
      isOpen,
      ...size(),
    }
    const chart = drawTimeChart(hasTip ? { ...options, onPoint: setSpot } : options, box)
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
  }, [kind, look, timeZone, scheme, height, textPx, hasTip])
  useLayoutEffect(() => {
    if (!drawn.current || drawn.current.points === points) return
    drawn.current.points = points
    drawn.current.chart.setData(chartData(points))
  }, [points])

  const moveTo = (to: number | null) => {
    const at = to === null ? undefined : points[to]?.at
    const left = at === undefined ? -10 : (drawn.current?.chart.valToPos(at / 1000, 'x') ?? -10)
    drawn.current?.chart.setCursor({ left, top: 0 })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const index = spot?.index
    const point = points[index ?? -1]
    if (step !== undefined) {
      const from = index ?? (step > 0 ? -1 : points.length)
      moveTo(Math.min(Math.max(from + step, 0), points.length - 1))
    } else if (event.key === 'Enter' && point) onPick?.(point)
    else return
    event.preventDefault()
  }
  // On touch the first tap shows the point's text, and a second one follows its link.
  const seen = useRef({ isTouch: false, index: null as number | null })
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    seen.current.isTouch = pointerType === 'touch'
  }
  const onClick = () => {
    const pressed = drawn.current?.chart.cursor.idx ?? null
    const isSeen = !seen.current.isTouch || seen.current.index === pressed
    seen.current.index = pressed
    const point = points[pressed ?? -1]
    if (isSeen && point) onPick?.(point)
  }
  const onBlur = () => moveTo(null)
  const handlers = tipOf && { tabIndex: 0, onKeyDown, onPointerDown, onClick, onBlur }
  const point = points[spot?.index ?? -1]
  return (
    <div className={classes.frame} data-pick={onPick !== undefined || undefined}>
      <div
        ref={place}
        // uPlot fills an element of its own with canvases: no img can hold them.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={label}
        className={classes.place}
        style={{ height }}
        {...handlers}
      />
      {tipOf && spot && point && (
        <span className={`${classes.tip} no-print`} style={tipPlace(spot)} aria-hidden>
          {tipOf(point)}
        </span>
      )}
    </div>
  )
}

/** Above its point and within the chart. */
function tipPlace({ left, top }: ChartSpot) {
  return {
    left: `clamp(5.5rem, ${left}px, 100% - 5.5rem)`,
    top: `max(${top - 8}px, 2.75rem)`,
  }
}
