import { CloseCode } from '@vehicle-control/protocol'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { verifyAgentKey } from '../auth/agent-keys/agent-key.ts'
import { loadConfig } from '../config/config.ts'
import { type Hub, startHub } from '../hub.ts'
import { createAgent } from '../store/agents/agents.ts'
import { verifyAuditChain } from '../store/people/verify-audit.ts'
import { epochRange, epochs, readEntry, TestDevice } from '../testing/agent-side.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { cheapPasswords, silent } from '../testing/test-hub.ts'
import { runAgents } from './agents.ts'

const [epoch] = epochs
let store: TempStore
let hub: Hub
beforeEach(async () => {
  store = await openTempStore()
  const { dataDir, databaseUrl, auditKey } = store.config
  const env = {
    HUB_HOST: '127.0.0.1',
    HUB_PORT: '0',
    HUB_DATA_DIR: dataDir,
    HUB_AUDIT_KEY: auditKey,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  }
  hub = await startHub(loadConfig(env), silent, cheapPasswords)
  const place = { location: null, lat: null, lng: null }
  await createAgent(store.db, { code: 'Gate-1', name: 'Portería', ...place }, Date.now())
})
afterEach(async () => {
  await hub.stop()
  await store.close()
})

/** Runs `agents …` beside the running hub. */
async function agents(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += String(text)
      return true
    }),
  )
  try {
    const config = loadConfig({ HUB_DATA_DIR: store.config.dataDir })
    const code = await runAgents(args, { ...config, ...store.config })
    return { code, out: printed.stdout, err: printed.stderr }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

async function json<T>(...args: string[]): Promise<T> {
  const { code, out, err } = await agents(...args)
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as T
}

const rotate = async (...more: string[]) =>
  (await json<{ apiKey: string }>('rotate-key', '--code', 'gate-1', ...more)).apiKey

async function connect(apiKey: string, version: string): Promise<TestDevice> {
  const device = new TestDevice(`${hub.url.replace('http', 'ws')}/api/agent/sync`, apiKey)
  await device.opened
  await device.hello({ agent: 'gate-1', version, epochs: [epochRange(epoch, 1)] })
  return device
}

test('lists what an agent told: its version at the hello, its outbox by the last ping', async () => {
  const never = { version: null, connected: false, lastSeen: null, lastSeenAgoMs: null }
  const nothing = { unacked: null, outboxBytes: null, clock: null, decides: false, readers: [] }
  expect(await json('list')).toEqual([{ code: 'Gate-1', name: 'Portería', ...never, ...nothing }])

  const device = await connect(await rotate(), '2.0.0-new')
  // A status of the version before, from the backlog.
  const gate = { type: 'line', path: '/dev/ttyUSB0', simulated: false, noise: 0 }
  const data = {
    version: '1.0.0-old',
    event: 'started',
    readers: [{ ...gate, id: 'gate', state: 'open' }],
    clock: 'synced',
    outbox: { bytes: 1, maxBytes: 2, unacked: 900 },
    suppressWindowMs: 60_000,
  }
  await device.batch(epoch, 0, [readEntry(1, '', { kind: 'status', data })])
  const outbox = { bytes: 4096, maxBytes: 65_536, unacked: 7 }
  device.send({ type: 'ping', mono: 1, outbox })
  await device.next('pong')
  await vi.waitFor(async () => {
    expect(await json('list')).toEqual([
      {
        code: 'Gate-1',
        name: 'Portería',
        version: '2.0.0-new',
        connected: true,
        lastSeen: expect.stringMatching(/^20.*Z$/),
        lastSeenAgoMs: expect.any(Number),
        unacked: 7,
        outboxBytes: 4096,
        clock: 'synced',
        decides: false,
        readers: [{ id: 'gate', state: 'open' }],
      },
    ])
  })
  device.socket.close()
  await vi.waitFor(async () => {
    expect(await json('list')).toMatchObject([{ connected: false, version: '2.0.0-new' }])
  })
})

test('an agent that a killed hub left as its own is not connected', async () => {
  const longAgo = Date.now() - 120_000
  await store.db.updateTable('agents').set({ replica: 'killed', last_seen: longAgo }).execute()
  expect(await json('list')).toMatchObject([{ connected: false }])
})

test('rotates a key under a running hub; a revoked one loses its connection', async () => {
  const first = await rotate()
  const device = await connect(first, '1.0.0')
  const second = await rotate()
  expect(await verifyAgentKey(store.db, first)).toMatchObject({ code: 'Gate-1' })
  expect(await verifyAgentKey(store.db, second)).toMatchObject({ code: 'Gate-1' })
  expect(await verifyAgentKey(store.db, first)).toBeNull()
  const third = await rotate('--revoke')
  expect(await device.ended).toMatchObject({ code: CloseCode.keyRevoked })
  expect(await verifyAgentKey(store.db, second)).toBeNull()
  expect(await verifyAgentKey(store.db, third)).toMatchObject({ code: 'Gate-1' })
})

test('makes an enrolment token that one device trades for a key, and writes all of it down', async () => {
  const { token, expiresAt } = await json<{ token: string; expiresAt: string }>(
    'enroll-token',
    '--code',
    'Pi-7',
    '--ttl',
    '90',
  )
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(90_000)
  const enroll = () =>
    fetch(`${hub.url}/api/agent/enroll`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, code: 'Pi-7' }),
    })
  expect((await enroll()).status).toBe(201)
  expect((await enroll()).status).toBe(401)
  await rotate()
  const rows = await store.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'target', 'detail'])
    .where('action', 'in', ['agent.enroll_token', 'agent.rotate_key'])
    .orderBy('id')
    .execute()
  const via = 'command line'
  expect(rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) }))).toEqual([
    { actor: 'hub', action: 'agent.enroll_token', target: 'Pi-7', detail: { ttl: 90, via } },
    { actor: 'hub', action: 'agent.rotate_key', target: 'Gate-1', detail: { revoke: false, via } },
  ])
  expect(await verifyAuditChain(store.db, { keys: [store.key] })).toMatchObject({ ok: true })
})

