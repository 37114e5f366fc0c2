import { type AgentDetail, type AgentDetailList, RECENT_GAPS_MS } from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveMetrics } from '../../store/agents/agent-metrics.ts'
import { sumGaps } from '../../entries/gap.ts'
import { saveStatuses, type StoredStatus } from '../../store/agents/agent-status.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

const now = Date.parse('2026-05-01T12:00:00.000Z')
let hub: TestHub
let token: string
beforeEach(async () => {
  const presence = { isConnected: (id: number) => id === 1, lastSeen: () => null }
  hub = await createTestHub({ presence })
  token = await hub.tokenOf('admin')
  await create('gate-1')
})
afterEach(() => hub.close())

async function call<T>(method: string, path: string, body?: object) {
  const answer = await hub.call(method, path, { token, ...(body && { body }) })
  return { status: answer.status, json: (await answer.json()) as T }
}
const create = (code: string) => call('POST', '/api/agents', { code, name: 'Portería' })
const patch = (body: object) => call<{ error?: string }>('PATCH', '/api/agents/gate-1', body)
const agents = async () => (await call<AgentDetailList>('GET', '/api/agents')).json.agents
/** The only agent, or another by its place. */
async function agent(place = 0): Promise<AgentDetail> {
  const found = (await agents())[place]
  if (!found) throw new Error(`there is no agent ${place}`)
  return found
}

describe('the list of agents', () => {
  it('says nothing of an edge that never spoke', async () => {
    const silent = { version: null, clock: null, outbox: null, readers: [], lost: 0 }
    expect(await agents()).toMatchObject([{ code: 'gate-1', last_seen: null, ...silent }])
  })

  it('tells version, clock, backlog and devices as the edge last told of them', async () => {
    await create('gate-2')
    const outbox = { bytes: 4096, maxBytes: 65_536, unacked: 12 }
    const reader = { type: 'line', path: '/dev/ttyUSB0', simulated: false, noise: 3 } as const
    const status: StoredStatus = {
      agentId: 1,
      clock: 'unsynced',
      outbox: JSON.stringify(outbox),
      readers: [
        { ...reader, id: 'out', state: 'closed', error: 'EACCES' },
        { ...reader, id: 'in', state: 'silent', simulated: true, warning: 'return loss' },
      ],
      devices: {
        sensors: [{ source: 'patio', types: ['temp'], state: 'stale', error: 'no answer' }],
        inputs: [{ id: 'humo', pin: 5, rule: 'fire', active: false }],
        relays: { driver: 'auto', simulated: false, pins: [], error: 'no chip' },
        cleartext: true,
      },
      at: now,
    }
    await saveStatuses(hub.db, [status])
    await hub.db.updateTable('agents').set({ version: '1.2.3' }).where('id', '=', 1).execute()
    const sample = { epochId: 1, seq: 1, agentId: 1, receivedAt: now, at: now, late: false }
    const hot = { ...sample, type: 'cpu_temp', source: '', value: 61.5, unit: '°C' }
    await saveMetrics(hub.db, [hot])
    const { type, path } = reader
    const since = new Date(now).toISOString()
    expect(await agents()).toMatchObject([
      {
        code: 'gate-1',
        connected: true,
        version: '1.2.3',
        clock: 'unsynced',
        outbox,
        readers: [
          {
            id: 'in',
            type,
            path,
            state: 'silent',
            simulated: true,
            error: null,
            warning: 'return loss',
          },
          {
            id: 'out',
            type,
            path,
            state: 'closed',
            simulated: false,
            error: 'EACCES',
            warning: null,
          },
        ],
        sensors: [{ source: 'patio', types: ['temp'], state: 'stale', error: 'no answer', since }],
        inputs: [{ id: 'humo', pin: 5, rule: 'fire', active: false, error: null, since }],
        relays: { driver: 'auto', simulated: false, pins: [], error: 'no chip', since },
        health: [{ metric: 'cpu_temp', value: 61.5, unit: '°C', at: since }],
        cleartext: true,
      },
      { code: 'gate-2', connected: false, readers: [], sensors: [], relays: null, health: [] },
    ])
  })

  it('shows both devices of a quarantine', async () => {
    const device = (serial: string) => {
      return { address: '192.0.2.1', hardware_serial: serial, at: '2026-01-01T00:00:00.000Z' }
    }
    const quarantine = { known: device('a'), claimant: device('b') }
    const row = { quarantine: JSON.stringify(quarantine) }
    await hub.db.updateTable('agents').set(row).execute()
    expect(await agents()).toMatchObject([{ quarantine }])
  })

  it('adds up the losses of the last 24 hours by agent, however many gaps they are', async () => {
    await create('gate-2')
    const arrived = Date.now()
    const gap = { epoch_id: 1, from_seq: 1, to_seq: 2, reason: 'cap', at: arrived }
    const lost = (agent_id: number, counts: object, received_at: number, seq: number) => {
      return { ...gap, agent_id, counts: JSON.stringify(counts), received_at, seq }
    }
    const old = arrived - RECENT_GAPS_MS - 60_000
    const many = Array.from({ length: 1500 }, (_, i) => lost(2, { read: 2, status: 1 }, arrived, i))
    const gaps = [
      lost(1, { read: 40 }, old, 1),
      lost(1, { read: 3, suppressed: 4 }, arrived, 2),
      lost(1, { '\ud800:5,\\ud800"': 2 }, arrived, 3),
      lost(1, {}, arrived, 4),
      ...many,
    ]
    for (let i = 0; i < gaps.length; i += 500) {
      await hub.db
        .insertInto('gaps')
        .values(gaps.slice(i, i + 500))
        .execute()
    }
    // They are as a hub of before has stored them.
    while (await sumGaps(hub.db));
    expect((await agents()).map((one) => one.lost)).toEqual([9, 4500])
    const { alerts } = (await call<{ alerts: object[] }>('GET', '/api/alerts')).json
    expect(alerts).toMatchObject([
      { kind: 'gap', agent: { code: 'gate-1' }, detail: '9 (cap)' },
      { kind: 'gap', agent: { code: 'gate-2' }, detail: '4500 (cap)' },
    ])
  })

  it('is for operators too, and not for wall screens', async () => {
    const asked = async (kiosk: boolean) => {
      const who = await hub.tokenOf('operator', kiosk)
      return (await hub.call('GET', '/api/agents', { token: who })).status
    }
    expect([await asked(false), await asked(true)]).toEqual([200, 403])
  })
})

