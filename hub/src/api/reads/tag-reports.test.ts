import { type Alert, TagHistory, TagReport } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCleanup } from '../../cleanup/cleanup.ts'
import { createTestHub, silent, type TestHub } from '../../testing/test-hub.ts'

const DAY_MS = 86_400_000
const UID = 'E2000017C0FFEE'
const TAG = `/api/rfid/tags/${UID}`
const READ_AT = '2026-11-25T18:05:00.000Z'

let hub: TestHub
let now: number
let operator: string
let admin: string
beforeEach(async () => {
  now = Date.parse(READ_AT) + 60_000
  hub = await createTestHub({ now: () => now })
  const gate = { code: 'gate-1', code_key: 'gate-1', name: 'Norte', created_at: now }
  await hub.db.insertInto('agents').values(gate).execute()
  operator = await hub.tokenOf('operator')
  admin = await hub.tokenOf('admin')
})
afterEach(() => hub.close())

const body = (note = '') => ({ agent_code: 'gate-1', read_at: READ_AT, note })
const report = (note?: string, token = operator) =>
  hub.call('POST', `${TAG}/report`, { token, body: body(note) })
async function history(path = TAG): Promise<TagHistory> {
  return TagHistory.parse(await (await hub.call('GET', path, { token: operator })).json())
}
async function alerts(token = admin): Promise<Alert[]> {
  const answer = await hub.call('GET', '/api/alerts', { token })
  return ((await answer.json()) as { alerts: Alert[] }).alerts
}
const written = async () =>
  (await hub.db.selectFrom('audit_log').selectAll().orderBy('id').execute())
    .filter(({ action }) => action.startsWith('tag.'))
    .map(({ actor, action, target, detail }) => [actor, action, target, JSON.parse(detail)])

async function read(times: readonly number[]): Promise<void> {
  const one = { epoch_id: 1, agent_id: 1, reader: 'in', uid: UID, late: 0 as const }
  const rows = times.map((at, seq) => ({ ...one, seq, read_at: at, received_at: at, clock: 's' }))
  await hub.db.insertInto('reads').values(rows).execute()
}
async function register(): Promise<void> {
  const fields = { name: 'Onix', plate: 'AAA111', rfid_tag: UID }
  const answer = await hub.call('POST', '/api/vehicles', { token: admin, body: fields })
  expect(answer.status).toBe(201)
}

test('an operator reports an unknown tag, and admins see tag, gate, time, note and by whom', async () => {
  const told = TagReport.parse(await (await report('  Camioneta azul ')).json())
  expect(told).toEqual({
    uid: UID,
    agent_code: 'gate-1',
    agent_name: 'Norte',
    read_at: READ_AT,
    note: 'Camioneta azul',
    reported_by: 'operator@test.co',
    reported_at: new Date(now).toISOString(),
  })
  expect((await history()).report).toEqual(told)
  expect(await alerts()).toEqual([
    {
      kind: 'reported_tag',
      agent: { code: 'gate-1', name: 'Norte' },
      since: READ_AT,
      detail: 'operator@test.co: Camioneta azul',
      tag: UID,
    },
  ])
  const detail = { agent: 'gate-1', read_at: READ_AT, note: 'Camioneta azul' }
  expect(await written()).toEqual([['operator@test.co', 'tag.report', UID, detail]])
})

test('whose a tag is now is told, also of reads that were nobody’s', async () => {
  await read([now])
  expect((await history()).asset).toBeNull()
  await register()
  expect((await history()).asset).toMatchObject({ name: 'AAA111' })
})

test('a wall is told neither the name nor the note, and may ask for nothing', async () => {
  await report('Camioneta azul')
  const kiosk = await hub.tokenOf('operator', true)
  expect(await alerts(kiosk)).toMatchObject([{ kind: 'reported_tag', detail: null }])
  expect((await hub.call('GET', TAG, { token: kiosk })).status).toBe(403)
  expect((await report('x', kiosk)).status).toBe(403)
})

