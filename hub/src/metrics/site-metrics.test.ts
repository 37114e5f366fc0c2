import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { createSiteMetrics } from './site-metrics.ts'

const now = Date.UTC(2026, 10, 20, 12)
let store: TempStore
let registry: Registry
beforeEach(async () => {
  store = await openTempStore()
  registry = new Registry()
  const presence = { isConnected: (id: number) => id <= 2, lastSeen: () => null }
  createSiteMetrics({
    readOnly: store.readOnly,
    presence,
    offlineMinutes: () => 5,
    registry,
    now: () => now,
  })
})
afterEach(() => store.close())

async function addAgents(rows: object[]): Promise<void> {
  const agents = rows.map((row, n) => {
    return { code: `g${n}`, code_key: `g${n}`, name: 'G', created_at: 0, last_seen: now, ...row }
  })
  await store.db.insertInto('agents').values(agents).execute()
}

/** The lines of the families that are named, without comments. */
async function lines(...names: string[]): Promise<string[]> {
  const text = await registry.metrics()
  return text.split('\n').filter((line) => names.includes(/^\w+/.exec(line)?.[0] ?? ''))
}

it('counts agents, their alerts, what waits in their outboxes and the worst that they measured', async () => {
  const outbox = (bytes: number, unacked: number) =>
    JSON.stringify({ bytes, maxBytes: 100, unacked, blocked: '\ud800' })
  await addAgents([
    { clock: 'unsynced', outbox: outbox(85, 7), version: '1.0.0' },
    { clock: 'synced', outbox: outbox(10, 3), version: '1.0.0' },
    { last_seen: now - 400_000, version: '0.9.0' },
    { last_seen: null },
    { deleted_at: 1, outbox: outbox(99, 1000), version: '0.1.0' },
  ])
  const sample = { unit: '', at: now - 1000, since: 0 }
  await store.db
    .insertInto('agent_metrics')
    .values([
      { agent_id: 1, metric: 'cpu_temp', value: 81, ...sample },
      { agent_id: 2, metric: 'cpu_temp', value: 60, ...sample },
      { agent_id: 1, metric: 'disk_free', value: 50, ...sample },
      { agent_id: 2, metric: 'disk_free', value: 4, ...sample },
      { agent_id: 2, metric: 'undervoltage', value: 1, ...sample, at: now - 3_700_000 },
      { agent_id: 5, metric: 'card_wear', value: 99, ...sample },
    ])
    .execute()
  expect(await lines('vc_agents', 'vc_agents_unsent_entries', 'vc_agents_by_version')).toEqual([
    'vc_agents{state="connected"} 2',
    'vc_agents{state="away"} 2',
    'vc_agents_by_version{version="1.0.0"} 2',
    'vc_agents_by_version{version="0.9.0"} 1',
    'vc_agents_unsent_entries 10',
  ])
  expect(await lines('vc_agents_outbox_filled_ratio_max')).toEqual([
    'vc_agents_outbox_filled_ratio_max 0.85',
  ])
  expect((await lines('vc_agents_worst')).toSorted()).toEqual([
    'vc_agents_worst{metric="cpu_temp"} 81',
    'vc_agents_worst{metric="disk_free"} 4',
  ])
  const alerts = await lines('vc_alerts')
  expect(alerts.filter((line) => !line.endsWith(' 0'))).toEqual([
    'vc_alerts{kind="agent_offline"} 1',
    'vc_alerts{kind="clock_unsynced"} 1',
    'vc_alerts{kind="outbox_filling"} 1',
    'vc_alerts{kind="outbox_blocked"} 2',
  ])
  expect(alerts).toContain('vc_alerts{kind="gap"} 0')
})

it('names no agent, and no more versions than a fleet has', async () => {
  await addAgents(Array.from({ length: 30 }, (_, n) => ({ version: `1.0.${n}` })))
  const versions = await lines('vc_agents_by_version')
  expect(versions).toHaveLength(11)
  expect(versions.at(-1)).toBe('vc_agents_by_version{version="other"} 20')
  expect(await registry.metrics()).not.toMatch(/"g\d/)
})

it('shows nothing while the database is away, and does not fail the scrape', async () => {
  // Only what was used can be destroyed.
  await store.readOnly.selectFrom('agents').select('id').execute()
  await store.readOnly.destroy()
  expect(await lines('vc_agents', 'vc_alerts', 'vc_agents_unsent_entries')).toEqual([])
})
