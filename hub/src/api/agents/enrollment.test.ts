import { CloseCode } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyAgentKey } from '../../auth/agent-key.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let admin: string
beforeEach(async () => {
  hub = await createTestHub()
  admin = await hub.tokenOf('admin')
})
afterEach(() => hub.close())

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
  const unbound = await mint()
  expect(await enroll({ token: unbound, code: 'pi-1' })).toMatchObject({ status: 409 })
  expect((await enroll({ token: unbound, code: 'Pi-2' })).status).toBe(201)

  const bound = await mint({ code: 'PI-1' })
  expect(await enroll({ token: bound, code: 'Pi-3' })).toMatchObject({ status: 403 })
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

test('revives a deleted code with any token', async () => {
  await enroll({ token: await mint(), code: 'Pi-1' })
  await hub.db.updateTable('agents').set({ deleted_at: 1 }).execute()
  expect((await enroll({ token: await mint(), code: 'Pi-1' })).status).toBe(201)
  expect(await hub.db.selectFrom('agents').select(['id', 'deleted_at']).execute()).toEqual([
    { id: 1, deleted_at: null },
  ])
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
