import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { beginList } from './list-place.ts'

/** So many ids of rules, none of which was ever given; whoever takes some holds others up until it commits. */
export async function nextRuleIds(trx: Db, count: number): Promise<number[]> {
  if (count === 0) return []
  await beginList(trx)
  const { next_rule } = await trx
    .updateTable('access_list')
    .set({ next_rule: sql`next_rule + ${count}` })
    .returning('next_rule')
    .executeTakeFirstOrThrow()
  return Array.from({ length: count }, (_, place) => next_rule - count + place)
}
