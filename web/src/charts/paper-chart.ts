import { formatCount } from '../site-time/site-time.ts'
import type { ChartPoint } from './time-chart.ts'

/** What to lay out, and how large; the result is in the same units. */
export interface PaperChartOptions {
  /** `days`: a bar for each point; `hours`: one area over all. */
  kind: 'days' | 'hours'
  points: readonly ChartPoint[]
  /** DD/MM/YYYY, and where a point is an hour HH:mm behind it. */
  nameOf: (point: ChartPoint) => string
  width: number
  height: number
}

interface Bar {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Its day or hour is not over. */
  readonly isOpen: boolean
}

interface Tick {
  /** The distance from the left for a column's text, from the top for a row's line. */
  readonly at: number
  readonly text: string
}

/** The position of each part of a static chart, in units of its width and height. */
export interface PaperChart {
  readonly left: number
  readonly bottom: number
  readonly bars: readonly Bar[]
  /** Paths as SVG and canvas take them; empty where the chart has bars. */
  readonly area: string
  /** Behind `area`, up to an hour that is not over; empty where all are. */
  readonly openArea: string
  readonly line: string
  readonly rows: readonly Tick[]
  readonly columns: readonly Tick[]
}

const LEFT = 10
/** The width of a figure in the text of an axis. */
const DIGIT = 5.8
const RIGHT = 14
const TOP = 8
const FOOT = 16
const ROWS_MAX = 5
const COLUMNS_MAX = 8
const BAR_SHARE = 0.72
const HOUR_STEPS = [1, 2, 3, 4, 6, 12]

/** Lays a chart out for paper and pictures, which are drawn as vectors at any resolution. */
export function paperChart({ kind, points, nameOf, width, height }: PaperChartOptions): PaperChart {
  const bottom = height - FOOT
  const most = points.reduce((max, { total }) => Math.max(max, total), 1)
  const step = niceStep(most / ROWS_MAX)
  const steps = Math.ceil(most / step)
  const top = step * steps
  const yOf = (total: number) => round(bottom - ((bottom - TOP) * total) / top)
  const left = LEFT + DIGIT * formatCount(top).length
  const room = width - left - RIGHT
  const slots = kind === 'days' ? points.length : Math.max(points.length - 1, 1)
  const slot = room / Math.max(slots, 1)
  const xOf = (i: number) => round(left + slot * (kind === 'days' ? i + 0.5 : i))
  const corners = points.map(({ total }, i) => `${xOf(i)} ${yOf(total)}`)
  const isArea = kind === 'hours' && points.length > 1
  const line = isArea ? `M${corners.join('L')}` : ''
  const last = points.length - 1
  const closed = points.at(-1)?.isOpen === true ? last - 1 : last
  const areaOf = (from: number, to: number) =>
    isArea && from < to
      ? `M${corners.slice(from, to + 1).join('L')}L${xOf(to)} ${bottom}L${xOf(from)} ${bottom}Z`
      : ''
  return {
    left: round(left),
    bottom,
    bars: isArea
      ? []
      : points.map(({ total, isOpen }, i) => ({
          isOpen: isOpen === true,
          x: round(xOf(i) - (kind === 'days' ? (slot * BAR_SHARE) / 2 : 0)),
          y: yOf(total),
          width: round(kind === 'days' ? slot * BAR_SHARE : Math.min(slot, 12)),
          height: round(bottom - yOf(total)),
        })),
    area: areaOf(0, closed),
    openArea: areaOf(closed, last),
    line,
    rows: Array.from({ length: steps + 1 }, (_, i) => ({
      at: yOf(i * step),
      text: formatCount(i * step),
    })),
    columns: timeTicks(points.map(nameOf)).map(({ place, text }) => ({ at: xOf(place), text })),
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** The smallest of 1, 2, 5, 10, 20 … that is at least `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)))
  return [1, 2, 5, 10].map((part) => part * power).find((step) => step >= least) ?? 10 * power
}

/**
 * The points that get a text below the chart: hours where all are of one or two days, else days.
 */
function timeTicks(names: readonly string[]): { place: number; text: string }[] {
  const days = names.map((name) => name.slice(0, 10))
  const hours = names.map((name) => name.slice(11))
  const places = [...names.keys()]
  const isHourly = hours[0] !== '' && new Set(days).size <= 2
  if (isHourly) {
    const steps = HOUR_STEPS.map((step) =>
      places.filter((i) => Number(hours[i]?.slice(0, 2)) % step === 0),
    )
    const chosen = steps.find(({ length }) => length <= COLUMNS_MAX) ?? steps.at(-1) ?? []
    return chosen.map((place) => ({ place, text: hours[place] ?? '' }))
  }
  const firsts = places.filter((i) => days[i] !== days[i - 1])
  const stride = Math.ceil(firsts.length / COLUMNS_MAX)
  return firsts
    .filter((_, i) => i % stride === 0)
    .map((place) => ({ place, text: days[place]?.slice(0, 5) ?? '' }))
}
