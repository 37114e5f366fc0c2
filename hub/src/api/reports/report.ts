import {
  REPORTED_READS_MAX,
  REPORTED_VEHICLES_MAX,
  type ReportResponse,
} from '@vehicle-control/protocol'
import type { ReadFilters } from '../../store/reads/read-filters.ts'
import { namedAgents } from '../../store/reports/agent-totals.ts'
import { countReadsAndAgents } from '../../store/reports/count-reads.ts'
import { topVehicles, vehiclesAmong } from '../../store/reports/figures.ts'
import { countFound } from '../../store/reports/found-counts.ts'
import type { Span } from '../../store/reports/spans.ts'
import type { ApiParts } from '../parts.ts'
import { isLong } from './report-span.ts'

type Parts = Pick<ApiParts, 'searches' | 'site' | 'now'>

/** The site's figures of a span in which there can be reads, by the counters. */
export async function reportOfSite(span: Span, parts: Parts): Promise<ReportResponse> {
  const { searches: db, now } = parts
  // First: what arrives after it is in the sums, and no vehicle has more reads than all together.
  const vehicles = await topVehicles(db, { span, limit: REPORTED_VEHICLES_MAX, now: now() })
  return await reportOf(span, parts, {
    from: span.from,
    count: (spans) => countReadsAndAgents(db, spans, span),
    vehicles,
  })
}

/** The figures of the reads of a span that fit a search. */
export async function reportOfSearch(
  span: Span,
  filters: ReadFilters,
  parts: Parts,
): Promise<ReportResponse> {
  const { searches: db } = parts
  const found = await countFound(db, { filters, span, max: REPORTED_READS_MAX })
  const buckets = [...found.buckets].sort(([a], [b]) => a - b)
  return await reportOf(span, parts, {
    from: found.from,
    count: async (spans) => ({ totals: spread(buckets, spans), agents: found.agents }),
    vehicles: await vehiclesAmong(db, found.versions, REPORTED_VEHICLES_MAX),
  })
}

interface Counts extends Pick<ReportResponse, 'vehicles'> {
  from: number
  /** The reads of each span, which follow on each other, and of each agent by its id, of one moment. */
  count: (
    spans: readonly Span[],
  ) => Promise<{ totals: readonly number[]; agents: ReadonlyMap<number, number> }>
}

async function reportOf(
  span: Span,
  { searches, site }: Parts,
  { from, count, vehicles }: Counts,
): Promise<ReportResponse> {
  const days = site.days(span)
  const hours = isLong(span) ? [] : site.hours(span)
  const units = hours.length > 0 ? hours : days
  const { totals, agents } = await count(units)
  const ofDay = new Map<string, number>()
  for (const [i, { start }] of units.entries()) {
    const day = site.dayOf(start)
    ofDay.set(day, (ofDay.get(day) ?? 0) + (totals[i] ?? 0))
  }
  const cells = Array.from({ length: hours.length > 0 ? 7 * 24 : 0 }, (_, i) => {
    return { dow: Math.floor(i / 24), hr: i % 24, total: 0 }
  })
  for (const [i, { dow, hr }] of hours.entries()) {
    const cell = cells[dow * 24 + hr]
    if (cell) cell.total += totals[i] ?? 0
  }
  return {
    total: totals.reduce((all, one) => all + one, 0),
    truncated: from > span.from,
    from: new Date(from).toISOString(),
    days: days.map(({ start }) => {
      const day = site.dayOf(start)
      return { day, total: ofDay.get(day) ?? 0 }
    }),
    hourly: {
      unit: hours.length > 0 ? 'hour' : 'day',
      hours: units.map(({ start }, i) => {
        return { hour: new Date(start).toISOString(), total: totals[i] ?? 0 }
      }),
    },
    cells,
    vehicles,
    agents: await namedAgents(searches, agents),
  }
}

/** Adds buckets up to spans that begin where a bucket does, or with the first; both in order. */
function spread(
  buckets: readonly (readonly [start: number, reads: number])[],
  spans: readonly Span[],
): number[] {
  const totals = spans.map(() => 0)
  let place = 0
  for (const [start, reads] of buckets) {
    while ((spans[place + 1]?.from ?? Infinity) <= start) place++
    totals[place] = (totals[place] ?? 0) + reads
  }
  return totals
}
