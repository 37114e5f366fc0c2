import type { Expression, SqlBool } from 'kysely'
import { type MatchedAssets, matchAssets } from '../assets/find-assets.ts'
import type { Db } from '../database.ts'
import { matchTags } from './matching-tags.ts'

/** What reads are searched by, beside their time: those that fit all that is given. */
export interface ReadFilters {
  plate?: string | undefined
  owner?: string | undefined
  /** Only reads of these versions of assets; `plate` and `owner` are ignored then. */
  versions?: readonly number[] | undefined
  /** A whole tag, or its first 4 characters or more; any other text is searched inside tags. */
  q?: string | undefined
  /** Whether an asset had the tag when the read was stored. */
  known?: boolean | undefined
}

/** The same as tags, assets, or a condition on tags that no index serves. */
export interface ResolvedFilters {
  uids?: string[]
  fits?: Expression<SqlBool>
  assets?: MatchedAssets
}

const NO_ASSETS: MatchedAssets = { total: 0, ids: '[]' }

/** Looks up which tags and assets fit the texts. */
export async function resolveFilters(
  db: Db,
  { plate, owner, versions, q, known }: ReadFilters,
): Promise<ResolvedFilters> {
  const filters: ResolvedFilters = {}
  if (versions) filters.assets = { total: versions.length, ids: JSON.stringify(versions) }
  else if (plate || owner) {
    // Reads without an asset have neither plate nor owner.
    filters.assets = known === false ? NO_ASSETS : await matchAssets(db, { plate, owner })
  }
  return q ? { ...filters, ...(await matchTags(db, q)) } : filters
}
