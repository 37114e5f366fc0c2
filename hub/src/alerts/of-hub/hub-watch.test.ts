import type { HubAlert } from '@vehicle-control/protocol'
import { DatabaseError } from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { silent } from '../../testing/test-hub.ts'
import { BackupWatch } from './backup-watch.ts'
import { DatabaseWatch } from './database-watch.ts'
import { DiskWatch, type FreeSpace, measureDisks } from './disk-watch.ts'
import { createHubWatch } from './hub-watch.ts'
import { mailCause, MailWatch } from './mail-watch.ts'

const GIB = 1024 ** 3
const START = Date.UTC(2026, 10, 20, 12)
const MINUTE_MS = 60_000
let now: number
beforeEach(() => void (now = START))

const failure = (code: string, more: object = {}) =>
  Object.assign(new Error(code), { code, ...more })

describe('a disk', () => {
  let space: FreeSpace
  let canWrite: boolean
  let disk: DiskWatch
  beforeEach(() => {
    space = { path: '/', free: 50, total: 100 }
    canWrite = true
    disk = new DiskWatch({
      measure: async () => [{ path: '/data', free: 90, total: 100 }, space],
      tryWrite: async () => {
        if (!canWrite) throw failure('SQLITE_FULL')
      },
      now: () => now,
    })
  })
  const kindAt = async (free: number, total = 100) => {
    space = { path: '/', free, total }
    now += MINUTE_MS
    await disk.look()
    return disk.findings()[0]?.kind ?? null
  }

  it('is nearly full, full and neither again only well beyond each limit', async () => {
    expect(await kindAt(15)).toBeNull()
    expect(await kindAt(14)).toBe('disk_filling')
    expect(disk.findings()).toMatchObject([{ since: now, free_bytes: 14, cause: 'hub' }])
    const since = now
    expect(await kindAt(17)).toBe('disk_filling')
    expect(disk.findings()).toMatchObject([{ since }])
    expect(await kindAt(18)).toBeNull()
    expect(await kindAt(4)).toBe('disk_full')
    expect(await kindAt(5.5)).toBe('disk_full')
    expect(await kindAt(6)).toBe('disk_filling')
  })

  it('that loses a little is no news', async () => {
    await kindAt(1_540_000_000, 100 * GIB)
    const before = disk.findings()
    expect(before).toMatchObject([{ free_bytes: 1_500_000_000 }])
    await kindAt(1_539_995_904, 100 * GIB)
    expect(disk.findings()).toEqual(before)
  })

  it('that is large may be fuller by its share', async () => {
    expect(await kindAt(100 * GIB, 4000 * GIB)).toBeNull()
    expect(await kindAt(19 * GIB, 4000 * GIB)).toBe('disk_filling')
    expect(await kindAt(1 * GIB, 4000 * GIB)).toBe('disk_full')
  })

  it('that refused a write is full until it has taken one and refused none for two minutes', async () => {
    disk.refused('database')
    const full = { kind: 'disk_full', cause: 'database', since: START, until: null }
    expect(disk.findings()).toEqual([full])
    canWrite = false
    expect(await kindAt(50)).toBe('disk_full')
    expect(await kindAt(50)).toBe('disk_full')
    canWrite = true
    disk.refused('database')
    expect(await kindAt(50)).toBe('disk_full')
    expect(disk.findings()).toEqual([full])
    expect(await kindAt(50)).toBeNull()
  })

  it('stands as its alert does, and is unknown when it was not measured for five minutes', async () => {
    await kindAt(14)
    const [worst, other] = disk.disks()
    expect(worst).toEqual({ path: '/', free: 14, total: 100, level: 'warn' })
    expect(other).toEqual({ path: '/data', free: 90, total: 100, level: 'ok' })
    await kindAt(4)
    disk.refused('database')
    expect(disk.disks().map(({ level }) => level)).toEqual(['bad', 'ok'])
    await kindAt(50)
    expect(disk.disks().map(({ level }) => level)).toEqual(['ok', 'ok'])
    disk.refused('hub')
    expect(disk.disks().map(({ level }) => level)).toEqual(['bad', 'ok'])
    now += 5 * MINUTE_MS + 1
    expect(disk.disks().map(({ level }) => level)).toEqual(['unknown', 'unknown'])
  })

  it('that is small and fills is told of beside a large one with a smaller share', async () => {
    const large = { path: '/large', free: 100 * GIB, total: 4000 * GIB }
    const both = new DiskWatch({
      measure: async () => [large, { path: '/small', free: 1 * GIB, total: 10 * GIB }],
      tryWrite: async () => {},
      now: () => now,
    })
    await both.look()
    expect(both.findings()).toMatchObject([{ kind: 'disk_filling', free_bytes: 1_100_000_000 }])
  })

  it('is measured where there is one, and once for all that lies on it', async () => {
    const [one, ...others] = await measureDisks(['/no/such/folder', '.', 'hub'])
    expect(others).toEqual([])
    expect(one?.path).toBe('.')
    expect(one?.free).toBeLessThanOrEqual(one?.total ?? 0)
  })
})

