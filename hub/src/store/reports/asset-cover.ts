import { ASSET_DAY_MS, ASSET_WEEK_MS, BUCKET_MS, startOf } from './buckets.ts'
import { type Span, splitSpan } from './spans.ts'

/**
 * The counters by asset, from the finest to the coarsest; `rows` is the relative size of a unit.
 */
const LEVELS = [
  { table: 'asset_counts', time: 'bucket', unitMs: BUCKET_MS, rows: 1 },
  { table: 'asset_days', time: 'day', unitMs: ASSET_DAY_MS, rows: 24 },
  { table: 'asset_weeks', time: 'week', unitMs: ASSET_WEEK_MS, rows: 30 },
] as const

/** Whole units of one of the counters by asset, to be added or subtracted. */
export interface CoverPart extends Span {
  table: (typeof LEVELS)[number]['table']
  time: (typeof LEVELS)[number]['time']
  sign: 1 | -1
}

/**
 * The parts that add up to a span that begins and ends with a bucket, chosen so that few rows are
 * read: where the span covers most of a unit, the whole unit is added and the rest subtracted.
 * Counts time after `now` as without rows.
 */
export function coverOf(span: Span, now: number, level = LEVELS.length - 1): CoverPart[] {
  const unit = LEVELS[level]
  if (unit === undefined || span.from >= span.until) return []
  const { table, time, unitMs } = unit
  const units = ({ from, until }: Span): CoverPart[] =>
    from < until ? [{ table, time, from, until, sign: 1 }] : []
  if (level === 0) return units(span)
  const { head, whole, tail } = splitSpan(span, unitMs)
  const part = (edge: Span): CoverPart[] => {
    const finer = coverOf(edge, now, level - 1)
    if (finer.length === 0) return finer
    const from = startOf(edge.from, unitMs)
    const until = from + unitMs
    const rest = [
      ...coverOf({ from, until: edge.from }, now, level - 1),
      ...coverOf({ from: edge.until, until }, now, level - 1),
    ]
    const unitMinusRest = [
      ...units({ from, until }),
      ...rest.map((r) => ({ ...r, sign: r.sign === 1 ? (-1 as const) : (1 as const) })),
    ]
    return cost(unitMinusRest, now) < cost(finer, now) ? unitMinusRest : finer
  }
  return [...part(head), ...units(whole), ...part(tail)]
}

function cost(parts: readonly CoverPart[], now: number): number {
  let rows = 0
  for (const { table, from, until } of parts) {
    const level = LEVELS.find((l) => l.table === table) ?? LEVELS[0]
    rows += level.rows * Math.max(0, Math.ceil((Math.min(until, now) - from) / level.unitMs))
  }
  return rows
}
