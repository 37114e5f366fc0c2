import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TempStore, openTempStore } from '../../testing/temp-store.ts'
import { appendAudit, verifyAuditChain } from './audit-log.ts'
import type { Db } from '../database.ts'
import { withLockOfAllHubs } from '../transaction.ts'
import type { AuditRow } from '../schema/people.ts'

const ROWS = 6
const COLUMNS = ['at', 'actor', 'action', 'target', 'detail', 'address', 'hash'] as const

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

/** Verifies a log that was tampered with, and undoes the tampering. */
async function found(tamper: (trx: Db) => Promise<unknown>) {
  let result: Awaited<ReturnType<typeof verifyAuditChain>> | undefined
  const undone = withLockOfAllHubs(store.db, async (trx) => {
    await tamper(trx)
    result = await verifyAuditChain(trx)
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

test('passes an empty log, a short one and one of several pages', async () => {
  await withLockOfAllHubs(store.db, (trx) => trx.deleteFrom('audit_log').execute())
  expect(await verifyAuditChain(store.db)).toEqual({ ok: true, rows: 0 })
  await append(7)
  expect(await verifyAuditChain(store.db)).toEqual({ ok: true, rows: 7 })
  await append(2500)
  expect(await verifyAuditChain(store.db)).toEqual({ ok: true, rows: 2507 })
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
      expect(result).toMatchObject({ ok: false, brokenAt: { id: row.id } })
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