describe('a database', () => {
  let answer: () => Promise<void>
  const openWatch = (withinMs = 60_000) =>
    new DatabaseWatch({ ask: () => answer(), withinMs, now: () => now })
  const answers = async () => {}
  const fails = (code: string) => () => Promise.reject(failure(code))
  async function look(watch: DatabaseWatch) {
    now += 5000
    await watch.look()
    return watch.findings()
  }

  it('is away from its first missing answer to its first new one, and so it is listed an hour', async () => {
    const watch = openWatch()
    answer = answers
    expect(await look(watch)).toEqual([])
    answer = fails('ECONNREFUSED')
    expect(await look(watch)).toEqual([])
    const since = now
    const away = { kind: 'database_away', since, until: null, cause: 'refused' }
    expect(await look(watch)).toEqual([away])
    answer = answers
    expect(await look(watch)).toEqual([away])
    const until = now
    expect(await look(watch)).toEqual([{ ...away, until }])
    now += 59 * MINUTE_MS
    expect(await look(watch)).toEqual([{ ...away, until }])
    now += MINUTE_MS
    expect(await look(watch)).toEqual([])
  })

  it('that answers now and then does not flap', async () => {
    const watch = openWatch()
    for (let i = 0; i < 10; i++) {
      answer = i % 2 === 0 ? fails('ECONNREFUSED') : answers
      expect(await look(watch)).toEqual([])
    }
  })

  it('that says nothing is asked again only once the last question has ended', async () => {
    let asked = 0
    let end = () => {}
    const watch = openWatch(1)
    answer = () => {
      asked++
      return new Promise((resolve) => (end = resolve))
    }
    await look(watch)
    expect(await look(watch)).toMatchObject([{ cause: 'no_answer' }])
    expect(asked).toBe(1)
    end()
    answer = answers
    await new Promise(setImmediate)
    await look(watch)
    expect(await look(watch)).toMatchObject([{ until: now - 5000 }])
  })

  it('that says nothing is away, with the reason where one is known', async () => {
    const watch = openWatch(1)
    answer = () => new Promise(() => {})
    await look(watch)
    expect(await look(watch)).toMatchObject([{ cause: 'no_answer' }])
    for (const [code, cause] of [
      ['ENOTFOUND', 'unknown_host'],
      ['SQLITE_IOERR_READ', 'file'],
      ['EWHATEVER', 'no_answer'],
    ] as const) {
      const other = openWatch()
      answer = fails(code)
      await look(other)
      expect(await look(other)).toMatchObject([{ cause }])
    }
  })
})

