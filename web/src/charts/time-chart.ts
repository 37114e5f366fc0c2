import uPlot from 'uplot'
import { FONT_FAMILY } from '../components/font.ts'
import { formatCount } from '../site-time/site-time.ts'
import { type ChartPalette } from './palette.ts'

/** CSS pixels from one stroke to the next. */
const STEP = 6

/** A bar a day, an area by the hour, or a line without axes. */
export type ChartKind = 'days' | 'hours' | 'spark'

/** How a line by the hour shows other values than counts, which begin at zero. */
export interface ChartLook {
  readonly times: uPlot.Range.Function
  readonly range: uPlot.Range.Function
  /** Between the ticks of the value's axis. */
  readonly steps: number[]
  readonly format: (value: number) => string
  readonly gaps: uPlot.Series.GapsRefiner
}

/** One value of a series; `at` is in epoch milliseconds. */
export interface ChartPoint {
  readonly at: number
  readonly total: number
  /** Its day or hour is not over. */
  readonly isOpen?: boolean
}

export interface TimeChartOptions {
  kind: ChartKind
  look?: ChartLook | undefined
  points: readonly ChartPoint[]
  timeZone: string
  palette: ChartPalette
  width: number
  height: number
  /** The size of the axes' text; 12 by default. */
  textPx?: number | undefined
  /** Whether the day or hour of the last point is not over; by default as `points` says. */
  isOpen?: () => boolean
  /** Called with the point under the pointer; with null when it leaves. */
  onPoint?: (spot: ChartSpot | null) => void
}

/** A point by its place in the series and, in CSS pixels, in the chart. */
export interface ChartSpot {
  readonly index: number
  readonly left: number
  readonly top: number
}

const SPANISH: uPlot.DateNames = {
  MMMM: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  ),
  MMM: 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' '),
  WWWW: 'domingo lunes martes miércoles jueves viernes sábado'.split(' '),
  WWW: 'dom lun mar mié jue vie sáb'.split(' '),
}
const HOUR = 3600
const DAY = 24 * HOUR
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6]
const TEXT_PX = 12

/** Draws a series into `place`. The caller destroys the result. */
export function drawTimeChart(options: TimeChartOptions, place: HTMLElement): uPlot {
  const { kind, look, width, height, timeZone, textPx = TEXT_PX, onPoint } = options
  const isSpark = kind === 'spark'
  const settings: uPlot.Options = {
    width,
    height,
    // Days are dates of the calendar, kept as midnights of UTC.
    tzDate: (second) =>
      uPlot.tzDate(new Date(second * 1000), kind === 'days' ? 'Etc/UTC' : timeZone),
    fmtDate: (template) => uPlot.fmtDate(template, SPANISH),
    // Room for the half of the last hour's label that is right of its tick.
    padding: isSpark ? [4, 2, 4, 2] : [8, (20 * textPx) / TEXT_PX, 0, 0],
    legend: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    cursor: {
      show: !isSpark,
      y: false,
      drag: { x: false, y: false },
      points: { show: kind === 'hours' },
    },
    scales: {
      x: { range: look?.times ?? xRange(kind) },
      y: { range: look?.range ?? ((_, __, max) => [0, Math.max(1, max * 1.08)]) },
    },
    series: [{}, seriesOf(options)],
    axes: isSpark ? [{ show: false }, { show: false }] : axesOf(options),
    hooks: {
      ...(onPoint && { setCursor: [(chart) => onPoint(spotOf(chart))] }),
      ...(!isSpark && { drawSeries: [(chart) => hatchLast(chart, options)] }),
    },
  }
  return new uPlot(settings, chartData(options.points), place)
}

function spotOf(chart: uPlot): ChartSpot | null {
  const {
    cursor: { idx: index, left = -1 },
    data: [times, totals],
    over,
  } = chart
  if (index === null || index === undefined || left < 0) return null
  return {
    index,
    left: over.offsetLeft + chart.valToPos(times[index] ?? 0, 'x'),
    top: over.offsetTop + chart.valToPos(totals?.[index] ?? 0, 'y'),
  }
}

/** Hatches the last point, which is not over: its bar, or the area that leads to it. */
function hatchLast(chart: uPlot, { kind, points, isOpen, palette }: TimeChartOptions): void {
  const [times] = chart.data
  const [last = 0, before = last] = [times.at(-1), times.at(-2)]
  if (!(isOpen?.() ?? points.at(-1)?.isOpen === true)) return
  const open = before === last ? [last, last + HOUR] : [before, last]
  const [from = last, to = last] = kind === 'days' ? [last - DAY / 2, last + DAY / 2] : open
  const left = chart.valToPos(from, 'x', true)
  hatch(chart, { left, width: chart.valToPos(to, 'x', true) - left, palette })
}

