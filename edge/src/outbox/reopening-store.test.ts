import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PendingEntry } from '../entry.ts'
import { openOutboxFile, type Sqlite } from './file/outbox-file.ts'
import { BlockedError, ReopeningStore, type OutboxNotice } from './reopening-store.ts'

let folder = ''
let notices: OutboxNotice[] = []
let file = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durable-'))
  file = join(folder, 'outbox.db')
  notices = []
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (uid: string): PendingEntry => ({
  kind: 'read',
  at: 1_760_000_000_000,
  mono: 1,
  clock: 'synced',
  data: JSON.stringify({ uid, reader: 'gate' }),
})

/**
 * A file whose next transactions fail with an error of SQLite's. `committed` leaves the rows in the
 * file all the same, as an fsync that fails after the write may.
 */
function failingOpen() {
  const state = { code: '', failures: 0, committed: false }
  const open = (path: string) => {
    const opened = openOutboxFile(path)
    const db = new Proxy(opened.db, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target)
        if (key === 'transaction') {
          return (work: () => void) => () => {
            if (state.failures === 0) return target.transaction(work)()
            state.failures--
            if (state.committed) target.transaction(work)()
            throw new SqliteDatabase.SqliteError('injected', state.code)
          }
        }
        return typeof value === 'function' ? value.bind(target) : value
      },
    }) as Sqlite
    return { ...opened, db }
  }
  return { state, open }
}

function storeOn(open = openOutboxFile, maxBytes?: number) {
  const store = new ReopeningStore({
    file,
    open,
    agentCode: 'gate-1',
    ...(maxBytes === undefined ? {} : { maxBytes }),
    boot: 'boot-1',
    monotonic: () => 1,
    now: () => 1_760_000_000_000,
    onNotice: (notice) => {
      notices.push(notice)
    },
  })
  store.open()
  return store
}

const uids = (store: ReopeningStore) =>
  store.run((s) =>
    s
      .backlog()
      .epochs.flatMap(({ epoch, watermark }) =>
        s
          .read(epoch, watermark, { rows: 100, bytes: 1 << 20 })
          .map((row) => (JSON.parse(row.data) as { uid: string }).uid),
      ),
  )

describe('the outbox after a failed commit', () => {
  it.each([false, true])(
    'writes the entries once, in a new epoch; had they reached the file: %s',
    (committed) => {
      const { state, open } = failingOpen()
      const store = storeOn(open)
      store.append([read('A')])
      const before = store.run((s) => s.epoch)
      Object.assign(state, { code: 'SQLITE_IOERR_FSYNC', failures: 1, committed })
      const place = store.append([read('B'), read('C')])
      expect(place.epoch).not.toBe(before)
      expect(notices.map((n) => n.event)).toEqual(['outbox_reopened'])
      expect(uids(store)).toEqual(['A', 'B', 'C'])
      store.close()
    },
  )

  it.each([2, 3, 4, 5])('writes them once after %s failures in a row', (failures) => {
    for (const committed of [false, true]) {
      const { state, open } = failingOpen()
      const store = storeOn(open)
      store.append([read('A')])
      Object.assign(state, { code: 'SQLITE_IOERR_FSYNC', failures, committed })
      for (let tries = 0; ; tries++) {
        try {
          store.append([read('B'), read('C')])
          break
        } catch (error) {
          expect(error).toBeInstanceOf(BlockedError)
          expect(tries).toBeLessThan(failures)
        }
      }
      expect(uids(store)).toEqual(['A', 'B', 'C'])
      store.close()
      rmSync(file)
    }
  })

  it('leaves the entries to the caller while the fault lasts', () => {
    const { state, open } = failingOpen()
    const store = storeOn(open)
    Object.assign(state, { code: 'SQLITE_IOERR_WRITE', failures: Number.POSITIVE_INFINITY })
    expect(() => store.append([read('A')])).toThrow(BlockedError)
    expect(() => store.append([read('A')])).toThrow(BlockedError)
    state.failures = 0
    store.append([read('A')])
    expect(uids(store)).toEqual(['A'])
    store.close()
  })
})

it('the outbox takes a command for known when its first commit may have reached the file', () => {
  const { state, open } = failingOpen()
  const store = storeOn(open)
  Object.assign(state, { code: 'SQLITE_IOERR_FSYNC', failures: 1, committed: true })
  const begin = () => store.write((s) => s.beginCommand({ id: 'c1', pin: 17, state: 1 }))
  expect(begin()).toEqual({ result: null })
  store.append([read('A')])
  expect(uids(store)).toEqual(['A'])
  store.close()
})

describe('a damaged file', () => {
  it('is set aside at start, and the edge goes on with a new one', () => {
    writeFileSync(file, 'this is no database'.repeat(1000))
    const store = storeOn()
    expect(notices).toMatchObject([{ event: 'outbox_replaced' }])
    expect(readdirSync(folder).some((name) => name.startsWith('outbox.db.corrupt.'))).toBe(true)
    store.append([read('A')])
    expect(uids(store)).toEqual(['A'])
    store.close()
  })

  it('is set aside when it shows later, and the present entries are kept', () => {
    const { state, open } = failingOpen()
    const store = storeOn(open)
    store.append([read('A')])
    Object.assign(state, { code: 'SQLITE_CORRUPT', failures: 1 })
    store.append([read('B')])
    expect(notices.map((n) => n.event)).toContain('outbox_replaced')
    expect(uids(store)).toEqual(['B'])
    store.close()
  })
})

it('the reserve is made whole again after a writing that was cut short', () => {
  writeFileSync(join(folder, 'reserve'), 'x'.repeat(1000))
  const store = storeOn()
  expect(statSync(join(folder, 'reserve')).size).toBe(16 << 20)
  store.close()
})

it('the outbox at its cap tells of dropped entries once, and again after a while without', () => {
  const { db } = openOutboxFile(file)
  db.close()
  const store = storeOn(openOutboxFile, 1 << 20)
  const fill = () => {
    for (let i = 0; i < 12; i++) {
      store.append(Array.from({ length: 10 }, () => read('x'.repeat(10_000))))
    }
  }
  fill()
  store.maintain(1)
  fill()
  const full = () => notices.filter((n) => n.event === 'outbox_full').length
  expect(full()).toBe(1)
  store.maintain(1)
  store.maintain(1)
  fill()
  expect(full()).toBe(2)
  store.close()
})

describe('a full disk', () => {
  it('takes no command, and leaves no trace of it', () => {
    const { state, open } = failingOpen()
    const store = storeOn(open)
    const begin = () => store.write((s) => s.beginCommand({ id: 'c1', pin: 17, state: 1 }))
    Object.assign(state, { code: 'SQLITE_FULL', failures: Number.POSITIVE_INFINITY })
    expect(begin).toThrow(BlockedError)
    state.failures = 0
    expect(begin()).toBeNull()
    store.close()
  })

  it('gets the reserve back, then blocks, and goes on when there is room', () => {
    const { state, open } = failingOpen()
    const store = storeOn(open)
    expect(existsSync(join(folder, 'reserve'))).toBe(true)
    Object.assign(state, { code: 'SQLITE_FULL', failures: Number.POSITIVE_INFINITY })
    expect(() => store.append([read('A')])).toThrow(BlockedError)
    expect(existsSync(join(folder, 'reserve'))).toBe(false)
    state.failures = 0
    store.append([read('A')])
    expect(uids(store)).toEqual(['A'])
    expect(notices).toEqual([])
    store.close()
  })
})