test('two who report at once make one report with the notes of both', async () => {
  const answers = await Promise.all([report('azul'), report('sin placa', admin), report()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { report: open } = await history()
  const byAdmin = open?.reported_by === 'admin@test.co'
  const note = byAdmin ? 'sin placa · operator@test.co: azul' : 'azul · admin@test.co: sin placa'
  expect([note, `admin@test.co: ${note}`]).toContain(open?.note)
  expect(await alerts()).toHaveLength(1)
  expect(await written()).toHaveLength(3)
  for (let i = 0; i < 9; i++) await report('x'.repeat(200))
  expect((await history()).report?.note).toHaveLength(1000)
})

test('it is over when the tag has an asset, and refused from then on', async () => {
  await report()
  await register()
  expect((await history()).report).toBeNull()
  expect(await alerts()).toEqual([])
  const answer = await report()
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({
    message: expect.stringMatching(/ya está registrado/),
  })
})

test('an admin dismisses it, once; an operator may not', async () => {
  await report()
  const dismiss = async (token: string) =>
    (await hub.call('DELETE', `${TAG}/report`, { token })).status
  expect(await dismiss(operator)).toBe(403)
  expect(await dismiss(admin)).toBe(200)
  expect(await dismiss(admin)).toBe(404)
  expect((await history()).report).toBeNull()
  expect((await written()).at(-1)).toEqual(['admin@test.co', 'tag.dismiss', UID, {}])
})

test('the cleanup deletes what is settled, and what nobody has looked at for 90 days', async () => {
  const row = { agent_id: 1, read_at: 1, note: '', reported_by: 'Ana', reported_at: now }
  await hub.db
    .insertInto('tag_reports')
    .values([
      { ...row, uid: 'TEST-OLD', reported_at: now - 90 * DAY_MS - 1 },
      { ...row, uid: 'TEST-NEW', reported_at: now - 90 * DAY_MS },
    ])
    .execute()
  await report()
  await register()
  const cleanup = createCleanup({ db: hub.db, log: silent, now: () => now })
  await cleanup.start()
  cleanup.stop()
  const left = await hub.db.selectFrom('tag_reports').select('uid').execute()
  expect(left).toEqual([{ uid: 'TEST-NEW' }])
})

test('the history counts the reads of seven days up to a moment, and stops at a hundred', async () => {
  expect(await history()).toMatchObject({ reads_7d: 0, first_at: null, last_at: null })
  const first = now - 8 * DAY_MS
  await read([first, now - 7 * DAY_MS, now - 7 * DAY_MS + 1, now])
  expect(await history()).toEqual({
    uid: UID,
    reads_7d: 2,
    capped: false,
    first_at: new Date(first).toISOString(),
    last_at: new Date(now).toISOString(),
    report: null,
    asset: null,
  })
  expect((await history(`${TAG}?at=${now - 1}`)).reads_7d).toBe(2)
  expect((await history(`${TAG}?at=${first}`)).reads_7d).toBe(1)
  await read(Array.from({ length: 98 }, () => now - 1))
  expect(await history()).toMatchObject({ reads_7d: 100, capped: false })
  await read([now])
  expect(await history()).toMatchObject({ reads_7d: 100, capped: true })
})

test('a note has 200 characters, an hour 60 reports, and what is no tag is found nowhere', async () => {
  expect((await report('x'.repeat(201))).status).toBe(400)
  const noTag = await hub.call('GET', '/api/rfid/tags/hello', { token: operator })
  expect(noTag.status).toBe(404)
  const noGate = { ...body(), agent_code: 'gate-9' }
  const at = `${TAG}/report`
  expect((await hub.call('POST', at, { token: operator, body: noGate })).status).toBe(404)
  for (let i = 0; i < 59; i++) await report()
  const answer = await report()
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await report('', admin)).status).toBe(200)
})

test('a report of a deleted agent is gone with it, and the next one takes its place', async () => {
  await report('de Norte')
  await hub.db.updateTable('agents').set({ deleted_at: now }).execute()
  const south = { code: 'gate-2', code_key: 'gate-2', name: 'Sur', created_at: now }
  await hub.db.insertInto('agents').values(south).execute()
  expect((await history()).report).toBeNull()
  const again = { agent_code: 'gate-2', read_at: READ_AT, note: 'de Sur' }
  await hub.call('POST', `${TAG}/report`, { token: operator, body: again })
  expect((await history()).report).toMatchObject({ agent_code: 'gate-2', note: 'de Sur' })
  expect(await alerts()).toMatchObject([{ kind: 'reported_tag', agent: { code: 'gate-2' } }])
})

test('a hundred reports that stand are not displaced by the next', async () => {
  const one = { agent_id: 1, read_at: now, note: '', reported_by: 'Ana' }
  const rows = Array.from({ length: 101 }, (_, i) => {
    return { ...one, uid: `E2000000000000${100 + i}`, reported_at: now + i }
  })
  await hub.db.insertInto('tag_reports').values(rows).execute()
  const tags = (await alerts()).map(({ tag }) => tag)
  expect(tags).toHaveLength(100)
  expect(tags).toContain(rows[0]?.uid)
  expect(tags).not.toContain(rows[100]?.uid)
})

test('what was settled stays settled when its asset is deleted before the cleanup', async () => {
  await report('azul')
  now += 10_000
  await register()
  now += 10_000
  await hub.db.updateTable('assets').set({ deleted_at: now }).execute()
  expect((await history()).report).toBeNull()
  expect(await alerts()).toEqual([])
  now += 10_000
  await report('otra vez')
  expect((await history()).report).toMatchObject({
    note: 'otra vez',
    reported_at: new Date(now).toISOString(),
  })
  expect(await alerts()).toHaveLength(1)
})

test('a read is of the future by no more than five minutes', async () => {
  const at = (ms: number) => new Date(now + ms).toISOString()
  const ask = async (read_at: string) => {
    const one = { agent_code: 'gate-1', read_at, note: '' }
    return await hub.call('POST', `${TAG}/report`, { token: operator, body: one })
  }
  const answer = await ask(at(300_001))
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error: 'invalid_input', issues: [{ path: 'read_at' }] },
  ])
  expect((await ask(at(300_000))).status).toBe(200)
})

test('a note that was added keeps a report for 90 days more', async () => {
  await report('azul')
  await hub.db
    .updateTable('tag_reports')
    .set({ reported_at: now - 80 * DAY_MS })
    .execute()
  await report('sigue ahí', admin)
  const clean = async () => {
    const cleanup = createCleanup({ db: hub.db, log: silent, now: () => now })
    await cleanup.start()
    cleanup.stop()
  }
  now += 90 * DAY_MS
  await clean()
  expect(await hub.db.selectFrom('tag_reports').select('uid').execute()).toHaveLength(1)
  now += 1
  await clean()
  expect(await hub.db.selectFrom('tag_reports').select('uid').execute()).toEqual([])
})