/** Points as uPlot takes them. */
export function chartData(points: readonly ChartPoint[]): uPlot.AlignedData {
  return [points.map(({ at }) => at / 1000), points.map(({ total }) => total)]
}

/**
 * The range of the axis of time, in seconds, by the points themselves: for a single one uPlot would
 * choose an end years away. Bars are centred on their instant, so the first and the last need room
 * for half a bar.
 */
export function xRange(kind: ChartKind): uPlot.Range.Function {
  return ({ data: [times] }, min, max) => {
    const [first = min, last = max] = [times[0], times.at(-1)]
    return kind === 'days'
      ? [first - DAY / 2, last + DAY / 2]
      : [first, Math.max(last, first + HOUR)]
  }
}

function seriesOf({ kind, look, palette }: TimeChartOptions): uPlot.Series {
  const { bars } = uPlot.paths
  if (kind === 'days' && bars) {
    return {
      fill: palette.line,
      width: 0,
      paths: bars({ size: [0.7, 48], radius: 0.12 }),
      points: { show: false },
    }
  }
  const line = { stroke: palette.line, width: 2, points: { show: false } }
  return look ? { ...line, gaps: look.gaps } : { ...line, fill: palette.fill, paths: areaOrBar }
}

/** A bar for a single point, of which a line would show nothing: the first hour of a day. */
const areaOrBar: uPlot.Series.PathBuilder = (chart, ...series) => {
  const { bars, linear } = uPlot.paths
  const paths = chart.data[0].length === 1 ? bars?.({ size: [1, 48], align: 1 }) : linear?.()
  return paths?.(chart, ...series) ?? null
}

function axesOf(options: TimeChartOptions): uPlot.Axis[] {
  const { kind, look: measured, palette, textPx = TEXT_PX } = options
  const lines = { stroke: palette.grid, width: 1 }
  // Larger text needs proportionally more room.
  const room = (px: number) => Math.round((px * textPx) / TEXT_PX)
  const font = `${textPx}px ${FONT_FAMILY}`
  const look = { stroke: palette.muted, font, ticks: { show: false } }
  const day = '{DD}/{MM}'
  // [least step, its text, and below it the day where it changes]
  const times: uPlot.Axis.DynamicValues | (string | number | null)[][] =
    kind === 'days'
      ? [[1, day, null, null, null, null, null, null, 1]]
      : [
          [28 * DAY, '{MM}/{YYYY}', null, null, null, null, null, null, 1],
          [DAY, day, null, null, null, null, null, null, 1],
          [1, '{HH}:{mm}', `\n${day}`, null, `\n${day}`, null, null, null, 1],
        ]
  return [
    {
      ...look,
      grid: { show: false },
      size: room(kind === 'days' ? 30 : 46),
      // The first time stands below the 0 of the other axis, which is half a line high.
      gap: room(9),
      space: room(56),
      values: times as uPlot.Axis.Values,
    },
    {
      ...look,
      grid: lines,
      size: room(56),
      space: room(30),
      incrs: measured?.steps ?? STEPS,
      values: (_, ticks) => ticks.map(measured?.format ?? formatCount),
    },
  ]
}

interface HatchOptions {
  /** In the pixels of the canvas. */
  left: number
  width: number
  palette: ChartPalette
}

/** Draws the part of a chart between two places again, as strokes on a paler ground. */
function hatch(chart: uPlot, { left, width, palette }: HatchOptions): void {
  const { ctx, bbox, series } = chart
  // The path that uPlot filled last, which its types do not have.
  const path: unknown = Reflect.get(Reflect.get(series[1] ?? {}, '_paths') ?? {}, 'fill')
  if (!(path instanceof Path2D)) return
  const step = STEP * devicePixelRatio
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, bbox.top, width, bbox.height)
  ctx.clip()
  ctx.clip(path)
  ctx.fillStyle = palette.surface
  ctx.fillRect(left, bbox.top, width, bbox.height)
  ctx.fillStyle = palette.fill
  ctx.fillRect(left, bbox.top, width, bbox.height)
  ctx.strokeStyle = palette.line
  ctx.lineWidth = step / 4
  ctx.beginPath()
  for (let x = left - bbox.height; x < left + width; x += step) {
    ctx.moveTo(x, bbox.top + bbox.height)
    ctx.lineTo(x + bbox.height, bbox.top)
  }
  ctx.stroke()
  ctx.restore()
}
