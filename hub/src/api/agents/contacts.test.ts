import type { StatusData } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveDevices } from '../../store/agents/agent-devices.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

const now = Date.parse('2026-03-05T05:40:00Z')

let hub: TestHub
let token: string
beforeEach(async () => {
  const presence = { isConnected: (id: number) => id === 1, lastSeen: () => null }
  hub = await createTestHub({ presence, now: () => now })
  token = await hub.tokenOf('operator', true)
  const agent = (code: string) => ({ code, code_key: code, name: code, created_at: 0 })
  await hub.db
    .insertInto('agents')
    .values([
      agent('gate-1'),
      agent('gate-2'),
      agent('gate-3'),
      { ...agent('gone'), deleted_at: 1 },
    ])
    .execute()
})
afterEach(() => hub.close())

const loop = { id: 'lazo', pin: 13, rule: 'report', sense: 'loop' } as const
const save = (agentId: number, told: Pick<StatusData, 'barriers'>, active: boolean | null) =>
  saveDevices(hub.db, [
    {
      agentId,
      at: now,
      devices: { sensors: [], inputs: [{ ...loop, active }], relays: null, ...told },
    },
  ])

test('a wall hears what loops and barriers tell, also of an agent that is away', async () => {
  const barriers: StatusData['barriers'] = [
    { name: 'entrada', position: 'open', leftOpenMs: 60_000 },
    { name: 'salida', position: 'closed' },
  ]
  await save(1, { barriers }, true)
  await save(2, {}, null)
  await save(4, { barriers }, true)
  const since = new Date(now).toISOString()
  const left = new Date(now - 60_000).toISOString()
  const answer = await hub.call('GET', '/api/agents/contacts', { token })
  expect(await answer.json()).toEqual({
    agents: [
      {
        code: 'gate-1',
        connected: true,
        loops: [{ id: 'lazo', occupied: true }],
        barriers: [
          { name: 'entrada', position: 'open', leftOpen: true, since: left },
          { name: 'salida', position: 'closed', leftOpen: false, since },
        ],
      },
      {
        code: 'gate-2',
        connected: false,
        loops: [{ id: 'lazo', occupied: null }],
        barriers: [],
      },
    ],
  })
})
