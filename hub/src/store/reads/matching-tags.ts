import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../database.ts'
import { asPattern } from '../text-search.ts'

/**
 * How many tags or assets are looked up by their index at most; with more, the range is searched.
 */
export const INDEXED_KEYS = 100

const PREFIX_MIN = 4

/** The tags themselves, or a condition that no index serves. */
type MatchingTags = { uids: string[] } | { fits: Expression<SqlBool> }

/** Resolves a search: `q` is a tag, its first characters, or else any part of one. */
export async function matchTags(db: Db, q: string): Promise<MatchingTags> {
  const tag = q.toUpperCase()
  const uids = tag.length < PREFIX_MIN ? await exactTag(db, tag) : await tagsFrom(db, tag)
  if (uids.length === 0) return { fits: like(`%${asPattern(tag)}%`) }
  return uids.length <= INDEXED_KEYS ? { uids } : { fits: like(`${asPattern(tag)}%`) }
}

function like(pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`reads.uid like ${pattern} escape '\\'`
}

async function exactTag(db: Db, tag: string): Promise<string[]> {
  const row = await db.selectFrom('reads').select('uid').where('uid', '=', tag).executeTakeFirst()
  return row ? [row.uid] : []
}

/**
 * The distinct tags that begin with `prefix`, with one index seek for each tag instead of a step
 * for each read.
 */
async function tagsFrom(db: Db, prefix: string): Promise<string[]> {
  const end = `${prefix}\uffff`
  const { rows } = await sql<{ uid: string }>`
    with recursive tag (uid) as (
      select min(uid) from reads where uid >= ${prefix} and uid < ${end}
      union all
      select (select min(uid) from reads where uid > tag.uid and uid < ${end})
      from tag where tag.uid is not null
    )
    select uid from tag where uid is not null limit ${INDEXED_KEYS + 1}`.execute(db)
  return rows.map((row) => row.uid)
}
