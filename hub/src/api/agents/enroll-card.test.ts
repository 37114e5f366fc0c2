import type { Alert } from '@vehicle-control/protocol'
import { fingerprintOfClaim } from '@vehicle-control/protocol/claim'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyAgentKey } from '../../auth/agent-keys/agent-key.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)] as const
const [ASK_A, ASK_B] = [A, B].map(fingerprintOfClaim) as [string, string]
const WAITING = { status: 409, json: { error: 'awaiting_approval' } }

let hub: TestHub
let admin: string
beforeEach(async () => {
  hub = await createTestHub()
  admin = await hub.tokenOf('admin')
})
afterEach(() => hub.close())

async function send(path: string, body: object, token = admin) {
  const answer = await hub.call('POST', path, { token, body })
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
}

async function card(code = 'Pi-1', ttl = 30 * 86_400): Promise<string> {
  const { status, json } = await send('/api/agents/enroll-token', { ttl, code, approval: true })
  expect(status).toBe(201)
  return String(json['token'])
}

const ask = (token: string, claim: string | null, more: object = {}) =>
  send('/api/agent/enroll', {
    token,
    code: 'Pi-1',
    ...(claim !== null && { device: { claim, serial: '1000abcd' } }),
    ...more,
  })
const decide = (fingerprint: string, approve = true, token = admin) =>
  send('/api/agents/pi-1/enroll-request', { fingerprint, approve }, token)

async function requests(token = admin): Promise<Alert[]> {
  const answer = await hub.call('GET', '/api/alerts', { token })
  const { alerts } = (await answer.json()) as { alerts: Alert[] }
  return alerts.filter(({ kind }) => kind === 'enroll_request')
}

const later = (ms: number) =>
  hub.db
    .updateTable('enroll_cards')
    .set((eb) => ({ seen_at: eb('seen_at', '-', ms) }))
    .execute()

async function enrolled(token: string, claim: string): Promise<string> {
  const { status, json } = await ask(token, claim)
  expect(status).toBe(201)
  return String(json['apiKey'])
}

test('gives no key before an admin has approved the device that asks', async () => {
  const token = await card()
  for (let i = 0; i < 3; i++) expect(await ask(token, A, { name: 'Patio' })).toMatchObject(WAITING)
  expect(await hub.db.selectFrom('agents').select('id').execute()).toEqual([])
  expect(await requests()).toMatchObject([
    {
      agent: { code: 'Pi-1', name: 'Pi-1' },
      request: { fingerprint: ASK_A, name: 'Patio', serial: '1000abcd', replaces: false },
    },
  ])
  expect((await decide(ASK_A)).status).toBe(200)
  expect(await requests()).toEqual([])
  const key = await enrolled(token, A)
  expect(await verifyAgentKey(hub.db, key)).toMatchObject({ code: 'Pi-1' })
  expect((await ask(token, A)).status).toBe(401)
  const told = await hub.db.selectFrom('audit_log').select(['actor', 'action', 'target']).execute()
  expect(told.map(({ action }) => action).filter((one) => one.startsWith('agent.'))).toEqual([
    'agent.enroll_token',
    'agent.enroll_request',
    'agent.enroll_approve',
    'agent.enroll',
  ])
})

test('the key that is lost on the way comes again, until one is used', async () => {
  const token = await card()
  await ask(token, A)
  await decide(ASK_A)
  const lost = await enrolled(token, A)
  // Not at once: a device could make keys without end.
  expect(await ask(token, A)).toMatchObject(WAITING)
  await later(60_000)
  const again = await enrolled(token, A)
  expect(await verifyAgentKey(hub.db, lost)).toBeNull()
  expect((await ask(token, B)).status).toBe(401)
  expect(await verifyAgentKey(hub.db, again)).toMatchObject({ code: 'Pi-1' })
  await later(60_000)
  expect((await ask(token, A)).status).toBe(401)
})

test('a key that was lost does not come again where a newer one follows it', async () => {
  const token = await card()
  await ask(token, A)
  await decide(ASK_A)
  await enrolled(token, A)
  const { json } = await send('/api/agents/Pi-1/rotate-key', {})
  await later(60_000)
  expect((await ask(token, A)).status).toBe(401)
  expect(await verifyAgentKey(hub.db, String(json['apiKey']))).toMatchObject({ code: 'Pi-1' })
})

test('whoever copied the card gets nothing, and cannot take the place of who asks', async () => {
  const token = await card()
  await ask(token, A)
  expect(await ask(token, B)).toMatchObject(WAITING)
  expect(await requests()).toMatchObject([{ request: { fingerprint: ASK_A } }])
  // It is off for the night, as it is approved and as it was approved.
  await later(11 * 60_000)
  await decide(ASK_A)
  await later(86_400_000)
  expect(await ask(token, B)).toMatchObject(WAITING)
  expect(await requests()).toEqual([])
  await enrolled(token, A)
  expect((await ask(token, B)).status).toBe(401)
})

