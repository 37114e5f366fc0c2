import { CloseCode } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyAgentKey } from '../../auth/agent-keys/agent-key.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let admin: string
beforeEach(async () => {
  hub = await createTestHub()
  admin = await hub.tokenOf('admin')
})
afterEach(() => hub.close())

const NOT_FOR_THIS_CODE = {
  status: 403,
  json: {
    error: 'forbidden',
    message: 'El token no sirve para ese código; genera uno para ese agente',
  },
}

async function mint(body: object = {}): Promise<string> {
  const answer = await hub.call('POST', '/api/agents/enroll-token', { token: admin, body })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { token: string }).token
}

async function enroll(body: object): Promise<{ status: number; json: Record<string, unknown> }> {
  const answer = await hub.call('POST', '/api/agent/enroll', { body })
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
}

test('turns a token into an agent and a key that works', async () => {
  const { status, json } = await enroll({ token: await mint(), code: 'Pi-1', location: 'Norte' })
  expect(status).toBe(201)
  expect(json).toMatchObject({ agent: { code: 'Pi-1', name: 'Pi-1', location: 'Norte' } })
  expect(await verifyAgentKey(hub.db, String(json['apiKey']))).toMatchObject({ code: 'Pi-1' })
})

test('lets exactly one of fifty devices use a token', async () => {
  const token = await mint()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => enroll({ token, code: `Pi-${i}` })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(49)
  expect(await hub.db.selectFrom('agents').select('id').execute()).toHaveLength(1)
})

test('refuses a token that ran out', async () => {
  const token = await mint({ ttl: 60 })
  await hub.db
    .updateTable('enroll_tokens')
    .set({ expires_at: Date.now() - 1 })
    .execute()
  expect((await enroll({ token, code: 'Pi-1' })).status).toBe(401)
})

test('bounds the life of a token', async () => {
  for (const ttl of [59, 86_401, 1.5, 'long']) {
    const options = { token: admin, body: { ttl } }
    expect((await hub.call('POST', '/api/agents/enroll-token', options)).status).toBe(400)
  }
})

test('replaces the device of a code only with a token for that code', async () => {
  const first = await enroll({ token: await mint(), code: 'Pi-1' })
  const bound = await mint({ code: 'PI-1' })
  expect(await enroll({ token: bound, code: 'Pi-3' })).toEqual(NOT_FOR_THIS_CODE)
  const quarantine = '{}'
  await hub.db.updateTable('agents').set({ quarantine, join_confirmed: 3 }).execute()
  const changed: number[] = []
  hub.bus.on('agentChanged', ({ closeCode }) => changed.push(closeCode))
  const second = await enroll({ token: bound, code: 'Pi-1', name: 'Otra' })
  expect(second).toMatchObject({ status: 201, json: { agent: { code: 'Pi-1', name: 'Otra' } } })
  expect(await verifyAgentKey(hub.db, String(first.json['apiKey']))).toBeNull()
  expect(changed).toEqual([CloseCode.keyRevoked])
  const row = hub.db.selectFrom('agents').selectAll().where('code', '=', 'Pi-1')
  expect(await row.executeTakeFirst()).toMatchObject({ quarantine: null, join_confirmed: null })
})

test('revives a deleted code only with a token for that code', async () => {
  const first = await enroll({ token: await mint(), code: 'Pi-1' })
  await hub.db.updateTable('agents').set({ deleted_at: 1 }).execute()
  expect(await enroll({ token: await mint(), code: 'Pi-1' })).toEqual(NOT_FOR_THIS_CODE)
  const agents = () => hub.db.selectFrom('agents').select(['id', 'deleted_at']).execute()
  expect(await agents()).toEqual([{ id: 1, deleted_at: 1 }])
  expect(await verifyAgentKey(hub.db, String(first.json['apiKey']))).toBeNull()
  expect((await enroll({ token: await mint({ code: 'pi-1' }), code: 'Pi-1' })).status).toBe(201)
  expect(await agents()).toEqual([{ id: 1, deleted_at: null }])
})

test('tells whoever guesses codes of one, and the administrator of it', async () => {
  await enroll({ token: await mint(), code: 'Taken' })
  await enroll({ token: await mint(), code: 'Gone' })
  await hub.db.updateTable('agents').set({ deleted_at: 1 }).where('code', '=', 'Gone').execute()
  const keys = () => hub.db.selectFrom('agent_keys').select('id').execute()
  const before = await keys()
  for (const [code, stored] of [
    ['TAKEN', 'Taken'],
    ['gone', 'Gone'],
  ] as const) {
    const token = await mint()
    const tries = await Promise.all([1, 2, 3].map(() => enroll({ token, code })))
    expect(tries.filter(({ status }) => status === 403)).toEqual([NOT_FOR_THIS_CODE])
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(2)
    // A free code would have told the next thing.
    expect((await enroll({ token, code: 'Free' })).status).toBe(401)
    const told = hub.db.selectFrom('audit_log').select(['actor', 'target'])
    const refused = told.where('action', '=', 'agent.enroll_refused').orderBy('id', 'desc')
    expect(await refused.executeTakeFirst()).toEqual({ actor: 'hub', target: stored })
  }
  expect(await keys()).toEqual(before)
  const rivals = await Promise.all(
    [await mint(), await mint()].map((token) => enroll({ token, code: 'New' })),
  )
  expect(new Set(rivals.map(({ status }) => status))).toEqual(new Set([201, 403]))
})

test('announces the name that a device brings to every hub and browser', async () => {
  const heard: unknown[] = []
  hub.bus.on('agentRenamed', ({ agent }) => heard.push(agent))
  hub.bus.on('agentStatus', ({ agent }) => heard.push(agent))
  const first = await enroll({ token: await mint(), code: 'Pi-1', name: 'Uno' })
  expect(first.status).toBe(201)
  heard.length = 0
  await enroll({ token: await mint({ code: 'Pi-1' }), code: 'Pi-1', name: 'Uno' })
  expect(heard).toEqual([])
  await enroll({ token: await mint({ code: 'Pi-1' }), code: 'Pi-1', name: 'Dos' })
  const renamed = { code: 'Pi-1', name: 'Dos', location: null }
  expect(heard).toEqual([renamed, renamed])
})
