import { screen } from '@testing-library/react'
import { type FakeHub, jsonAnswer } from './fake-hub.ts'
import { logOfScan, makeRead } from './reads.ts'
import { renderApp } from './render-app.tsx'

/** 10:00 in Bogotá, as the fake clock starts. */
export const START = Date.parse('2026-03-10T15:00:00.000Z')
/** The calls of the dashboard. */
export const DASHBOARD_PATHS = {
  reads: '/api/rfid/logs',
  today: '/api/rfid/logs/today',
  daily: '/api/rfid/stats/daily',
  hourly: '/api/rfid/stats/hourly',
  top: '/api/rfid/stats/top-vehicles',
  heatmap: '/api/rfid/stats/heatmap',
} as const

/** A hub with three reads today, one of them a repeat, and a count of two of unknown tags. */
export function fillHub(hub: FakeHub) {
  const at = (ms: number) => ({ ts: new Date(ms).toISOString() })
  const logs = [
    logOfScan(makeRead('a-3', START - 30_000, { ...at(START - 30_000), uid: 'TAG-1' })),
    logOfScan(makeRead('a-2', START - 60_000, { ...at(START - 60_000), uid: 'TAG-1' })),
    logOfScan(makeRead('a-1', START - 90_000, { ...at(START - 90_000), uid: 'TAG-2' })),
  ]
  const cells = Array.from({ length: 168 }, (_, i) => ({
    dow: Math.floor(i / 24),
    hr: i % 24,
    total: i,
  }))
  const answers = {
    [DASHBOARD_PATHS.reads]: { logs, total: 3, capped: false, truncated: false },
    [DASHBOARD_PATHS.today]: { logs, total: 3, capped: false, truncated: false },
    [DASHBOARD_PATHS.daily]: {
      days: [
        { day: '2026-03-09', total: 7 },
        { day: '2026-03-10', total: 3 },
      ],
    },
    [DASHBOARD_PATHS.hourly]: {
      unit: 'hour',
      hours: [{ hour: '2026-03-10T14:00:00.000Z', total: 3 }],
    },
    [DASHBOARD_PATHS.top]: { top: [{ plate: 'ABC-123', model: 'Hino', owner: 'Ana', total: 3 }] },
    [DASHBOARD_PATHS.heatmap]: { cells },
  }
  for (const [path, answer] of Object.entries(answers)) {
    hub.instead[path] = () => jsonAnswer(200, answer)
  }
  hub.instead[DASHBOARD_PATHS.today] = () => {
    const isUnknown = hub.calls.at(-1)?.includes('known=0')
    const answer = answers[DASHBOARD_PATHS.today]
    return jsonAnswer(200, isUnknown ? { ...answer, logs: [], total: 2 } : answer)
  }
}

/** The dashboard with that hub, once its first calls have been answered. */
export async function openDashboard(
  search = '',
  prepare: (hub: FakeHub) => void = () => {},
  stored: Record<string, string> = {},
) {
  const app = await renderApp({
    path: `/dashboard${search}`,
    role: 'operator',
    stored,
    prepare: (hub) => {
      fillHub(hub)
      prepare(hub)
    },
  })
  await screen.findByRole('button', { name: 'Refrescar' })
  const calls = (path: string) => app.hub.calls.filter((call) => call.split(/[ ?]/)[1] === path)
  const settled = () => screen.findByText(/^Actualizado: \d\d:\d\d$/)
  await settled()
  return { ...app, calls, settled }
}
