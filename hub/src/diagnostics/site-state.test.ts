import type { HubAlert } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DiskState } from '../alerts/of-hub/disk-watch.ts'
import { dialectOf } from '../store/database.ts'
import { countedStatements } from '../testing/counted-statements.ts'
import { addDatabaseSize } from '../store/settings/settings.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { createSiteState, type SiteStateParts } from './site-state.ts'

const DAY_MS = 86_400_000
const GB = 1e9
let store: TempStore
let now: number
let alerts: HubAlert[]
let disks: DiskState[]
beforeEach(async () => {
  store = await openTempStore()
  now = Date.UTC(2026, 10, 20, 12)
  alerts = []
  disks = [{ level: 'ok', path: store.config.dataDir, free: 50 * GB, total: 100 * GB }]
})
afterEach(() => store.close())

const open = (parts: Partial<SiteStateParts> = {}) =>
  createSiteState({
    config: { dataDir: store.config.dataDir, tls: null },
    readOnly: store.readOnly,
    watch: {
      alerts: () => alerts,
      disks: () => disks,
      backup: () => ({ level: 'warn', newest: { at: now - DAY_MS, bytes: 7 }, maxHours: 12 }),
    },
    presence: { isConnected: () => true, lastSeen: () => now },
    replicas: { me: 'me', others: () => [] },
    accessList: { image: null },
    waitingMails: () => 2,
    waitingEntries: () => 3,
    version: '1.2.3',
    now: () => now,
    ...parts,
  })

const standing = (kind: HubAlert['kind'], cause: string | null = null): HubAlert => {
  return { kind, hub: 'h', since: new Date(now).toISOString(), until: null, cause }
}

