import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PendingEntry } from '../entry.ts'
import { forgetCommands, resultOf, storeCommand, storeResult } from './commands.ts'
import { openOutboxFile } from './file/outbox-file.ts'
import { ReopeningStore } from './reopening-store.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commands-'))
  file = join(folder, 'outbox.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const command = { id: 'c1', pin: 17, state: 1 } as const
const done = JSON.stringify({ ...command, ok: true, onMs: 0, reason: 'done' })
const entry: PendingEntry = { kind: 'command_result', at: 1, mono: 1, clock: 'synced', data: done }

function openStore(agentCode = 'gate-1') {
  const options = { agentCode, boot: 'boot-1', monotonic: () => 1, now: () => 1, onNotice() {} }
  const store = new ReopeningStore({ file, ...options })
  store.open()
  return store
}

const results = (store: ReopeningStore) =>
  store.run((s) =>
    s.backlog().epochs.flatMap(({ epoch, watermark }) =>
      s
        .read(epoch, watermark, { rows: 100, bytes: 1 << 20 })
        .filter((row) => row.kind === 'command_result')
        .map((row) => JSON.parse(row.data) as object),
    ),
  )

it('the outbox reports a command that an earlier process left without a result as failed, once', () => {
  let store = openStore()
  store.write((s) => s.beginCommand(command))
  store.write((s) => s.beginCommand({ id: 'c2', pin: 27, state: 0 }))
  store.append([entry])
  store.close()
  const off = { ...command, state: 0, ok: true, onMs: 0, reason: 'auto_off' }
  const failed = { id: 'c2', pin: 27, state: 0, ok: false, onMs: 0, reason: 'failed' }
  for (let start = 0; start < 3; start++) {
    store = openStore()
    expect(results(store)).toEqual([JSON.parse(done), off, failed])
    const stored = store.write((s) => s.beginCommand({ id: 'c2', pin: 27, state: 0 }))
    expect(JSON.parse(stored?.result ?? '')).toEqual(failed)
    store.close()
  }
})

it('the outbox reports a relay that an earlier process left on as off, once, under its last id', () => {
  const on = (id: string, pin: 17 | 27) => {
    const key = { id, pin, state: 1 } as const
    const data = JSON.stringify({ ...key, ok: true, onMs: 700, reason: 'done' })
    store.write((s) => s.beginCommand(key))
    store.append([{ ...entry, data }])
  }
  const off = (id: string, pin: 17 | 27, reason: 'done' | 'auto_off') => {
    const data = JSON.stringify({ id, pin, state: 0, ok: true, onMs: 1, reason })
    if (reason === 'done') store.write((s) => s.beginCommand({ id, pin, state: 0 }))
    store.append([{ ...entry, data }])
  }
  const autoOffs = () => results(store).slice(said)
  let store = openStore()
  on('a', 17)
  off('a', 17, 'auto_off')
  on('b', 27)
  off('c', 27, 'done')
  let said = results(store).length
  store.close()
  store = openStore()
  expect(autoOffs()).toEqual([])
  on('d', 17)
  on('e', 17)
  on('f', 27)
  off('g', 27, 'done')
  said = results(store).length
  const left = { id: 'e', pin: 17, state: 0, ok: true, onMs: 700, reason: 'auto_off' }
  for (let start = 0; start < 3; start++) {
    store.close()
    store = openStore()
    expect(autoOffs()).toEqual([left])
  }
  const stored = store.write((s) => s.beginCommand({ id: 'e', pin: 17, state: 1 }))
  expect(JSON.parse(stored?.result ?? '')).toMatchObject({ state: 1, reason: 'done' })
  store.close()
})

it('the outbox opens also when the result of a command is damaged', () => {
  let store = openStore()
  store.write((s) => s.beginCommand(command))
  store.append([entry])
  store.close()
  const { db } = openOutboxFile(file)
  db.prepare('update commands set result = ?').run('{"id":')
  db.close()
  store = openStore()
  expect(results(store)).toEqual([JSON.parse(done)])
  store.close()
})

it('the outbox does not give the commands of one agent to another', () => {
  let store = openStore()
  store.write((s) => s.beginCommand(command))
  store.close()
  store = openStore('gate-2')
  expect(results(store)).toEqual([])
  expect(store.write((s) => s.beginCommand(command))).toBeNull()
  store.close()
})

it('the outbox forgets ids only when a day of running time and a thousand others have passed', () => {
  const { db } = openOutboxFile(file)
  const isKnown = (id: string) =>
    db.prepare('select 1 from commands where id = ?').get(id) !== undefined
  const store = (id: string, uptimeHours: number) => {
    storeCommand(db, { id, pin: 17, state: 1 }, uptimeHours)
    storeResult(db, JSON.stringify({ id }))
  }
  storeCommand(db, { id: 'unfinished', pin: 17, state: 1 }, 0)
  store('old', 0)
  for (let i = 0; i < 999; i++) store(`c${i}`, 1)
  forgetCommands(db, 1000)
  expect(isKnown('old')).toBe(true)
  store('c999', 1)
  forgetCommands(db, 24)
  expect(isKnown('old')).toBe(true)
  forgetCommands(db, 1000)
  expect(isKnown('old')).toBe(false)
  expect(isKnown('unfinished')).toBe(true)
  expect(isKnown('c0')).toBe(true)
  db.close()
})

it('the outbox reports relays of a name by it, those with a pin that hubs know by both', () => {
  const begin = (key: Parameters<typeof storeCommand>[1]) => store.write((s) => s.beginCommand(key))
  const on = (key: Parameters<typeof storeCommand>[1]) => {
    begin(key)
    const data = resultOf(key, { ok: true, onMs: 700, reason: 'done' })
    store.append([{ ...entry, data: JSON.stringify(data) }])
  }
  let store = openStore()
  on({ id: 'a', pin: 22, relay: 'Salida', state: 1 })
  on({ id: 'b', pin: -1, relay: 'Patio', state: 1 })
  on({ id: 'c', pin: -1, relay: 'Muelle', state: 1 })
  on({ id: 'd', pin: 27, relay: 'Fondo', state: 1 })
  const off = resultOf(
    { id: 'b', pin: -1, relay: 'Patio', state: 0 },
    { ok: true, onMs: 700, reason: 'auto_off' },
  )
  store.append([{ ...entry, data: JSON.stringify(off) }])
  begin({ id: 'e', pin: 22, relay: 'Salida', state: 1 })
  store.close()
  store = openStore()
  const ended = { state: 0, ok: true, onMs: 700, reason: 'auto_off' }
  expect(results(store).slice(-4)).toEqual([
    { id: 'a', relay: 'Salida', ...ended },
    { id: 'c', relay: 'Muelle', ...ended },
    { id: 'd', pin: 27, relay: 'Fondo', ...ended },
    { id: 'e', relay: 'Salida', state: 1, ok: false, onMs: 0, reason: 'failed' },
  ])
  store.close()
})

it('the outbox takes over a file from before relays had names, and what it says of commands', () => {
  let store = openStore()
  store.write((s) => s.beginCommand(command))
  store.append([entry])
  store.close()
  const db = new SqliteDatabase(file)
  db.exec('alter table commands drop column relay; pragma user_version = 1')
  db.close()
  store = openStore()
  expect(store.write((s) => s.beginCommand(command))).toEqual({ result: done })
  expect(results(store)).toHaveLength(2)
  const named = { id: 'n', pin: 22, relay: 'Salida', state: 1 } as const
  expect(store.write((s) => s.beginCommand(named))).toBeNull()
  store.close()
  store = openStore()
  expect(results(store).at(-1)).toMatchObject({ id: 'n', relay: 'Salida', reason: 'failed' })
  store.close()
})

it('an outbox from before versions says, once taken over, that the version before this can go on with it', () => {
  openStore().close()
  const db = new SqliteDatabase(file)
  db.exec(`alter table commands drop column relay; pragma user_version = 0;
    delete from meta where key = 'readable_from'`)
  db.close()
  openStore().close()
  const after = new SqliteDatabase(file)
  const readableFrom = after.prepare(`select value from meta where key = 'readable_from'`)
  expect(readableFrom.pluck().get()).toBe('1')
  after.close()
})
