import { afterAll, beforeAll, expect, test } from 'vitest'
import { callNames } from '../testing/declared-answer.ts'
import { callExample } from '../testing/example-call.ts'
import { createTestHub } from '../testing/test-hub.ts'
import { createLivedInHub, type LivedInHub } from '../testing/lived-in-hub.ts'

/** Address, serial, path and program: what helps whoever stands before a screen on a wall to break in. */
const SECRETS = ['203.0.113.9', 'serial-of-a-pi', '10.9.8.7:5084', '/dev/ttySECRET', 'barrier-tool']
/** Which of a lived-in hub hang on the machine that runs it, or lead elsewhere. */
const NO_LISTS = new Set(['GET /api/photos/:name', 'GET /api/openapi.json'])

const DAY_MS = 24 * 60 * 60_000

let hub: LivedInHub
let kiosk: string
let operator: string
beforeAll(async () => {
  hub = await createLivedInHub()
  const { db } = hub
  const device = { address: SECRETS[0], hardware_serial: SECRETS[1], at: new Date().toISOString() }
  const quarantine = JSON.stringify({ known: device, claimant: device })
  const blocked = JSON.stringify({ bytes: 1, maxBytes: 2, unacked: 0, blocked: SECRETS.join() })
  await db
    .updateTable('agents')
    .set({ last_ip: SECRETS[0], hardware_serial: SECRETS[1], quarantine, outbox: blocked })
    .execute()
  await db.updateTable('enroll_cards').set({ address: SECRETS[0], serial: SECRETS[1] }).execute()
  const fault = { state: 'closed' as const, warning: `at ${SECRETS.join()}: more` }
  await db
    .updateTable('agent_readers')
    .set({ ...fault, path: SECRETS[3], error: `ECONNREFUSED ${SECRETS.join(': ')}` })
    .execute()
  const reader = { agent_id: 1, reader: 'in', type: 'llrp', path: '10.9.8.7:5084', noise: 0 }
  const hot = { state: 'silent' as const, simulated: 0 as const, error: SECRETS.join(': ') }
  await db
    .insertInto('agent_readers')
    .values({ ...reader, ...hot, warning: SECRETS.join(': '), updated_at: Date.now() })
    .execute()
  for (const { kind, told } of await db.selectFrom('agent_devices').selectAll().execute()) {
    const error = SECRETS.join(': ')
    const words = JSON.stringify({ ...(JSON.parse(told) as object), error })
    await db.updateTable('agent_devices').set({ told: words }).where('kind', '=', kind).execute()
  }
  const event = { epoch_id: 1, agent_id: 1, at: Date.now(), received_at: Date.now() }
  await db
    .insertInto('agent_events')
    .values([
      { ...event, seq: 8, event: 'outbox_replaced', detail: SECRETS.join(': ') },
      { ...event, seq: 9, event: 'clock', detail: SECRETS.join(': ') },
    ])
    .execute()
  kiosk = await hub.tokenOf('operator', true)
  operator = await hub.tokenOf('operator')
})
afterAll(() => hub.close())

const told = async (name: string, token: string) => {
  const answer = await callExample(hub, name, { token })
  return answer.ok ? await answer.text() : ''
}

