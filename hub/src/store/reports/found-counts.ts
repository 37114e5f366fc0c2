import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isListed, isOneOf } from '../bulk.ts'
import { type Db, dialectOf } from '../database.ts'
import { type ReadFilters, type ResolvedFilters, resolveFilters } from '../reads/read-filters.ts'
import { BUCKET_MS } from './buckets.ts'
import { eachPair, inOneText } from './count-reads.ts'
import type { Span } from './spans.ts'

/** Sums by a key. */
type Totals = ReadonlyMap<number, number>

/** The reads of a span that fit a search, summed up in three ways. */
export interface FoundCounts {
  /** Where the count begins: with the span, or later where that is too long. */
  from: number
  /** By the start of their bucket. */
  buckets: Totals
  /** By the version of their asset; 0: none. */
  versions: Totals
  /** By the agent's id. */
  agents: Totals
}

const NONE: Omit<FoundCounts, 'from'> = {
  buckets: new Map(),
  versions: new Map(),
  agents: new Map(),
}

/** So exact is the moment from which on there are few enough reads. */
const EXACT_MS = 60_000

/** Reads by one of their indexes. */
interface IndexedReads {
  index: 'reads_tag' | 'reads_asset' | 'reads_time'
  /** What the index serves beside the time; absent: nothing. */
  keys?: RawBuilder<SqlBool>
}

/**
 * Sums up the reads of a span that fit a search. At most `max` rows are read by an index, tags
 * before assets before time; where the span has more, its newest are. So the cost grows neither
 * with the table nor with the span.
 */
export async function countFound(
  db: Db,
  { filters, span, max }: { filters: ReadFilters; span: Span; max: number },
): Promise<FoundCounts> {
  const found = await resolveFilters(db, filters)
  if (found.assets?.total === 0) return { from: span.from, ...NONE }
  const indexed = byIndex(db, filters, found)
  const from = await fewEnoughFrom(db, indexed, span, max)
  const conditions = beyondIndex(db, filters, found, indexed)
  const rows = sql`select read_at / ${sql.lit(BUCKET_MS)} * ${sql.lit(BUCKET_MS)} as bucket,
      coalesce(asset_id, 0) as version, agent_id as agent
    ${ofSpan(db, indexed, { from, until: span.until })}
    ${sql.join(
      conditions.map((one) => sql`and ${one}`),
      sql` `,
    )}`
  const by = (key: RawBuilder<unknown>) =>
    sql`(${inOneText(db, sql`k`, sql`n`, sql`(select ${key} as k, count(*) as n from found group by ${key}) as sums`)})`
  const { rows: answers } = await sql<Record<keyof typeof NONE, string | null>>`
    with found as materialized (${rows})
    select ${by(sql.ref('bucket'))} as buckets, ${by(sql.ref('version'))} as versions,
      ${by(sql.ref('agent'))} as agents`.execute(db)
  const [sums] = answers
  return {
    from,
    buckets: totalsOf(sums?.buckets),
    versions: totalsOf(sums?.versions),
    agents: totalsOf(sums?.agents),
  }
}

function totalsOf(text: string | null | undefined): Totals {
  const totals = new Map<number, number>()
  eachPair(text, (key, n) => totals.set(key, n))
  return totals
}

function byIndex(db: Db, { known }: ReadFilters, { uids, assets }: ResolvedFilters): IndexedReads {
  if (uids) return { index: 'reads_tag', keys: isOneOf(db, sql.ref('uid'), uids) }
  if (assets) return { index: 'reads_asset', keys: isListed(db, sql.ref('asset_id'), assets.ids) }
  return known === false
    ? { index: 'reads_asset', keys: sql`asset_id is null` }
    : { index: 'reads_time' }
}

/** The conditions that the index does not serve. */
function beyondIndex(
  db: Db,
  { known }: ReadFilters,
  { fits, assets }: ResolvedFilters,
  { index }: IndexedReads,
) {
  return [
    fits,
    assets && index !== 'reads_asset' && isListed(db, sql.ref('asset_id'), assets.ids),
    known === true && sql<SqlBool>`asset_id is not null`,
    known === false && index !== 'reads_asset' && sql<SqlBool>`asset_id is null`,
  ].filter((condition) => typeof condition === 'object')
}

/** The rows of the index in a span. */
function ofSpan(db: Db, { index, keys }: IndexedReads, { from, until }: Span): RawBuilder<unknown> {
  // SQLite would take the index of time where there are many keys, and read the whole span.
  const reads = dialectOf(db) === 'sqlite' ? sql`reads indexed by ${sql.ref(index)}` : sql`reads`
  return sql`from ${reads}
    where ${keys ?? sql`1 = 1`} and read_at >= ${from} and read_at < ${until}`
}

/** The moment in a span from which on the index has at most `max` rows. */
async function fewEnoughFrom(
  db: Db,
  indexed: IndexedReads,
  { from, until }: Span,
  max: number,
): Promise<number> {
  const isFew = async (start: number) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from (
      select 1 as one ${ofSpan(db, indexed, { from: start, until })} limit ${max + 1}
    ) as part`.execute(db)
    return (rows[0]?.n ?? 0) <= max
  }
  if (await isFew(from)) return from
  // Halves what is left until the moment is known; each look reads no more rows than the count.
  let [many, few] = [from, until]
  while (few - many > EXACT_MS) {
    const middle = Math.floor((many + few) / 2)
    if (await isFew(middle)) few = middle
    else many = middle
  }
  return few
}
