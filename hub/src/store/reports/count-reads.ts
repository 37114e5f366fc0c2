import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '../bulk.ts'
import { type Db, dialectOf } from '../database.ts'
import { BUCKET_MS } from './buckets.ts'
import { type Span, splitSpan } from './spans.ts'

/** A span of no more buckets is summed up here: to look for it takes longer than to read them. */
const SHORT_BUCKETS = 8

interface Placed extends Span {
  place: number
}

/**
 * Counts the reads of each span, in their order: whole buckets from the counters, the rest by the
 * time index. One statement, so that a read that arrives meanwhile is counted once or not at all.
 * Spans of hours must follow one another: each bucket from the first to the last is read.
 */
export async function countReads(db: Db, spans: readonly Span[]): Promise<number[]> {
  const short: Placed[] = []
  const long: Placed[] = []
  const edges: Placed[] = []
  for (const [place, span] of spans.entries()) {
    const { head, whole, tail } = splitSpan(span, BUCKET_MS)
    for (const edge of [head, tail]) if (edge.from < edge.until) edges.push({ place, ...edge })
    const buckets = (whole.until - whole.from) / BUCKET_MS
    if (buckets > 0) (buckets > SHORT_BUCKETS ? long : short).push({ place, ...whole })
  }
  const [from, until] = [short[0]?.from ?? 0, short.at(-1)?.until ?? 0]
  const ofBuckets = sql`(select coalesce(sum(reads), 0) from site_counts
    where bucket >= span.first and bucket < span.until)`
  const ofReads = sql`(select count(*) from reads
    where read_at >= span.first and read_at < span.until)`
  const bucket = sql`(bucket - ${sql.lit(from)}) / ${sql.lit(BUCKET_MS)}`
  const { rows } = await sql<{ sums: string | null; rest: string | null; buckets: string | null }>`
    select
      (${long.length > 0 ? inOneText(db, sql`place`, ofBuckets, placed(db, long)) : NONE}) as sums,
      (${edges.length > 0 ? inOneText(db, sql`place`, ofReads, placed(db, edges)) : NONE}) as rest,
      (${inOneText(db, bucket, sql`reads`, sql`site_counts where bucket >= ${from} and bucket < ${until}`)})
        as buckets`.execute(db)
  const totals = spans.map(() => 0)
  const add = (place: number, n: number) => (totals[place] = (totals[place] ?? 0) + n)
  for (const text of [rows[0]?.sums, rows[0]?.rest]) eachPair(text, add)
  const places = new Int32Array((until - from) / BUCKET_MS).fill(-1)
  for (const span of short) {
    places.fill(span.place, (span.from - from) / BUCKET_MS, (span.until - from) / BUCKET_MS)
  }
  eachPair(rows[0]?.buckets, (at, n) => {
    const place = places[at] ?? -1
    if (place >= 0) add(place, n)
  })
  return totals
}

const NONE = sql`select null`

const placed = (db: Db, spans: readonly Placed[]) => {
  const cells = spans.map(({ place, from, until }) => [place, from, until])
  return sql`(${rowsOf(db, ['place', 'first', 'until'], cells)}) as span`
}

/** A select of one text with a pair of numbers a row: rows would each be copied between threads. */
function inOneText(
  db: Db,
  key: RawBuilder<unknown>,
  n: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const join = dialectOf(db) === 'postgres' ? sql`string_agg` : sql`group_concat`
  return sql`select ${join}((${key}) || ',' || ${n}, ',') from ${from}`
}

function eachPair(text: string | null | undefined, take: (key: number, n: number) => void): void {
  const flat = JSON.parse(`[${text ?? ''}]`) as number[]
  for (let i = 0; i < flat.length; i += 2) take(flat[i] ?? 0, flat[i + 1] ?? 0)
}