describe('a mail server', () => {
  let verify: () => Promise<void>
  let watch: MailWatch
  beforeEach(() => {
    verify = async () => {}
    watch = new MailWatch({ server: 'mail.test:587', verify: () => verify(), now: () => now })
  })

  it('fails after two mails in a row that it did not take, and until it takes one', () => {
    watch.failed(failure('EAUTH'))
    expect(watch.findings()).toEqual([])
    now += MINUTE_MS
    watch.failed(failure('EAUTH'))
    const failing = { kind: 'mail_failing', since: START, until: null, server: 'mail.test:587' }
    expect(watch.findings()).toEqual([{ ...failing, cause: 'password' }])
    watch.sent()
    expect(watch.findings()).toEqual([])
  })

  it('that fails is asked every five minutes whether it is well', async () => {
    let asked = 0
    verify = async () => {
      asked++
      throw failure('ECONNECTION', { originalCode: 'ECONNREFUSED' })
    }
    watch.failed(failure('ETIMEDOUT'))
    for (let minute = 0; minute < 11; minute++) {
      now += MINUTE_MS
      await watch.look()
    }
    expect(asked).toBe(2)
    expect(watch.findings()).toMatchObject([{ cause: 'refused', since: START }])
    verify = async () => {}
    now += 5 * MINUTE_MS
    await watch.look()
    expect(watch.findings()).toEqual([])
  })

  it('that refused mails for what is in them is not well because it greets', async () => {
    watch.failed(failure('EENVELOPE'), 'ana@test.co')
    watch.failed(failure('EENVELOPE'), 'luis@test.co')
    now += 60 * MINUTE_MS
    await watch.look()
    expect(watch.findings()).toMatchObject([{ cause: 'rejected' }])
    now += 24 * 60 * MINUTE_MS
    await watch.look()
    expect(watch.findings()).toEqual([])
  })

  it('that refuses one mail each day, which a stranger may have asked for, does not fail', async () => {
    watch.failed(failure('EENVELOPE'), 'ana@test.co')
    for (let day = 0; day < 3; day++) {
      now += 23 * 60 * MINUTE_MS
      watch.failed(failure('EENVELOPE'), 'pared@test.co')
      await watch.look()
    }
    expect(watch.findings()).toEqual([])
    const since = now
    now += MINUTE_MS
    watch.failed(failure('EENVELOPE'), 'ana@test.co')
    expect(watch.findings()).toMatchObject([{ cause: 'rejected', since }])
  })

  it.each([
    [failure('ETLS'), 'certificate'],
    [failure('ESOCKET', { originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'certificate'],
    [failure('EDNS'), 'unknown_host'],
    [failure('ESOCKET'), 'no_answer'],
    [failure('EABORT'), 'no_answer'],
    [failure('EWHATEVER'), 'other'],
    [null, 'other'],
  ])('gives a reason for %s', (error, cause) => expect(mailCause(error)).toBe(cause))
})

it('a hub tells what changed, once, and what a full disk refused at once', async () => {
  const said: (readonly HubAlert[])[] = []
  let isThere = true
  const watch = createHubWatch({
    disk: new DiskWatch({
      measure: async () => [{ path: '/', free: 50, total: 100 }],
      tryWrite: async () => {},
      now: () => now,
    }),
    database: new DatabaseWatch({
      ask: () => (isThere ? Promise.resolve() : Promise.reject(failure('ECONNREFUSED'))),
      withinMs: 1000,
      now: () => now,
    }),
    backup: new BackupWatch({ readOnly: null as never, maxHours: 0, now: () => now }),
    mail: null,
    hub: 'hub-1',
    log: silent,
    onChange: (alerts) => said.push(alerts),
  })
  await watch.look()
  await watch.look()
  expect(said).toEqual([])

  watch.noteFault(failure('SQLITE_BUSY'))
  watch.noteFault(new DatabaseError('no room', 1, 'error'))
  expect(said).toEqual([])
  const noRoom = Object.assign(new DatabaseError('no room', 1, 'error'), { code: '53100' })
  watch.noteFault(noRoom)
  watch.noteFault(noRoom)
  const since = new Date(START).toISOString()
  const full = { kind: 'disk_full', hub: 'hub-1', since, until: null, cause: 'database' }
  expect(said).toEqual([[full]])

  isThere = false
  await watch.look()
  await watch.look()
  const away = { kind: 'database_away', hub: 'hub-1', since, until: null, cause: 'refused' }
  expect(said.slice(1)).toEqual([[away, full]])
  expect(watch.alerts()).toEqual([away, full])
})
