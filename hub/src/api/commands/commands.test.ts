import type { RelaysState } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveDevices } from '../../store/agents/agent-devices.ts'
import { dialectOf } from '../../store/database.ts'
import { verifyAuditChain } from '../../store/people/verify-audit.ts'
import { createTestHub, type TestHub } from '../../testing/test-hub.ts'

let hub: TestHub
afterEach(() => hub.close())

/** Gives the hub an agent G1 that it holds; resolves to an operator's token. */
async function withGate(): Promise<string> {
  const agent = { code: 'G1', code_key: 'g1', name: 'Gate', created_at: 0, updated_at: 0 }
  await hub.db
    .insertInto('agents')
    .values({ ...agent, replica: hub.replicas.me })
    .execute()
  return await hub.tokenOf('operator')
}

it('does not say that a command was not sent where only its answer was lost', async () => {
  let isConnected = true
  const sent: string[] = []
  hub = await createTestHub({
    presence: { isConnected: () => isConnected, lastSeen: () => null },
    deliver: (_agent, { id }) => {
      sent.push(id)
      return 'sent'
    },
  })
  const token = await withGate()
  const ask = async (id: string, pin: number) => {
    const body = { id, pin, state: 1, duration: 5000 }
    return (await hub.call('POST', '/api/agents/G1/command/relay', { token, body })).status
  }
  expect(await ask('c1', 17)).toBe(202)
  // The agent goes away, with the command or without it; its result tells.
  isConnected = false
  await hub.db.updateTable('agents').set({ replica: null }).execute()
  expect(await ask('c1', 17)).toBe(202)
  expect(await ask('c1', 27)).toBe(409)
  expect(await ask('c2', 17)).toBe(409)
  expect(sent).toEqual(['c1'])
  const unknown = { token, body: { id: 'c3', pin: 17, state: 1 } }
  const path = `/api/agents/${'x'.repeat(63)}%F0%9F%9A%97/command/relay`
  expect((await hub.call('POST', path, unknown)).status).toBe(404)

  // Each that was refused is in the audit log, under who asked for it.
  const refusals = () =>
    hub.db.selectFrom('audit_log').selectAll().where('detail', 'like', '%refused%').execute()
  await expect.poll(refusals).toHaveLength(3)
  const told = (await refusals()).map(({ actor, target, detail }) => {
    const { id, refused } = JSON.parse(detail) as Record<string, unknown>
    return [actor, target.slice(0, 4), id, refused]
  })
  expect(told).toEqual([
    ['operator@test.co', 'G1', 'c1', 'duplicate'],
    ['operator@test.co', 'G1', 'c2', 'offline'],
    ['operator@test.co', 'xxxx', 'c3', 'unknown_agent'],
  ])
  const chain = await verifyAuditChain(hub.db, { keys: [hub.key] })
  expect(chain).toMatchObject({ ok: true })
})

it('sends no opening for a relay that the agent says it has not, and lets it go off', async () => {
  const sent: string[] = []
  hub = await createTestHub({
    presence: { isConnected: () => true, lastSeen: () => null },
    deliver: (_agent, { id }) => {
      sent.push(id)
      return 'sent'
    },
  })
  const token = await withGate()
  const ask = async (id: string, pin: number, state: 0 | 1) => {
    const answer = await hub.call('POST', '/api/agents/G1/command/relay', {
      token,
      body: { id, pin, state },
    })
    return [answer.status, ((await answer.json()) as { message?: string }).message]
  }
  const report = (relays: RelaysState) => {
    const devices = { sensors: [], inputs: [], cleartext: undefined, relays }
    return saveDevices(hub.db, [{ agentId: 1, devices, at: 1 }])
  }
  await report({ driver: 'gpiochip', simulated: false, pins: [17] })
  expect(await ask('a', 17, 1)).toEqual([202, undefined])
  expect(await ask('b', 27, 1)).toEqual([409, 'El relé 27 no está configurado en este agente'])
  expect(await ask('c', 27, 0)).toEqual([202, undefined])
  await report({ driver: 'auto', simulated: false, pins: [], error: 'no chip' })
  expect(await ask('d', 27, 1)).toEqual([202, undefined])
  expect(sent).toEqual(['a', 'c', 'd'])
})

