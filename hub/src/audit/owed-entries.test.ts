import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dialectOf } from '../store/database.ts'
import { verifyAuditChain } from '../store/people/verify-audit.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { OwedEntries } from './owed-entries.ts'

let store: TempStore
let lines: { msg: string; entry?: { target: string } }[]
let owed: OwedEntries
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
beforeEach(async () => {
  lines = []
  store = await openTempStore()
  owed = new OwedEntries({ db: store.db, log, tryEveryMs: 20 })
})
afterEach(async () => {
  await owed.stop()
  await store.close()
})

/** Larger than the room that is left in the pages of the file. */
const entry = (target: string) => {
  const detail = { text: 'x'.repeat(50_000) }
  return { at: 7, actor: 'a@b.co', action: 'x', target, detail, address: null }
}
const targets = async () => {
  const rows = await store.db.selectFrom('audit_log').select('target').orderBy('id').execute()
  return rows.map((row) => row.target)
}

/** Nothing more is stored, for want of room. */
async function fill(): Promise<void> {
  if (dialectOf(store.db) === 'sqlite') {
    await sql`pragma max_page_count = 1`.execute(store.db)
    return
  }
  await sql`create or replace function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'no room' using errcode = '53100'; end $$`.execute(store.db)
  await sql`create trigger full_disk before insert on audit_log
    execute function full_disk()`.execute(store.db)
}
async function free(): Promise<void> {
  if (dialectOf(store.db) === 'sqlite') {
    await sql`pragma max_page_count = 1000000`.execute(store.db)
  } else await sql`drop trigger full_disk on audit_log`.execute(store.db)
}

it('writes an entry at once where there is room', async () => {
  expect(await owed.append(entry('one'))).toBe(true)
  expect(await targets()).toEqual(['one'])
  expect(lines).toEqual([])
})

it('owes what a full disk does not take, says so, and writes it in its order when there is room', async () => {
  await fill()
  expect(await owed.append(entry('one'))).toBe(false)
  expect(await owed.append(entry('two'))).toBe(false)
  expect(await targets()).toEqual([])
  expect(lines.map((line) => line.entry?.target)).toEqual(['one', 'two'])
  await free()
  await vi.waitFor(async () => expect(await targets()).toEqual(['one', 'two']))
  await vi.waitFor(() =>
    expect(lines.at(-1)?.msg).toBe('the audit entries that waited are written'),
  )
  expect(await owed.append(entry('three'))).toBe(true)
  expect(await targets()).toEqual(['one', 'two', 'three'])
  expect(await verifyAuditChain(store.db, { keys: [store.key] })).toMatchObject({ ok: true })
})

it('writes what it owes before an entry that comes later, and at its end', async () => {
  const slow = new OwedEntries({ db: store.db, log, tryEveryMs: 600_000 })
  await fill()
  await slow.append(entry('one'))
  await free()
  expect(await slow.append(entry('two'))).toBe(true)
  expect(await targets()).toEqual(['one', 'two'])
  await fill()
  await slow.append(entry('three'))
  await free()
  await slow.stop()
  expect(await targets()).toEqual(['one', 'two', 'three'])
})

it('owes what a database that is silent does not take in time, and writes it once', async () => {
  const impatient = new OwedEntries({ db: store.db, log, tryEveryMs: 20, withinMs: 50 })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const holding = withLockOfAllHubs(store.db, () => held)
  expect(await impatient.append(entry('one'))).toBe(false)
  release()
  await holding
  // In time or not: a busy machine may be slower than this one waits.
  await impatient.append(entry('two'))
  await impatient.stop()
  expect(await targets()).toEqual(['one', 'two'])
})

it('lets nothing more through where too much is owed', async () => {
  const small = new OwedEntries({ db: store.db, log, tryEveryMs: 600_000, max: 1 })
  await fill()
  expect(await small.append(entry('one'))).toBe(false)
  await expect(small.append(entry('more'))).rejects.toThrow()
  await free()
  expect(await small.append(entry('two'))).toBe(true)
  expect(await targets()).toEqual(['one', 'two'])
})
