import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTempSqlite } from '../../testing/temp-sqlite.ts'
import { listDevices, saveDevices } from './agent-devices.ts'

const AGENTS = 300

let store: Awaited<ReturnType<typeof openTempSqlite>>

beforeEach(async () => {
  store = await openTempSqlite()
  await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${AGENTS})
    insert into agents (id, code, code_key, name, created_at)
    select i, 'gate-' || i, 'gate-' || i, 'Gate', 1 from n`.execute(store.db)
})
afterEach(() => store.close())

function statuses(at: number, agents: number, sources: readonly string[]) {
  return Array.from({ length: agents }, (_, i) => ({
    agentId: i + 1,
    at,
    devices: {
      sensors: sources.map((source) => ({ source, types: [], state: 'ok' as const })),
      inputs: [{ id: 'salida', pin: 5, rule: 'report' as const, active: false }],
      relays: { driver: 'gpiochip', simulated: false, pins: [17 as const] },
    },
  }))
}

async function writtenBy(save: () => Promise<void>): Promise<number> {
  const total = async () => {
    const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(store.db)
    return rows[0]?.n ?? Number.NaN
  }
  const before = await total()
  await save()
  return (await total()) - before
}

it('what many agents tell writes the devices that have changed, and no other row', async () => {
  const save = (at: number, agents: number, sources: readonly string[]) =>
    writtenBy(() => saveDevices(store.db, statuses(at, agents, sources)))
  expect(await save(1, AGENTS, ['patio', 'techo'])).toBe(AGENTS * 4)
  expect(await save(2, AGENTS, ['patio', 'techo'])).toBe(0)
  // One device goes and one comes, at two of them.
  expect(await save(3, 2, ['patio', 'portón'])).toBe(4)
  const devices = await listDevices(store.db)
  expect(devices).toHaveLength(AGENTS * 4)
  const ofTwo = devices.filter((d) => d.agent_id === 2).map((d) => `${d.name} ${d.since}`)
  expect(ofTwo).toEqual(['salida 1', ' 1', 'patio 1', 'portón 3'])
})
