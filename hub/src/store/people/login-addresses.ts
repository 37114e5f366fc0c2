import type { Db } from '../database.ts'

/** So many of the newest audit entries are looked at: they are found by their key, in some 50 ms. */
const ENTRIES = 100_000
const ADDRESSES = 4096

/** From where people have logged in, or set their password, since a moment; the latest last. */
export async function loginAddresses(
  readOnly: Db,
  since: number,
): Promise<{ address: string; at: number }[]> {
  const newest = await readOnly
    .selectFrom('audit_log')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest === undefined) return []
  const rows = await readOnly
    .selectFrom('audit_log')
    .select((eb) => ['address', eb.fn.max('at').as('at')])
    .where('id', '>', newest.id - ENTRIES)
    .where('action', 'in', ['login', 'user.password'])
    .where('at', '>=', since)
    .where('address', 'is not', null)
    .groupBy('address')
    .orderBy('at', 'desc')
    .limit(ADDRESSES)
    .execute()
  return rows.flatMap(({ address, at }) => (address === null ? [] : [{ address, at }])).toReversed()
}
