import {
  HOURLY_DAYS_MAX,
  type DailyResponse,
  type HeatmapCell,
  type HeatmapResponse,
  type HourlyResponse,
  type TopVehiclesResponse,
} from '@vehicle-control/protocol'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type SiteDay, SiteDays } from '../../reports/site-days.ts'
import { countReads, topVehicles } from '../../store/reports/figures.ts'
import type { Db } from '../../store/database.ts'
import { findReads } from '../../store/reads/find-reads.ts'
import type { Span } from '../../store/reports/spans.ts'
import type { ApiEnv } from '../http/env.ts'
import { apiError } from '../http/errors.ts'
import { readQuery } from '../http/input.ts'
import { type LogRouteParts, logsLimit, sendLogs } from '../reads/logs.ts'
import { range, requireOrder, wholeNumber } from '../http/paging.ts'

const HOURLY_MAX_MS = HOURLY_DAYS_MAX * 24 * 3_600_000
const DASHBOARD_DAYS = 30

export const TodayQuery = z.object({ limit: logsLimit(200) })
export const DailyQuery = z.object({ days: wholeNumber(400, DASHBOARD_DAYS) })
export const HourlyQuery = z.object(range)
export const TopVehiclesQuery = z.object({ ...range, limit: wholeNumber(100, 10) })
export const HeatmapQuery = z.object({ days: wholeNumber(90, 7) })

interface ReportRouteParts extends LogRouteParts {
  /** A reading connection for short lists. */
  reads: Db
  timeZone: string
  now: () => number
}

/** The dashboard's figures under /api/rfid, by days and hours of the site's time zone. */
export function reportRoutes(parts: ReportRouteParts): Hono<ApiEnv> {
  const { reads, timeZone, now } = parts
  const site = new SiteDays(timeZone)

  /** The range asked for, both ends included: open ends are the start of its day, and now. */
  function spanOf(query: { from?: number | undefined; to?: number | undefined }): Span {
    const to = query.to ?? now()
    const from = query.from ?? site.startOfDay(to)
    requireOrder({ from, to })
    return { from, until: to + 1 }
  }

  async function daily(c: Context<ApiEnv>, count: number): Promise<Response> {
    const days = site.lastDays(now(), count)
    const totals = await countReads(reads, days)
    const answer: DailyResponse = {
      days: days.map(({ day }, i) => ({ day, total: totals[i] ?? 0 })),
    }
    return c.json(answer)
  }

  return new Hono<ApiEnv>()
    .get('/logs/today', async (c) => {
      const { limit } = readQuery(c, TodayQuery)
      const [today] = site.lastDays(now(), 1) as [SiteDay]
      const query = { from: today.from, to: today.until - 1, limit }
      return sendLogs(c, parts, await findReads(parts.logs, query))
    })
    .get('/logs/daily', (c) => daily(c, DASHBOARD_DAYS))
    .get('/stats/daily', (c) => daily(c, readQuery(c, DailyQuery).days))
    .get('/stats/hourly', async (c) => {
      const span = spanOf(readQuery(c, HourlyQuery))
      if (span.until - span.from > HOURLY_MAX_MS + 1) {
        throw badFrom(`El rango es muy largo: usa ${HOURLY_DAYS_MAX} días o menos`)
      }
      const hours = site.hours(span)
      const totals = await countReads(reads, hours)
      const answer: HourlyResponse = {
        hours: hours.map(({ start }, i) => {
          return { hour: new Date(start).toISOString(), total: totals[i] ?? 0 }
        }),
      }
      return c.json(answer)
    })
    .get('/stats/top-vehicles', async (c) => {
      const { limit, ...query } = readQuery(c, TopVehiclesQuery)
      // On the searches' connections: a range of years takes longer than a short list may wait.
      const answer: TopVehiclesResponse = {
        top: await topVehicles(parts.logs, spanOf(query), limit),
      }
      return c.json(answer)
    })
    .get('/stats/heatmap', async (c) => {
      const days = site.lastDays(now(), readQuery(c, HeatmapQuery).days)
      const span = { from: days[0]?.from ?? 0, until: days.at(-1)?.until ?? 0 }
      const hours = site.hours(span)
      const totals = await countReads(reads, hours)
      const cells = emptyCells()
      for (const [i, { dow, hr }] of hours.entries()) {
        const cell = cells[dow * 24 + hr]
        if (cell) cell.total += totals[i] ?? 0
      }
      const answer: HeatmapResponse = { cells }
      return c.json(answer)
    })
}

function emptyCells(): HeatmapCell[] {
  return Array.from({ length: 7 * 24 }, (_, i) => {
    return { dow: Math.floor(i / 24), hr: i % 24, total: 0 }
  })
}

function badFrom(message: string) {
  const issues = [{ path: 'from', message }]
  return apiError('invalid_input', 'Hay datos inválidos; revisa los campos indicados', { issues })
}
