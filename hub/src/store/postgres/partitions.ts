import { type RawBuilder, sql } from 'kysely'
import { DatabaseError } from 'pg'
import { type Db, dialectOf } from '../database.ts'
import { lockAllHubs, postgresTransaction } from './transaction.ts'

/** Tables that Postgres keeps by month, and the time that says which. */
const partitioned = [
  { table: 'reads', time: 'read_at' },
  { table: 'telemetry', time: 'ts' },
] as const

const MONTHS_AHEAD = 3

/** Whoever waits for a whole table keeps all waiting who come after: ingest, and every list. */
const LOCK_WITHIN_MS = 500

/**
 * Makes the partitions of the months from `from` to three months after `until`, on Postgres. Rows of
 * such a month that had to go to the default partition move into it. While somebody reads for long,
 * a backup say, none is made: the default partition takes all until the next time.
 */
export async function addPartitions(db: Db, until: number, from = until): Promise<void> {
  if (dialectOf(db) !== 'postgres') return
  await unlessInUse(db, async (trx) => {
    for (const { table, time } of partitioned) {
      const there = new Set(await partitionsOf(trx, table))
      const missing = [...months(from, until)].filter(
        (m) => !there.has(partitionName(table, m.from)),
      )
      if (missing.length === 0) continue
      // What came to the default partition between being copied and being deleted would be lost.
      await sql`lock table ${sql.table(`${table}_default`)} in access exclusive mode`.execute(trx)
      for (const month of missing) {
        await addPartition(trx, table, time, partitionName(table, month.from), month)
      }
    }
  })
}

/** Runs `work` in a transaction, or nothing of it when a table that it locks is in use: undefined. */
async function unlessInUse<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T | undefined> {
  try {
    return await postgresTransaction(db, async (trx) => {
      await lockAllHubs(trx)
      await sql`set local lock_timeout = ${sql.lit(LOCK_WITHIN_MS)}`.execute(trx)
      return await work(trx)
    })
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '55P03') return undefined
    throw error
  }
}

/**
 * Drops the months of a table that end by `before`, on Postgres; returns their names. A month with
 * reads that arrived since then stays: they came late, and are to be seen as long as any other. While
 * somebody reads for long, a backup say, all stay.
 */
export async function dropPartitions(
  db: Db,
  table: 'reads' | 'telemetry',
  before: number,
): Promise<string[]> {
  if (dialectOf(db) !== 'postgres') return []
  const names = await unlessInUse(db, async (trx) => {
    const dropped: string[] = []
    for (const name of await partitionsOf(trx, table)) {
      const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? []
      if (year === undefined || Date.UTC(Number(year), Number(month)) > before) continue
      if (table === 'reads' && (await hasArrivals(trx, name, before))) continue
      await sql`drop table ${sql.table(name)}`.execute(trx)
      dropped.push(name)
    }
    return dropped
  })
  return names ?? []
}

/** Whether a partition has rows that arrived since a moment; none can come until the transaction ends. */
async function hasArrivals(db: Db, partition: string, since: number): Promise<boolean> {
  await sql`lock table ${sql.table(partition)} in access exclusive mode`.execute(db)
  const { rows } = await sql`
    select 1 from ${sql.table(partition)} where received_at >= ${since} limit 1`.execute(db)
  return rows.length > 0
}

interface Month {
  from: number
  until: number
}

function* months(from: number, until: number): Generator<Month> {
  const first = new Date(from)
  const last = new Date(until)
  const end = Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + MONTHS_AHEAD)
  for (let i = first.getUTCMonth(); ; i++) {
    const start = Date.UTC(first.getUTCFullYear(), i)
    if (start > end) return
    yield { from: start, until: Date.UTC(first.getUTCFullYear(), i + 1) }
  }
}

function partitionName(table: string, month: number): string {
  return `${table}_${new Date(month).toISOString().slice(0, 7).replace('-', '_')}`
}

async function partitionsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass`.execute(db)
  return rows.map((row) => row.name)
}

async function addPartition(
  db: Db,
  table: string,
  time: string,
  name: string,
  { from, until }: Month,
): Promise<void> {
  const [parent, part, rest] = [table, name, `${table}_default`].map((t) => sql.table(t)) as [
    RawBuilder<unknown>,
    RawBuilder<unknown>,
    RawBuilder<unknown>,
  ]
  const inside = sql`${sql.ref(time)} >= ${from} and ${sql.ref(time)} < ${until}`
  // Made beside the table and then attached: the rows are there when the default one is checked.
  await sql`create table ${part} (like ${parent} including defaults)`.execute(db)
  await sql`insert into ${part} select * from ${rest} where ${inside}`.execute(db)
  await sql`delete from ${rest} where ${inside}`.execute(db)
  await sql`alter table ${parent} attach partition ${part}
    for values from (${sql.lit(from)}) to (${sql.lit(until)})`.execute(db)
}