test('an admin approves the device that was shown, and no other', async () => {
  const token = await card()
  await ask(token, A)
  // It has gone, and its card was written anew.
  await later(11 * 60_000)
  expect(await ask(token, B)).toMatchObject(WAITING)
  expect(await decide(ASK_A)).toMatchObject({ status: 412 })
  expect(await ask(token, A)).toMatchObject(WAITING)
  expect((await decide(ASK_B)).status).toBe(200)
  expect(await ask(token, A)).toMatchObject(WAITING)
  await enrolled(token, B)
})

test('a new card ends the one before, and what was approved by it', async () => {
  const first = await card()
  await ask(first, A)
  await decide(ASK_A)
  const second = await card('PI-1')
  expect((await ask(first, A)).status).toBe(401)
  expect(await ask(second, B)).toMatchObject(WAITING)
  expect(await requests()).toMatchObject([{ request: { fingerprint: ASK_B } }])
})

test('the card of a device ends when it enrols by another token, also one that was used', async () => {
  for (const isUsed of [false, true]) {
    const token = await card()
    await ask(token, A)
    if (isUsed) {
      await decide(ASK_A)
      await verifyAgentKey(hub.db, await enrolled(token, A))
    }
    const plain = await send('/api/agents/enroll-token', { code: 'Pi-1' })
    await enrolled(String(plain.json['token']), A)
    expect(await requests()).toEqual([])
    expect((await ask(token, B)).status).toBe(401)
  }
})

test.each([
  ['another hub whose clock is behind lets no other device between', 5000, ASK_A],
  ['a clock that was set back makes nobody wait for it', 86_400_000, ASK_B],
])('%s', async (_name, aheadMs, shown) => {
  const token = await card()
  await ask(token, A)
  await later(-aheadMs)
  expect(await ask(token, B)).toMatchObject(WAITING)
  expect(await requests()).toMatchObject([{ request: { fingerprint: shown } }])
})

test('a refusal ends the token', async () => {
  const token = await card()
  await ask(token, A)
  expect((await decide(ASK_A, false)).status).toBe(200)
  expect((await ask(token, A)).status).toBe(401)
  expect((await decide(ASK_A)).status).toBe(404)
})

test('an approval that nobody has used goes with the keys of the agent', async () => {
  await send('/api/agents', { code: 'Pi-1', name: 'Patio' })
  const token = await card()
  await ask(token, A)
  for (const revoke of [false, true]) {
    await decide(ASK_A)
    await send('/api/agents/Pi-1/rotate-key', { revoke })
    expect(await ask(token, A)).toMatchObject(WAITING)
    expect(await requests()).toMatchObject([
      { agent: { code: 'Pi-1', name: 'Patio' }, request: { replaces: true } },
    ])
  }
})

test('says what is wrong with a request', async () => {
  const token = await card()
  expect((await ask(token, null)).status).toBe(403)
  expect((await ask(token, A, { code: 'Pi-2' })).status).toBe(403)
  expect((await ask(token, 'A'.repeat(64))).status).toBe(400)
  const mint = (body: object) => send('/api/agents/enroll-token', body)
  expect(await mint({ approval: true })).toMatchObject({ json: { issues: [{ path: 'code' }] } })
  expect(await mint({ ttl: 86_401 })).toMatchObject({ json: { issues: [{ path: 'ttl' }] } })
  expect((await mint({ ttl: 30 * 86_400 + 1, approval: true, code: 'x' })).status).toBe(400)
  await hub.db.updateTable('enroll_cards').set({ expires_at: 1 }).execute()
  expect((await ask(token, A)).status).toBe(401)
})

test('operators see who asks and do not decide; a wall is not told of the device', async () => {
  await ask(await card(), A, { name: 'Serie 1000abcd' })
  const wall = await requests(await hub.tokenOf('operator', true))
  expect(wall).toMatchObject([{ agent: { code: 'Pi-1', name: 'Pi-1' } }])
  expect(JSON.stringify(wall)).not.toMatch(/1000abcd|[0-9a-f]{4}-[0-9a-f]{4}/)
  const operator = await hub.tokenOf('operator')
  expect(await requests(operator)).toMatchObject([{ request: { fingerprint: ASK_A } }])
  expect((await decide(ASK_A, true, operator)).status).toBe(403)
})

test('one that waits writes nothing down within a minute', async () => {
  const token = await card()
  await ask(token, A)
  const seen = () => hub.db.selectFrom('enroll_cards').select('seen_at').execute()
  await later(1000)
  const before = await seen()
  await ask(token, A)
  expect(await seen()).toEqual(before)
  await later(60_000)
  await ask(token, A)
  expect(await seen()).not.toEqual(before)
})

test('the requests of all devices come before other alerts, the longest first', async () => {
  for (const n of [1, 2]) {
    await send('/api/agent/enroll', {
      token: await card(`Pi-${n}`),
      code: `Pi-${n}`,
      device: { claim: A },
    })
    await later(1000)
  }
  await send('/api/agents', { code: 'Gate', name: 'Gate' })
  await hub.db
    .updateTable('agents')
    .set({ last_seen: Date.now() - 600_000 })
    .execute()
  const answer = await hub.call('GET', '/api/alerts', { token: admin })
  const { alerts } = (await answer.json()) as { alerts: Alert[] }
  expect(alerts.map(({ agent }) => agent.code)).toEqual(['Pi-1', 'Pi-2', 'Gate'])
})
