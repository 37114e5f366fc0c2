import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hubKeyOf } from '../../secrets/hub-key.ts'
import { dropAuditTriggers } from '../../testing/tamper-audit.ts'
import { type TempStore, openTempStore } from '../../testing/temp-store.ts'
import { plainHash } from './audit-hash.ts'
import { bindAuditKey } from './audit-key.ts'
import { appendAudit } from './audit-log.ts'
import { verifyAuditChain } from './verify-audit.ts'
import type { AuditHead } from './audit-head.ts'
import { type Db, dialectOf } from '../database.ts'
import { inTransaction, withLockOfAllHubs } from '../transaction.ts'
import type { AuditRow } from '../schema/people.ts'

const ROWS = 6
const ENTRY = { actor: 'a@b.co', action: 'x', target: 'y', address: null }
const COLUMNS = ['at', 'actor', 'action', 'target', 'detail', 'address', 'hash', 'key'] as const

let store: TempStore
let rows: AuditRow[]
beforeEach(async () => {
  store = await openTempStore()
  await append(ROWS)
  rows = await store.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
})
afterEach(() => store.close())

async function append(count: number): Promise<void> {
  await withLockOfAllHubs(store.db, async (trx) => {
    for (let n = 0; n < count; n++) {
      await appendAudit(trx, {
        at: 1_700_000_000_000 + n,
        actor: `ána${n}@test.co`,
        action: 'user.role',
        target: `user ${n}`,
        detail: { before: 'operator', after: 'admin', n },
        address: '192.0.2.1',
      })
    }
  })
}

const verify = (db = store.db, keys = [store.key]) => verifyAuditChain(db, { keys })