describe('two who change one agent', () => {
  it('overwrite nothing unseen: the second is told', async () => {
    const { updated_at } = await agent()
    const names = ['Norte', 'Sur', 'Este']
    const answers = await Promise.all(names.map((name) => patch({ name, updated_at })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412])
    expect(answers.find(({ status }) => status === 412)?.json.error).toBe('changed_meanwhile')
    const after = await agent()
    expect(after.name).toBe(names[answers.findIndex(({ status }) => status === 200)])
    expect(after.updated_at > updated_at).toBe(true)
    expect((await patch({ name: 'Oeste', updated_at: after.updated_at })).status).toBe(200)
  })

  it('are told of a delete, of a code that was made again, and of a new name by enrolment', async () => {
    const { updated_at } = await agent()
    await patch({ lat: 4 })
    expect((await call('DELETE', `/api/agents/gate-1?updated_at=${updated_at}`)).status).toBe(412)
    const seen = (await agent()).updated_at
    expect((await call('DELETE', `/api/agents/gate-1?updated_at=${seen}`)).status).toBe(200)
    expect((await patch({ name: 'Sur', updated_at: seen })).status).toBe(404)
    await create('gate-1')
    expect((await patch({ name: 'Sur', updated_at: seen })).status).toBe(412)
    const made = (await agent()).updated_at
    await enroll({})
    expect((await agent()).updated_at).toBe(made)
    await enroll({ name: 'Portería', location: 'Patio' })
    expect(await agent()).toMatchObject({ name: 'Portería', location: 'Patio' })
    expect((await patch({ name: 'Sur', updated_at: made })).status).toBe(412)
  })

  it('may leave the version out, and a connection or a read changes none', async () => {
    const { updated_at } = await agent()
    const moved = { last_seen: now, readings_count: 7, generation: 3 }
    await hub.db.updateTable('agents').set(moved).execute()
    expect((await agent()).updated_at).toBe(updated_at)
    expect((await patch({ name: 'Sur' })).status).toBe(200)
  })
})

async function enroll(device: object): Promise<void> {
  const asked = { code: 'gate-1' }
  const minted = await call<{ token: string }>('POST', '/api/agents/enroll-token', asked)
  const body = { token: minted.json.token, ...asked, ...device }
  expect((await call('POST', '/api/agent/enroll', body)).status).toBe(201)
}