async function addAgent(code: string, columns: { clock?: string; outbox?: object } = {}) {
  const { clock = 'synced', outbox = { unacked: 0, bytes: 0, maxBytes: 100 } } = columns
  const row = { code, code_key: code, name: code.toUpperCase(), created_at: 0 }
  const { id } = await store.db
    .insertInto('agents')
    .values({ ...row, clock, outbox: JSON.stringify(outbox) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addClockOff(agent_id: number, off: number) {
  const event = { event: 'clock_off', detail: `${off} ms`, at: now, received_at: now }
  await store.db
    .insertInto('agent_events')
    .values({ epoch_id: 1, seq: agent_id, agent_id, ...event })
    .execute()
}

it('says where gates are not told of all tags', async () => {
  const place = { id: 'a'.repeat(16), edits: 1 }
  const image = {
    place,
    was: null,
    digest: '',
    buckets: [],
    denied: ['TAG-1'],
    deniedDigest: '',
    tags: 7,
  }
  const stateOf = async (full: { isFull: boolean; isDeniedFull: boolean }) =>
    (await open({ accessList: { image: { ...image, ...full } } })()).access
  const figures = { tags: 7, denied: 1 }
  expect(await stateOf({ isFull: false, isDeniedFull: false })).toEqual({ level: 'ok', ...figures })
  expect(await stateOf({ isFull: true, isDeniedFull: false })).toEqual({ level: 'bad', ...figures })
  expect(await stateOf({ isFull: false, isDeniedFull: true })).toEqual({ level: 'bad', ...figures })
})

it('a hub in order says so, with its figures', async () => {
  await addAgent('g1', { outbox: { unacked: 4, bytes: 1, maxBytes: 100 } })
  const kind = dialectOf(store.db)
  expect(await open()()).toEqual({
    disks: [{ level: 'ok', path: store.config.dataDir, free_bytes: 50 * GB, bytes: 100 * GB }],
    database: { level: 'ok', kind, bytes: expect.any(Number), bytes_a_day: null, full_at: null },
    backup: { level: 'warn', at: '2026-11-19T12:00:00.000Z', bytes: 7, max_hours: 12 },
    certificate: null,
    clock: { level: 'ok', hub_at: '2026-11-20T12:00:00.000Z', agents: [] },
    queues: { level: 'ok', mails: 2, entries: 3, outboxes: 4, dead_letters: 0 },
    replicas: [{ name: expect.any(String), version: '1.2.3', own: true }],
  })
})

it('the alerts of the hub decide how it stands, and those that are over do not', async () => {
  const levels = async () => {
    const { database, queues } = await open()()
    return [database.level, queues.level]
  }
  alerts = [{ ...standing('database_away'), until: new Date(now).toISOString() }]
  expect(await levels()).toEqual(['ok', 'ok'])
  alerts = [standing('disk_full', 'hub')]
  expect(await levels()).toEqual(['ok', 'ok'])
  alerts = [standing('disk_full', 'database')]
  expect(await levels()).toEqual(['bad', 'ok'])
  alerts = [standing('database_away', 'refused'), standing('mail_failing', 'password')]
  expect(await levels()).toEqual(['bad', 'warn'])
})

it('the day when the disk is full follows from how the database grew, where it is the disk of this machine', async () => {
  const state = open()
  const { bytes } = (await state()).database
  const size = { at: now - 5 * DAY_MS, bytes: (bytes ?? 0) - 10 * GB, kind: dialectOf(store.db) }
  await addDatabaseSize(store.db, size)
  const grown = (await open()()).database
  expect((grown.bytes_a_day ?? 0) / GB).toBeCloseTo(2, 1)
  if (dialectOf(store.db) === 'postgres')
    return expect(grown).toMatchObject({ full_at: null, level: 'ok' })
  expect(grown.full_at?.slice(0, 10)).toBe('2026-12-15')
  expect(grown.level).toBe('warn')
  disks = [{ level: 'ok', path: store.config.dataDir, free: 8000 * GB, total: 9000 * GB }]
  expect((await open()()).database).toMatchObject({ full_at: null, level: 'ok' })
})

it('the clocks that are off the most come first, each agent once, and those that nothing sets last', async () => {
  for (let i = 1; i <= 12; i++) await addClockOff(await addAgent(`g${i}`), i * -400_000)
  await addClockOff(await addAgent('both', { clock: 'unsynced' }), 9_000_000)
  await addAgent('alone', { clock: 'unsynced' })
  const { clock } = await open()()
  expect(clock.level).toBe('warn')
  expect(clock.agents).toHaveLength(10)
  expect(clock.agents.slice(0, 2)).toEqual([
    { code: 'both', name: 'BOTH', off_ms: 9_000_000 },
    { code: 'g12', name: 'G12', off_ms: -4_800_000 },
  ])
  await store.db.deleteFrom('agent_events').execute()
  expect((await open()()).clock.agents.map(({ code, off_ms }) => [code, off_ms])).toEqual([
    ['alone', null],
    ['both', null],
  ])
})

it('an outbox that fills is a queue to look at', async () => {
  await addAgent('g1', { outbox: { unacked: 9, bytes: 81, maxBytes: 100 } })
  expect((await open()()).queues).toMatchObject({ level: 'warn', outboxes: 9 })
})

it('dead letters are counted to a limit', async () => {
  const agent_id = await addAgent('g1')
  const letter = { epoch_id: 1, agent_id, received_at: now, kind: 'read', payload: '{}', error: '' }
  const rows = Array.from({ length: 500 }, (_, seq) => ({ ...letter, seq }))
  for (let i = 0; i < 21; i++) {
    await store.db
      .insertInto('dead_letters')
      .values(rows.map((row) => ({ ...row, seq: row.seq + i * 500 })))
      .execute()
  }
  expect((await open()()).queues.dead_letters).toBe(10_000)
})

it('however many ask, the database works once, and the hub’s clock is of each answer', async () => {
  const { db: readOnly, count } = countedStatements(store.readOnly)
  const state = open({ readOnly })
  await Promise.all(Array.from({ length: 20 }, () => state()))
  const once = count()
  expect(once).toBeLessThan(20)
  now += 1000
  const { clock } = await state()
  expect(count()).toBe(once)
  expect(clock.hub_at).toBe('2026-11-20T12:00:01.000Z')
})

it('what a database does not say is unknown, and what is known without it is said', async () => {
  const failing = store.readOnly.withPlugin({
    transformQuery() {
      throw new Error('the database is away')
    },
    transformResult: async ({ result }) => result,
  })
  const state = await open({ readOnly: failing })()
  expect(state).toMatchObject({
    disks: [{ level: 'ok' }],
    database: { level: 'unknown', bytes: null, bytes_a_day: null, full_at: null },
    backup: { level: 'warn' },
    clock: { level: 'unknown', agents: [] },
    queues: { level: 'unknown', mails: 2, outboxes: null, dead_letters: null },
  })
  alerts = [standing('database_away', 'refused')]
  expect((await open({ readOnly: failing })()).database.level).toBe('bad')
})