/** Verifies a log that was tampered with, and undoes the tampering. */
async function found(tamper: (trx: Db) => Promise<unknown>) {
  let result: Awaited<ReturnType<typeof verifyAuditChain>> | undefined
  const undone = withLockOfAllHubs(store.db, async (trx) => {
    await dropAuditTriggers(trx)
    await tamper(trx)
    result = await verify(trx)
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  return result
}

async function put(trx: Db, row: AuditRow): Promise<void> {
  await trx.deleteFrom('audit_log').where('id', '=', row.id).execute()
  await trx.insertInto('audit_log').values(row).execute()
}

const anyRow = fc.integer({ min: 0, max: ROWS - 1 })
const rowAt = (i: number) => rows[i] as AuditRow

test('passes a short log and one of several pages', async () => {
  const head = rowAt(ROWS - 1).hash
  expect(await verify()).toEqual({ ok: true, rows: ROWS, head })
  await append(2500)
  expect(await verify()).toMatchObject({ ok: true, rows: ROWS + 2500 })
})

test('passes what neither database can hold as it came', async () => {
  await withLockOfAllHubs(store.db, (trx) =>
    appendAudit(trx, { ...ENTRY, target: 'half \ud83d, zero \0', detail: { text: '\ud83d \0' } }),
  )
  expect(await verify()).toMatchObject({ ok: true, rows: ROWS + 1 })
})

test('the database itself refuses to change, take away or replace a row', async () => {
  const refused = async (change: (trx: Db) => Promise<unknown>) =>
    await expect(inTransaction(store.db, change)).rejects.toThrow('the audit log only grows')
  await refused((trx) => trx.updateTable('audit_log').set({ actor: 'x' }).execute())
  await refused((trx) => trx.deleteFrom('audit_log').where('id', '=', 1).execute())
  await refused((trx) =>
    dialectOf(trx) === 'postgres'
      ? sql`truncate audit_log`.execute(trx)
      : sql`insert or replace into audit_log select * from audit_log where id = 1`.execute(trx),
  )
  expect(await verify()).toMatchObject({ ok: true, rows: ROWS })
})

test('finds any change of one byte, at the row that was changed', async () => {
  const change = fc.record({
    i: anyRow,
    column: fc.constantFrom(...COLUMNS),
    at: fc.nat(),
    by: fc.integer({ min: 1, max: 255 }),
  })
  await fc.assert(
    fc.asyncProperty(change, async ({ i, column, at, by }) => {
      const row = rowAt(i)
      const changed = { ...row, [column]: changedByte(row[column], at, by) }
      const result = await found((trx) => put(trx, changed))
      const which = column === 'key' ? { why: 'unproven' } : { brokenAt: { id: row.id } }
      expect(result).toMatchObject({ ok: false, ...which })
    }),
    { numRuns: runs(300) },
  )
})

/** A number one bit off, or a text with one byte of another value. */
function changedByte(value: string | number | null, at: number, by: number): string | number {
  if (typeof value === 'number') return value + by
  const bytes = Buffer.from(value ?? '', 'latin1')
  const index = at % bytes.length
  // Never to 0, which no text of Postgres holds.
  bytes[index] = (bytes[index] ?? 0) ^ by || (by === 1 ? 2 : 1)
  return bytes.toString('latin1')
}

test('finds any row that was taken out of the middle', async () => {
  for (const row of rows.slice(0, -1)) {
    const result = await found((trx) =>
      trx.deleteFrom('audit_log').where('id', '=', row.id).execute(),
    )
    expect(result).toMatchObject({ ok: false, brokenAt: { id: row.id + 1 } })
  }
})

test('finds any two rows that changed places', async () => {
  await fc.assert(
    fc.asyncProperty(anyRow, anyRow, async (i, j) => {
      fc.pre(i !== j)
      const [one, other] = [rowAt(i), rowAt(j)]
      const result = await found(async (trx) => {
        await put(trx, { ...one, id: other.id })
        await put(trx, { ...other, id: one.id })
      })
      expect(result).toMatchObject({ ok: false, brokenAt: { id: Math.min(one.id, other.id) } })
    }),
    { numRuns: runs(50) },
  )
})

test('finds a row that was inserted, wherever it stands', async () => {
  for (const id of [-1, 0, ROWS + 1]) {
    const result = await found((trx) => put(trx, { ...rowAt(2), id }))
    expect(result).toMatchObject({ ok: false })
  }
})

test('finds an edit that was rehashed by whoever has the database and not the key', async () => {
  const edited = rows.map((row) => ({ ...row, actor: 'nobody@test.co' }))
  const found1 = await found((trx) => rehash(trx, edited, (row) => row.key))
  expect(found1).toMatchObject({ why: 'broken', brokenAt: { id: 1 } })
  const withoutKey = await found((trx) => rehash(trx, edited, () => ''))
  expect(withoutKey).toMatchObject({ ok: false, why: 'keyless' })
  const halfWithout = await found((trx) =>
    rehash(trx, edited, ({ id }) => (id <= 3 ? '' : store.key.id)),
  )
  expect(halfWithout).toMatchObject({ why: 'broken', brokenAt: { id: 4 } })
  const underOwn = await found((trx) => rehash(trx, edited, () => 'f'.repeat(16)))
  expect(underOwn).toMatchObject({ ok: false, why: 'unproven', rows: ROWS })
})

/** Writes rows anew with hashes that anybody can make. */
async function rehash(trx: Db, edited: AuditRow[], keyOf: (row: AuditRow) => string) {
  let hash = ''
  for (const row of edited) {
    hash = plainHash(hash, row)
    await put(trx, { ...row, hash, key: keyOf(row) })
  }
}

test('follows what an older version wrote, and nothing that it adds later', async () => {
  const old = rows.map((row) => ({ ...row, key: '' }))
  const result = await found(async (trx) => {
    await rehash(trx, old, () => '')
    await appendAudit(trx, ENTRY)
    expect(await verify(trx)).toMatchObject({ ok: true, rows: ROWS + 2 })
    const last = await trx.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(JSON.parse(last[ROWS]?.detail ?? '')).toEqual({
      rows: ROWS,
      head: last[ROWS - 1]?.hash,
      key: store.key.id,
      before: '',
    })
    const { id: _, ...added } = { ...rowAt(0), key: '' }
    const hash = plainHash(last.at(-1)?.hash ?? '', added)
    await trx
      .insertInto('audit_log')
      .values({ ...added, hash })
      .execute()
    await appendAudit(trx, ENTRY)
  })
  expect(result).toMatchObject({
    why: 'unproven',
    unproven: [{ why: 'unkeyed', key: '', rows: 1 }],
    rows: ROWS + 5,
  })
})

test('says which rows are under a key that is not here, and verifies them with it', async () => {
  const other = hubKeyOf('another key, as long as a true one must be')
  bindAuditKey(store.db, other)
  await append(2)
  const keys = [other, store.key]
  expect(await verify(store.db, keys)).toMatchObject({ ok: true, rows: ROWS + 3 })
  const lost = { why: 'foreign', key: store.key.id, from: 1, to: ROWS, rows: ROWS }
  expect(await verify(store.db, [other])).toMatchObject({ why: 'unproven', unproven: [lost] })
  bindAuditKey(store.db, store.key)
  await append(1)
  const [mine, theirs] = [lost, { key: other.id, rows: 3 }]
  expect(await verify(store.db, [other])).toMatchObject({ unproven: [mine, { rows: 2 }] })
  expect(await verify()).toMatchObject({ unproven: [theirs] })
})

test('finds by a head that was noted what was cut off, and what was made anew', async () => {
  const check = (noted: AuditHead) => verifyAuditChain(store.db, { keys: [store.key], noted })
  const [fourth, last] = [rowAt(3).hash, rowAt(ROWS - 1).hash]
  expect(await check({ rows: 4, head: fourth })).toMatchObject({ ok: true, rows: ROWS, head: last })
  expect(await check({ rows: 4, head: last })).toMatchObject({ ok: false, why: 'other' })
  expect(await check({ rows: ROWS + 1, head: last })).toMatchObject({ ok: false, why: 'shorter' })
  await withLockOfAllHubs(store.db, async (trx) => {
    await dropAuditTriggers(trx)
    await trx.deleteFrom('audit_log').where('id', '>', 4).execute()
  })
  expect(await verify()).toMatchObject({ ok: true, rows: 4 })
  expect(await check({ rows: ROWS, head: last })).toMatchObject({ why: 'shorter', rows: 4 })
  await append(2)
  expect(await check({ rows: ROWS, head: last })).toMatchObject({ ok: false, why: 'other' })
})
