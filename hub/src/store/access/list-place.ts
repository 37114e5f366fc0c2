import { randomBytes } from 'node:crypto'
import type { ListPlace } from '@vehicle-control/protocol/access/frames'
import { sql } from 'kysely'
import { type Db, dialectOf } from '../database.ts'

/** A list's place, and when its rows were last proven (0: never). */
export interface HeldPlace extends ListPlace {
  provenAt: number
}

/** What one look at the database says of the list. */
export interface ListState extends ListPlace {
  /** There are tags whose row may be out of date. */
  isTouched: boolean
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

const newListId = () => Array.from(randomBytes(16), (byte) => BASE32[byte % 32]).join('')

/** Begins the list, where there is none yet. */
export async function beginList(db: Db): Promise<void> {
  await db
    .insertInto('access_list')
    .values({ one: 1, id: newListId(), edits: 0, next_rule: 1, proven_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The list's place, which nobody else changes before the transaction ends: on Postgres its row is locked.
 * Take no other lock afterwards that a transaction with an audit entry may hold.
 */
export async function lockList(trx: Db): Promise<HeldPlace> {
  const query = trx.selectFrom('access_list').select(['id', 'edits', 'proven_at as provenAt'])
  const locked = dialectOf(trx) === 'postgres' ? query.forUpdate() : query
  const place = await locked.executeTakeFirst()
  if (place !== undefined) return place
  await beginList(trx)
  return await locked.executeTakeFirstOrThrow()
}

/** The list's place, and whether there is something to fold; undefined before it has begun. */
export async function listState(db: Db): Promise<ListState | undefined> {
  const { rows } = await sql<ListPlace & { touched: number }>`
    select id, edits, case when exists (select 1 from access_touched) then 1 else 0 end as touched
    from access_list`.execute(db)
  return rows.map(({ id, edits, touched }) => ({ id, edits, isTouched: touched === 1 }))[0]
}

/**
 * Makes the list another one, with the same rows, that nobody has proven. It goes on from the one before:
 * a gate that holds an earlier state of that one is only behind.
 */
export async function renewList(trx: Db): Promise<void> {
  await trx
    .updateTable('access_list')
    .set({ was_id: sql`id`, was_edits: sql`edits`, id: newListId(), proven_at: 0 })
    .execute()
}

/** Notes how many edits the list has had. */
export async function saveEdits(trx: Db, edits: number): Promise<void> {
  await trx.updateTable('access_list').set({ edits }).execute()
}

export async function saveProven(db: Db, at: number): Promise<void> {
  await db.updateTable('access_list').set({ proven_at: at }).execute()
}
