import { TodayResponse } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

/** 00:40 of March 5th in Bogotá. */
const now = Date.parse('2026-03-05T05:40:00Z')
const startOfDay = Date.parse('2026-03-05T05:00:00Z')

let hub: TestHub
let token: string
beforeEach(async () => {
  hub = await createTestHub({ now: () => now })
  token = await hub.tokenOf('operator', true)
  const agent = (code: string) => ({ code, code_key: code, name: code, created_at: 0 })
  await hub.db
    .insertInto('agents')
    .values([agent('gate-1'), agent('gate-2'), { ...agent('gone'), deleted_at: 1 }])
    .execute()
})
afterEach(() => hub.close())

async function today(): Promise<TodayResponse> {
  const answer = await hub.call('GET', '/api/rfid/stats/today', { token })
  expect(answer.status).toBe(200)
  return TodayResponse.parse(await answer.json())
}

test('has nothing on a day without reads', async () => {
  expect(await today()).toEqual({
    day: '2026-03-05',
    from: '2026-03-05T05:00:00.000Z',
    until: '2026-03-06T05:00:00.000Z',
    reads: 0,
    suppressed: 0,
    agents: [],
    through: [],
  })
})

test('counts the site’s day, deleted agents in the sum only', async () => {
  const bucket = (time: string, agent_id: number, reads: number, suppressed: number) => {
    return { bucket: Date.parse(time), agent_id, reads, suppressed }
  }
  await hub.db
    .insertInto('read_counts')
    .values([
      bucket('2026-03-05T04:45:00Z', 1, 100, 100),
      bucket('2026-03-05T05:00:00Z', 1, 3, 1),
      bucket('2026-03-06T04:45:00Z', 1, 4, 2),
      bucket('2026-03-06T05:00:00Z', 1, 50, 50),
      bucket('2026-03-05T05:15:00Z', 2, 0, 9),
      bucket('2026-03-05T05:15:00Z', 3, 20_000, 0),
    ])
    .execute()
  const { reads, suppressed, agents } = await today()
  expect({ reads, suppressed }).toEqual({ reads: 20_007, suppressed: 12 })
  expect(agents.toSorted((a, b) => a.code.localeCompare(b.code))).toEqual([
    { code: 'gate-1', reads: 7, suppressed: 3 },
    { code: 'gate-2', reads: 0, suppressed: 9 },
  ])
})

test('tells how far every epoch that moved today is in the counts', async () => {
  const epoch = (name: string, agent_id: number, watermark: number, updated_at: number) => {
    return { epoch: name, agent_id, watermark, updated_at }
  }
  await hub.db
    .insertInto('agent_epochs')
    .values([
      epoch('before', 1, 5, startOfDay - 3_600_000),
      epoch('first', 1, 7, startOfDay),
      epoch('second', 2, 2 ** 40, now),
    ])
    .execute()
  const { through } = await today()
  expect(through.toSorted((a, b) => a.seq - b.seq)).toEqual([
    { epoch: 'first', seq: 7 },
    { epoch: 'second', seq: 2 ** 40 },
  ])
})
