import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

/** 00:40 of March 5th in Bogotá. */
const now = Date.parse('2026-03-05T05:40:00Z')
const seenAt = now - 30_000

let hub: TestHub
let token: string
beforeEach(async () => {
  const presence = {
    isConnected: (id: number) => id === 1,
    lastSeen: (id: number) => (id === 1 ? seenAt : null),
  }
  hub = await createTestHub({ presence, now: () => now })
  token = await hub.tokenOf('operator', true)
  const agent = (code: string, place: object) => {
    return { code, code_key: code, name: code.toUpperCase(), created_at: 0, ...place }
  }
  await hub.db
    .insertInto('agents')
    .values([
      agent('gate-1', { lat: 0, lng: 0, location: 'Norte' }),
      agent('gate-2', { last_seen: seenAt - 120_000 }),
      agent('gone', { deleted_at: 1 }),
    ])
    .execute()
})
afterEach(() => hub.close())

const agents = async () => (await hub.call('GET', '/api/map/agents', { token })).json()

test('shows the agents that are not deleted, with or without a place', async () => {
  const none = { today: 0, suppressed: 0 }
  expect(await agents()).toEqual({
    agents: [
      {
        id: 1,
        name: 'GATE-1',
        code: 'gate-1',
        location: 'Norte',
        lat: 0,
        lng: 0,
        online: true,
        last_seen: new Date(seenAt).toISOString(),
        connected: true,
        ...none,
      },
      {
        id: 2,
        name: 'GATE-2',
        code: 'gate-2',
        location: null,
        lat: null,
        lng: null,
        online: false,
        last_seen: new Date(seenAt - 120_000).toISOString(),
        connected: false,
        ...none,
      },
    ],
    site_plan: null,
  })
})

test('counts today as the site’s calendar has it, until now', async () => {
  const bucket = (time: string, agent_id: number, reads: number, suppressed: number) => {
    return { bucket: Date.parse(time), agent_id, reads, suppressed }
  }
  await hub.db
    .insertInto('read_counts')
    .values([
      bucket('2026-03-05T04:45:00Z', 1, 100, 100),
      bucket('2026-03-05T05:00:00Z', 1, 3, 1),
      bucket('2026-03-05T05:30:00Z', 1, 4, 2),
      bucket('2026-03-05T05:45:00Z', 1, 50, 50),
      bucket('2026-03-05T05:15:00Z', 2, 0, 9),
    ])
    .execute()
  expect(await agents()).toMatchObject({
    agents: [
      { code: 'gate-1', today: 7, suppressed: 3 },
      { code: 'gate-2', today: 0, suppressed: 9 },
    ],
  })
})
