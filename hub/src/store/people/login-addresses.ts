import type { Db } from '../database.ts'

/** How many of the newest audit entries are searched: a range of ids, read in some 50 ms. */
const ENTRIES = 100_000
const ADDRESSES = 4096

/** Addresses from which people logged in or set a password at `since` or later, the latest last. */
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
    .where('action', 'in', ['login', 'user.password', 'user.invite_accept'])
    .where('at', '>=', since)
    .where('address', 'is not', null)
    .groupBy('address')
    .orderBy('at', 'desc')
    .limit(ADDRESSES)
    .execute()
  return rows.flatMap(({ address, at }) => (address === null ? [] : [{ address, at }])).toReversed()
}
