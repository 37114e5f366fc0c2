import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  expectAll,
  fill,
  PAGE,
  overwrite,
  nameOf,
  read,
  salvageAll,
  sent,
  skipReserve,
  stumble,
} from '../../testing/damaged-outbox.ts'
import { type OutboxNotice, ReopeningStore } from '../reopening-store.ts'
import { forgetSalvaged } from './set-aside.ts'

let folder = ''
let file = ''
let notices: OutboxNotice[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salvage-'))
  file = join(folder, 'outbox.db')
  notices = []
  skipReserve(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

function openStore(): ReopeningStore {
  const store = closedStore()
  store.open()
  return store
}

function closedStore(): ReopeningStore {
  return new ReopeningStore({
    file,
    agentCode: 'gate-1',
    boot: 'boot-1',
    monotonic: () => 1,
    now: () => 1_760_000_000_000,
    onNotice: (notice) => notices.push(notice),
  })
}

it('salvage brings the commands back, and fails those that nobody executes any more', () => {
  let store = openStore()
  const begin = (id: string) =>
    store.write((s) => s.beginCommand({ id, pin: 22, relay: 'Salida', state: 1 }))
  const result = (id: string) => {
    const data = JSON.stringify({
      id,
      relay: 'Salida',
      state: 1,
      ok: true,
      onMs: 0,
      reason: 'done',
    })
    return { ...read(''), kind: 'command_result', data }
  }
  begin('done')
  store.append([result('done')])
  begin('running')
  stumble(store)
  // Its result comes before the command itself is back.
  store.append([result('running')])
  begin('lost')
  salvageAll(store)
  expect(JSON.parse(begin('done')?.result ?? '')).toMatchObject({ ok: true })
  expect(JSON.parse(begin('running')?.result ?? '')).toMatchObject({ ok: true })
  store.close()
  overwrite(file, 0, Buffer.alloc(PAGE))
  store = openStore()
  salvageAll(store)
  expect(JSON.parse(begin('running')?.result ?? '')).toMatchObject({ ok: true })
  expect(JSON.parse(begin('lost')?.result ?? '')).toMatchObject({ reason: 'failed' })
  const results = sent(store).filter(({ row }) => row.kind === 'command_result')
  expect(results.map(({ row }) => JSON.parse(row.data) as object)).toMatchObject(
    ['done', 'running', 'lost'].map((id) => ({ id, relay: 'Salida' })),
  )
  store.close()
})

it('a part that cannot be read twice has the file salvaged, once may be a card that was away', () => {
  const store = openStore()
  const accepted = fill(store, 100)
  stumble(store, 'SQLITE_IOERR_READ')
  expect(notices.map((n) => n.event)).toEqual(['outbox_reopened'])
  stumble(store, 'SQLITE_IOERR_READ')
  expect(notices.map((n) => n.event)).toEqual(['outbox_reopened', 'outbox_replaced'])
  const after = fill(store, 10)
  expect([...after.keys()].map((name) => nameOf(name)[1])[0]).toBe(101)
  salvageAll(store)
  expect(expectAll(store, new Map([...accepted, ...after]))).toBe(0)
  store.close()
})

it('a damaged file is set aside on a full disk too, in the room that is reserved', () => {
  let store = openStore()
  const accepted = fill(store, 200)
  store.close()
  overwrite(file, 8 * PAGE, Buffer.alloc(PAGE, 0xa5))
  // What is to be salvaged cannot be written down.
  symlinkSync('/dev/full', `${file}.epochs.json.new`)
  store = closedStore()
  expect(() => store.open()).toThrow('no space left')
  expect(existsSync(join(folder, 'reserve'))).toBe(false)
  rmSync(`${file}.epochs.json.new`)
  store.open()
  salvageAll(store)
  expect(expectAll(store, accepted)).toBeLessThan(PAGE / 25)
  store.close()
})

it('few salvaged files are kept, and none that is still to be salvaged is deleted', () => {
  const store = openStore()
  const kept = () => readdirSync(folder).filter((n) => /\.corrupt\.\d+$/.test(n)).length
  const accepted = new Map<string, string>()
  for (let i = 0; i < 5; i++) {
    for (const [name, data] of fill(store, 20)) accepted.set(name, data)
    stumble(store)
  }
  expect(kept()).toBe(5)
  salvageAll(store)
  expect(kept()).toBe(3)
  expect(expectAll(store, accepted)).toBe(0)
  store.close()
})

it('salvaged files are kept up to 256 MiB together, the newest ones', () => {
  const kept = () => readdirSync(folder).filter((name) => name.includes('.corrupt.'))
  for (const time of [9, 10, 11]) {
    writeFileSync(`${file}.corrupt.${time}`, '')
    writeFileSync(`${file}.corrupt.${time}-wal`, '')
    // No bytes are written for it.
    truncateSync(`${file}.corrupt.${time}-wal`, 100 * 1024 ** 2)
  }
  forgetSalvaged(file, [])
  expect(kept().toSorted()).toEqual(
    [10, 11].flatMap((time) => [`outbox.db.corrupt.${time}`, `outbox.db.corrupt.${time}-wal`]),
  )
})

it('a file of another build is salvaged, and one without a version is taken over', () => {
  let store = openStore()
  const accepted = fill(store, 100)
  store.close()
  const change = (sql: string) => {
    const db = new SqliteDatabase(file)
    db.exec(sql)
    db.close()
  }
  change('pragma user_version = 0')
  store = openStore()
  expect(notices).toEqual([])
  store.close()
  change('alter table commands drop column uptime')
  store = openStore()
  expect(notices).toMatchObject([{ event: 'outbox_replaced' }])
  salvageAll(store)
  expect(expectAll(store, accepted)).toBe(0)
  store.close()
})
