import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '../bulk.ts'
import { type Db, dialectOf } from '../database.ts'
import { agentSums } from './agent-totals.ts'
import { BUCKET_MS } from './buckets.ts'
import { type Span, splitSpan } from './spans.ts'

/**
 * With up to so many buckets for each span, they are all read and summed up in the hub: a subquery
 * for each span takes longer.
 */
const SHORT_BUCKETS = 8

interface Placed extends Span {
  place: number
}

/**
 * Counts the reads of each span, in their order: whole buckets from the counters, the rest by the
 * time index. Uses one statement, so that a read that arrives meanwhile is never counted twice.
 */
export async function countReads(db: Db, spans: readonly Span[]): Promise<number[]> {
  const { columns, totalsOf } = countsOf(db, spans)
  const { rows } = await sql<Texts>`select ${columns}`.execute(db)
  return totalsOf(rows[0])
}

/**
 * Counts the reads of each span, and of each agent in `whole`, by its id: all in one statement, so
 * that the sums agree whatever arrives meanwhile.
 */
export async function countReadsAndAgents(
  db: Db,
  spans: readonly Span[],
  whole: Span,
): Promise<{ totals: number[]; agents: Map<number, number> }> {
  const { columns, totalsOf } = countsOf(db, spans)
  const byAgent = inOneText(db, sql`agent`, sql`total`, sql`(${agentSums(whole)}) as by_agent`)
  const { rows } = await sql<Texts & { agents: string | null }>`
    select ${columns}, (${byAgent}) as agents`.execute(db)
  const agents = new Map<number, number>()
  eachPair(rows[0]?.agents, (agent, total) => agents.set(agent, total))
  return { totals: totalsOf(rows[0]), agents }
}

/** Sums of buckets and of reads, each as pairs in one text. */
interface Texts {
  sums: string | null
  rest: string | null
  buckets: string | null
}

/** The columns of a select that counts the reads of each span, and the totals of its row. */
function countsOf(db: Db, spans: readonly Span[]) {
  const wholes: Placed[] = []
  const edges: Placed[] = []
  for (const [place, span] of spans.entries()) {
    const { head, whole, tail } = splitSpan(span, BUCKET_MS)
    for (const edge of [head, tail]) if (edge.from < edge.until) edges.push({ place, ...edge })
    if (whole.from < whole.until) wholes.push({ place, ...whole })
  }
  const from = wholes.reduce((least, span) => Math.min(least, span.from), Infinity)
  const end = wholes.reduce((most, span) => Math.max(most, span.until), 0)
  const isShort = (end - from) / BUCKET_MS <= SHORT_BUCKETS * wholes.length
  const [long, short] = isShort ? [[], wholes] : [wholes, []]
  const ofBuckets = sql`(select coalesce(sum(reads), 0) from site_counts
    where bucket >= span.first and bucket < span.until)`
  const ofReads = sql`(select count(*) from reads
    where read_at >= span.first and read_at < span.until)`
  const bucket = sql`bucket / ${sql.lit(BUCKET_MS)} - ${sql.lit(from / BUCKET_MS)}`
  const ofAll = sql`site_counts where bucket >= ${from} and bucket < ${end}`
  const columns = sql`
    (${long.length > 0 ? inOneText(db, sql`place`, ofBuckets, placed(db, long)) : NONE}) as sums,
    (${edges.length > 0 ? inOneText(db, sql`place`, ofReads, placed(db, edges)) : NONE}) as rest,
    (${short.length > 0 ? inOneText(db, bucket, sql`reads`, ofAll) : NONE}) as buckets`
  function totalsOf(row: Texts | undefined): number[] {
    const totals = spans.map(() => 0)
    const add = (place: number, n: number) => (totals[place] = (totals[place] ?? 0) + n)
    for (const text of [row?.sums, row?.rest]) eachPair(text, add)
    const placeOf = new Map<number, number>()
    for (const span of short) {
      for (let at = span.from; at < span.until; at += BUCKET_MS) {
        placeOf.set((at - from) / BUCKET_MS, span.place)
      }
    }
    eachPair(row?.buckets, (at, n) => {
      const place = placeOf.get(at)
      if (place !== undefined) add(place, n)
    })
    return totals
  }
  return { columns, totalsOf }
}

const NONE = sql`select null`

const placed = (db: Db, spans: readonly Placed[]) => {
  const cells = spans.map(({ place, from, until }) => [place, from, until])
  return sql`(${rowsOf(db, ['place', 'first', 'until'], cells)}) as span`
}

/**
 * A select of one text with a pair of numbers for each row: cheaper to copy between threads than
 * rows.
 */
export function inOneText(
  db: Db,
  key: RawBuilder<unknown>,
  n: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const join = dialectOf(db) === 'postgres' ? sql`string_agg` : sql`group_concat`
  return sql`select ${join}((${key}) || ',' || ${n}, ',') from ${from}`
}

/** Takes such a text apart. */
export function eachPair(
  text: string | null | undefined,
  take: (key: number, n: number) => void,
): void {
  const flat = JSON.parse(`[${text ?? ''}]`) as number[]
  for (let i = 0; i < flat.length; i += 2) take(flat[i] ?? 0, flat[i + 1] ?? 0)
}
