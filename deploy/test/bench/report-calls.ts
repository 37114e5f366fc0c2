import { LogsResponse } from '@vehicle-control/protocol'
import type { HubClient } from '../../local/hub-process.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Part of the plates of 15 of the seeded vehicles, the busiest among them. */
const PLATE = 'A0'

/** The dashboard's calls with its own parameters, and the widest custom range of each kind. */
export function reportCalls(now: number): Record<string, string> {
  const since = (ms: number) => `from=${new Date(now - ms).toISOString()}&to=${now}`
  // The seeded site is in Bogota.
  const today = since(((now - 5 * HOUR_MS) % DAY_MS) + 1)
  return {
    'logs, last 24 h': `/api/rfid/logs?${since(DAY_MS)}&limit=200`,
    'logs, 30 days': `/api/rfid/logs?${since(30 * DAY_MS)}&limit=200`,
    'logs of a plate': `/api/rfid/logs?plate=${PLATE}&${since(DAY_MS)}&limit=200`,
    'logs of unknown tags, 30 days': `/api/rfid/logs?known=0&${since(30 * DAY_MS)}&limit=200`,
    'logs of unknown tags, 400 days': `/api/rfid/logs?known=0&${since(400 * DAY_MS)}&limit=200`,
    'logs of known tags, 400 days': `/api/rfid/logs?known=1&${since(400 * DAY_MS)}&limit=200`,
    'logs of a part of a tag, 400 days': `/api/rfid/logs?q=7F3&${since(400 * DAY_MS)}&limit=200`,
    'logs/today': '/api/rfid/logs/today?limit=200',
    'logs/today of unknown tags, their number': '/api/rfid/logs/today?known=0&limit=1',
    'logs/daily': '/api/rfid/logs/daily',
    'stats/daily, 30 days': '/api/rfid/stats/daily?days=30',
    'stats/daily, 400 days': '/api/rfid/stats/daily?days=400',
    'stats/hourly, today': `/api/rfid/stats/hourly?${today}`,
    'stats/hourly, last 24 h': `/api/rfid/stats/hourly?${since(DAY_MS)}`,
    'stats/hourly, 92 days': `/api/rfid/stats/hourly?${since(92 * DAY_MS)}`,
    'stats/top-vehicles, today': `/api/rfid/stats/top-vehicles?${today}&limit=10`,
    'stats/top-vehicles, last 24 h': `/api/rfid/stats/top-vehicles?${since(DAY_MS)}&limit=10`,
    'stats/top-vehicles, 30 days': `/api/rfid/stats/top-vehicles?${since(30 * DAY_MS)}&limit=10`,
    'stats/heatmap, 7 days': '/api/rfid/stats/heatmap?days=7',
    'stats/heatmap, 90 days': '/api/rfid/stats/heatmap?days=90',
  }
}

/** A list whose pages are measured: the first, and those behind so many pages of rows. */
const PAGED = {
  'all, 400 days': '',
  'unknown tags, 400 days': 'known=0&',
  'a plate, 400 days': `plate=${PLATE}&`,
}
const PAGE_ROWS = 25
const PAGES_BEHIND = [49, 399]

/** Pages of lists by what a hub answers: each begins behind a read, the last one of a short list's. */
export async function pageCalls(now: number, client: HubClient): Promise<Record<string, string>> {
  const range = `from=${new Date(now - 400 * DAY_MS).toISOString()}&to=${now}`
  const calls: Record<string, string> = {}
  for (const [name, filter] of Object.entries(PAGED)) {
    const list = `/api/rfid/logs?${filter}${range}`
    const rows = Math.max(...PAGES_BEHIND) * PAGE_ROWS
    const { logs } = LogsResponse.parse(await client.get(`${list}&limit=${rows}`))
    const page = `${list}&limit=${PAGE_ROWS}`
    calls[`page 1 of ${name}`] = page
    for (const pages of PAGES_BEHIND) {
      const last = logs[Math.min(pages * PAGE_ROWS, logs.length - PAGE_ROWS) - 1]
      if (last) calls[`page ${pages + 1} of ${name}`] = `${page}&before=${last.id}`
    }
  }
  return calls
}
