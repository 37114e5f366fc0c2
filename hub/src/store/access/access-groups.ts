import { z } from 'zod'
import type { Db } from '../database.ts'
import { fromJson } from '../settings/settings.ts'

/** A group of vehicles, and how many assets are in it. */
export interface AccessGroup {
  id: number
  name: string
  assets: number
}

/** The groups that are not deleted, by name. */
export async function listGroups(db: Db): Promise<AccessGroup[]> {
  const groups = await db
    .selectFrom('access_groups')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  const counts = await assetsByGroup(db)
  return groups.map((group) => ({ ...group, assets: counts.get(group.id) ?? 0 }))
}

/** How many assets that are not deleted are in each group. */
async function assetsByGroup(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('asset_access')
    .innerJoin('assets', (join) =>
      join.onRef('asset_access.asset_id', '=', (eb) =>
        eb.fn.coalesce('assets.version_of', 'assets.id'),
      ),
    )
    .select(['asset_access.group_id', (eb) => eb.fn.countAll<number>().as('assets')])
    .where('asset_access.group_id', 'is not', null)
    .where('assets.deleted_at', 'is', null)
    .groupBy('asset_access.group_id')
    .execute()
  return new Map(rows.map(({ group_id, assets }) => [group_id ?? 0, assets]))
}

/** A group that is not deleted. */
export function findGroup(db: Db, id: number): Promise<{ id: number; name: string } | undefined> {
  return db
    .selectFrom('access_groups')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Stores a group; rejects with an `isDuplicate` error where another one has its name. */
export async function addGroup(trx: Db, name: string, now: number): Promise<number> {
  const { id } = await trx
    .insertInto('access_groups')
    .values({ name, created_at: now, deleted_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives a group another name; rejects like `addGroup`. */
export async function renameGroup(trx: Db, id: number, name: string): Promise<void> {
  await trx.updateTable('access_groups').set({ name }).where('id', '=', id).execute()
}

/** Ends a group that nothing names. Its id stays taken. */
export async function endGroup(trx: Db, id: number, now: number): Promise<void> {
  await trx.updateTable('access_groups').set({ deleted_at: now }).where('id', '=', id).execute()
}

/** Of a stored rule, what says which groups it is for. */
const GroupsOfRules = z.array(z.looseObject({ who: z.unknown() }))

/** How many assets are in a group, and how many rules of gates name it. */
export async function usesOfGroup(db: Db, id: number): Promise<{ assets: number; rules: number }> {
  const assets = (await assetsByGroup(db)).get(id) ?? 0
  const policies = await db.selectFrom('access_policies').select('rules').execute()
  const rules = policies
    .flatMap((policy) => GroupsOfRules.catch([]).parse(fromJson(policy.rules)))
    .filter(({ who }) => Array.isArray(who) && who.includes(id))
  return { assets, rules: rules.length }
}