test('makes one file of cards, whose tokens only ask', async () => {
  const { code, out, err } = await agents(
    'cards',
    '--codes',
    'pi-7, Pi-8,Pi-7',
    '--hub-url',
    'https://hub.example',
  )
  expect([code, err]).toEqual([0, ''])
  const [first = '', second = '', ...more] = out.split('\n\n').map((text) => parseEnv(text))
  expect(more).toEqual([])
  const token = expect.stringMatching(/^[\w-]{40,}$/)
  const common = { EDGE_HUB_URL: 'https://hub.example', EDGE_ENROLL_TOKEN: token }
  expect(first).toEqual({ ...common, EDGE_AGENT_CODE: 'Pi-7' })
  expect(second).toEqual({ ...common, EDGE_AGENT_CODE: 'Pi-8' })
  const answer = await fetch(`${hub.url}/api/agent/enroll`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token: Object(first)['EDGE_ENROLL_TOKEN'],
      code: 'Pi-7',
      device: { claim: 'a'.repeat(64) },
    }),
  })
  expect(answer.status).toBe(409)
  const rows = await store.db.selectFrom('enroll_cards').select('expires_at').execute()
  const days = rows.map((row) => Math.round((row.expires_at - Date.now()) / 86_400_000))
  expect(days).toEqual([30, 30])
})

test.each<[string[], RegExp]>([
  [['cards'], /^give --codes <code,code,…>\n$/],
  [['cards', '--codes', ' , '], /^give --codes <code,code,…>\n$/],
  [['cards', '--codes', 'Pi-1'], /^give --hub-url <url>: HUB_PUBLIC_URL is not set\n$/],
  [
    ['cards', '--codes', 'Pi-1', '--hub-url', 'ftp://x'],
    /^--hub-url is the address of the hub [^\n]+\n$/,
  ],
  [
    ['cards', '--codes', 'Pi-1', '--hub-url', 'https://u:p@x/y'],
    /^--hub-url is the address of the hub [^\n]+\n$/,
  ],
  [['cards', '--codes', 'Pi-1', '--days', '31'], /^--days is a number from 1 to 30\n$/],
  [['rotate-key', '--code', 'nobody'], /^no agent has the code nobody; see «agents list»\n$/],
  [['rotate-key'], /^give --code <code>\n$/],
  [['enroll-token', '--ttl', '59'], /^--ttl is a number of seconds from 60 to 86400\n$/],
  [['enroll-token', '--code', 'a b'], /^[^\n]+\n$/],
  [['toString'], /^usage/],
  [['list', '--all'], /^Unknown option '--all'/],
])('says what is wrong with %o', async (args, fault) => {
  const { code, out, err } = await agents(...args)
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(fault)
})