describe('a relay by its name', () => {
  const press = async (token: string, body: object) => {
    const answer = await hub.call('POST', '/api/agents/G1/command/relay', { token, body })
    return [answer.status, await answer.json()] as const
  }
  const accepts = (names: string[] | null) =>
    hub.db
      .updateTable('agents')
      .set({ accepts: names && JSON.stringify(names) })
      .execute()
  const sent: object[] = []
  beforeEach(async () => {
    sent.length = 0
    hub = await createTestHub({
      presence: { isConnected: () => true, lastSeen: () => null },
      deliver(_agent, order) {
        sent.push(order)
        return 'sent'
      },
    })
  })

  it('is moved where the edge accepts that, and is written down by its name', async () => {
    const token = await withGate()
    await accepts(['later', 'named_relay'])
    const body = { id: 'a', relay: ' Barrera ', state: 1, duration: 5000 }
    expect(await press(token, body)).toEqual([202, { id: 'a' }])
    expect(sent).toEqual([{ id: 'a', relay: 'Barrera', state: 1, durationMs: 5000 }])
    const audited = await hub.db.selectFrom('audit_log').select('detail').executeTakeFirst()
    const entry = { id: 'a', relay: 'Barrera', state: 1, duration: 5000 }
    expect(JSON.parse(audited?.detail ?? '')).toEqual(entry)
    const list = await hub.call('GET', '/api/agents/G1/commands', { token })
    expect(await list.json()).toMatchObject({ commands: [{ pin: -1, relay: 'Barrera' }] })
  })

  it('is refused with the agent and the fix where the edge does not, and leaves no command', async () => {
    const token = await withGate()
    for (const names of [null, [], ['later']]) {
      await accepts(names)
      for (const state of [0, 1]) {
        expect(await press(token, { relay: 'Barrera', state })).toEqual([
          409,
          {
            error: 'upgrade_edge',
            message:
              'El programa del agente G1 es anterior a los relés con nombre; actualízalo y repite. La orden no se envió',
          },
        ])
      }
    }
    expect(await press(token, { id: 'by-pin', pin: 17, state: 1 })).toEqual([202, { id: 'by-pin' }])
    expect(sent).toHaveLength(1)
    const rows = await hub.db.selectFrom('relay_commands').select('id').execute()
    expect(rows).toEqual([{ id: 'by-pin' }])
  })

  it('that the agent has not is refused by its name, and let go off', async () => {
    const token = await withGate()
    await accepts(['named_relay'])
    const named = [{ name: 'Barrera', pin: 17 }, { name: 'Salida' }]
    const relays = { driver: 'gpiochip', simulated: false, pins: [17 as const], named }
    const devices = { sensors: [], inputs: [], cleartext: undefined, relays }
    await saveDevices(hub.db, [{ agentId: 1, devices, at: 1 }])
    expect((await press(token, { relay: 'Salida', state: 1 }))[0]).toBe(202)
    expect(await press(token, { relay: 'Otra', state: 1 })).toEqual([
      409,
      {
        error: 'relay_unconfigured',
        message: 'El relé «Otra» no está configurado en este agente',
      },
    ])
    expect((await press(token, { relay: 'Otra', state: 0 }))[0]).toBe(202)
    // Stored by a hub that knew no names: the edge alone can tell, and moves nothing for a wrong one.
    const nameless = { ...devices, relays: { ...relays, named: undefined } }
    await saveDevices(hub.db, [{ agentId: 1, devices: nameless, at: 2 }])
    expect((await press(token, { relay: 'Otra', state: 1 }))[0]).toBe(202)
  })

  it.each([
    ['neither', {}, 'pin', 'Falta el relé: da su pin (17 o 27), o su nombre en relay'],
    [
      'both',
      { pin: 17, relay: 'Barrera' },
      'relay',
      'El relé se da por su pin o por su nombre, no por ambos',
    ],
  ])('with %s of pin and name is 400, at that field', async (_, which, path, message) => {
    const token = await withGate()
    const [status, answer] = await press(token, { ...which, state: 1 })
    expect(status).toBe(400)
    expect(answer).toMatchObject({ error: 'invalid_input', issues: [{ path, message }] })
    expect(sent).toEqual([])
  })
})

it('moves nothing for a press whose 5 s were over before it came, and says so', async () => {
  const sent: { id: string; ttlMs: number }[] = []
  hub = await createTestHub({
    presence: { isConnected: () => true, lastSeen: () => null },
    deliver: (_agent, { id }, ttlMs = Number.NaN) => {
      sent.push({ id, ttlMs })
      return 'sent'
    },
  })
  const token = await withGate()
  const press = (id: string, elapsed: unknown) => {
    const body = { id, pin: 17, state: 1, duration: 5000, elapsed }
    return hub.call('POST', '/api/agents/G1/command/relay', { token, body })
  }
  for (const elapsed of [5000, 1e300]) {
    const late = await press('late', elapsed)
    expect(late.status).toBe(503)
    expect(await late.json()).toMatchObject({
      error: 'internal',
      message: expect.stringContaining('La orden no se envió: pasaron más de 5 s'),
    })
  }
  // Its id stays refused, however young it says to be.
  expect((await press('late', 0)).status).toBe(503)
  for (const elapsed of [-1, '1', null]) expect((await press('odd', elapsed)).status).toBe(400)
  expect(sent).toEqual([])
  expect((await press('young', 3000)).status).toBe(202)
  expect(sent).toMatchObject([{ id: 'young' }])
  expect(sent[0]?.ttlMs).toBeLessThanOrEqual(2000)
  const refused = () =>
    hub.db.selectFrom('audit_log').select('detail').where('detail', 'like', '%expired%').execute()
  await expect.poll(refused).toHaveLength(1)
})

it('says of a press that a full disk could not store that the order was not sent', async () => {
  const sent: string[] = []
  hub = await createTestHub({
    presence: { isConnected: () => true, lastSeen: () => null },
    deliver: (_agent, { id }) => {
      sent.push(id)
      return 'sent'
    },
  })
  // Postgres has no such limit of one database.
  if (dialectOf(hub.db) === 'postgres') return
  const token = await withGate()
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(hub.db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(hub.db)
  const refused: unknown[] = []
  for (let i = 0; i < 500 && refused.length === 0; i++) {
    const body = { id: `order-${i}`, pin: 17, state: 1 }
    const answer = await hub.call('POST', '/api/agents/G1/command/relay', { token, body })
    if (answer.status !== 202) refused.push(answer.status, await answer.json(), body.id)
  }
  const [status, body, id] = refused
  expect(status).toBe(507)
  expect(body).toEqual({
    error: 'disk_full',
    message:
      'El disco del hub está lleno: la orden no se envió. Libera espacio en él, o avisa a quien administra el hub, e intenta de nuevo',
  })
  expect(sent).not.toContain(id)
})