test('no call tells a kiosk account who owns what, nor finds it by an owner, unless it may see them', async () => {
  await hub.db.updateTable('assets').set({ owner: 'Ana PLANTADA' }).execute()
  // What the asset was before: its earlier owner.
  const { now } = hub
  const times = { created_at: now - 2 * DAY_MS, updated_at: now, deleted_at: now - 1 }
  const vehicle = { type: 'vehicle' as const, name: 'Onix', plate: 'AAA111', rfid_tag: 'TAG-1' }
  const earlier = { version_of: 1, ...vehicle, owner: 'Zoe ANTERIOR' }
  await hub.db
    .insertInto('assets')
    .values({ ...earlier, ...times })
    .execute()
  const calls = callNames.filter((name) => name.startsWith('GET ') && !NO_LISTS.has(name))
  const telling = async (token: string) => {
    const found: string[] = []
    for (const name of calls) if ((await told(name, token)).includes('PLANTADA')) found.push(name)
    return found
  }
  const tell = await telling(operator)
  expect(tell).toEqual(
    expect.arrayContaining([
      'GET /api/vehicles',
      'GET /api/vehicles/export/csv',
      'GET /api/assets',
      'GET /api/assets/:id',
      'GET /api/assets/:id/activity',
      'GET /api/rfid/logs',
      'GET /api/rfid/logs/today',
      'GET /api/client/logs',
      'GET /api/rfid/stats/top-vehicles',
      'GET /api/rfid/stats/report',
    ]),
  )
  expect(await telling(kiosk)).toEqual([])
  const activity = (token: string) => told('GET /api/assets/:id/activity', token)
  expect(await activity(operator)).toMatch(/"versions":.*Zoe ANTERIOR.*"newest":.*PLANTADA/)
  expect(await activity(kiosk)).toMatch(/"versions":\[\{.*"newest":\[\{.*"before":\{/)
  expect(await activity(kiosk)).not.toMatch(/ANTERIOR|PLANTADA/)

  const found = async (path: string, token: string) => {
    const answer = await hub.call('GET', path, { token })
    return answer.ok ? ((await answer.json()) as { total: number }).total : answer.status
  }
  const searches = [
    '/api/vehicles?q=plantada',
    '/api/assets?q=plantada',
    '/api/assets?q=plantada&owners=1',
    '/api/rfid/logs?owner=planta',
    '/api/rfid/stats/report?owner=planta&from=0',
  ]
  const all = (token: string) => Promise.all(searches.map((path) => found(path, token)))
  expect(await all(operator)).toEqual([1, 0, 1, 2, 2])
  expect(await all(kiosk)).toEqual([0, 0, 400, 400, 400])
  // By plate it finds what it found.
  expect(await found('/api/vehicles?q=aaa', kiosk)).toBe(1)

  await hub.db.updateTable('users').set({ kiosk_owners: 1 }).execute()
  expect(await telling(kiosk)).toEqual(tell)
  expect(await all(kiosk)).toEqual([1, 0, 1, 2, 2])
  await hub.db.updateTable('users').set({ kiosk_owners: 0 }).execute()
})

test('no call tells a kiosk account addresses, serials, paths or what devices say', async () => {
  const lists = callNames.filter((name) => name.startsWith('GET ') && !NO_LISTS.has(name))
  const leaks: string[] = []
  for (const name of lists) {
    // First a person: the answer that many share is not theirs alone.
    await told(name, operator)
    const text = await told(name, kiosk)
    for (const secret of SECRETS) if (text.includes(secret)) leaks.push(`${name}: ${secret}`)
  }
  expect(leaks).toEqual([])
})

test('a kiosk account sees what stands and of which part; people see all of it', async () => {
  const parse = (text: string) =>
    JSON.parse(text) as { alerts: { kind: string; detail: unknown }[] }
  const alerts = parse(await told('GET /api/alerts', kiosk)).alerts
  const words = alerts.map(({ kind, detail }) => `${kind}: ${String(detail)}`)
  expect(words.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'barrier_left_open: null',
    'clock_off: 360000 ms',
    'clock_step: null',
    'enroll_request: null',
    'gap: 2 (cap)',
    'input_fire: humo',
    'outbox_blocked: null',
    'outbox_replaced: null',
    'quarantine: null',
    'reader_closed: gate',
    'reader_silent: in',
    'reader_warning: in',
    'relays_failed: null',
    'reported_tag: null',
    'sensor_stale: patio',
    'undervoltage: null',
  ])
  const status = await told('GET /api/agents/status', kiosk)
  expect(JSON.parse(status)).toMatchObject({
    agents: [{ code: 'gate-1', last_ip: null, quarantine: { known: { hardware_serial: null } } }],
  })
  const forPeople = await told('GET /api/agents/status', operator)
  expect([forPeople.includes('203.0.113.9'), forPeople.includes('serial-of-a-pi')]).toEqual([
    true,
    true,
  ])
  expect(await told('GET /api/alerts', operator)).toContain('10.9.8.7:5084')
})

test('a kiosk account is told that a reader reads, and not where', async () => {
  const readers = { connected: true, simulate: false, port: '10.9.8.7:5084' }
  const other = await createTestHub({ rfidStatus: () => readers })
  const statusFor = async (token: string) =>
    await (await other.call('GET', '/api/rfid/status', { token })).json()
  expect(await statusFor(await other.tokenOf('operator', true))).toEqual({
    ...readers,
    port: '1 lector',
  })
  expect(await statusFor(await other.tokenOf('operator'))).toEqual(readers)
  await other.close()
})
