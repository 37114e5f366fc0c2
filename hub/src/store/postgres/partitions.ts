import { type RawBuilder, sql } from 'kysely'
import { DatabaseError } from 'pg'
import { type Db, dialectOf } from '../database.ts'
import { lockAllHubs, postgresTransaction } from './transaction.ts'

/** Tables that are partitioned by month on Postgres, and the column with the time. */
const PARTITIONED = [
  { table: 'reads', time: 'read_at' },
  { table: 'telemetry', time: 'ts' },
] as const

const MONTHS_AHEAD = 3

/** Kept short: while a statement waits for a table lock, ingest and every list wait behind it. */
const LOCK_WITHIN_MS = 500

/**
 * Creates the partitions of the months from `from` to three months after `until`, on Postgres, and
 * moves their rows there from the default partition. While a long query runs, such as a backup's,
 * it creates none: the default partition takes the rows until the next call.
 */
export async function addPartitions(db: Db, until: number, from = until): Promise<void> {
  if (dialectOf(db) !== 'postgres') return
  await unlessInUse(db, async (trx) => {
    for (const { table, time } of PARTITIONED) {
      const there = new Set(await partitionsOf(trx, table))
      const missing = [...months(from, until)].filter(
        (m) => !there.has(partitionName(table, m.from)),
      )
      if (missing.length === 0) continue
      // Else a row inserted into the default partition between copy and delete would be lost.
      await sql`lock table ${sql.table(`${table}_default`)} in access exclusive mode`.execute(trx)
      for (const month of missing) {
        await addPartition(trx, table, time, partitionName(table, month.from), month)
      }
    }
  })
  // By itself: where a vacuum goes on at that moment, the months are there all the same.
  await unlessInUse(db, async (trx) => {
    for (const { table } of PARTITIONED) await vacuumOften(trx, table)
  })
}

/**
 * The newest rows are searched most, by indexes alone where a vacuum has seen them. By default it
 * comes when a fifth of a month is new.
 */
async function vacuumOften(db: Db, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.reloptions is null`.execute(db)
  for (const { name } of rows) {
    await sql`alter table ${sql.table(name)} set
      (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000)`.execute(
      db,
    )
  }
}

/**
 * Runs `work` in a transaction; rolls it back and returns undefined when a table that it locks is
 * in use.
 */
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
 * Drops the partitions of months that end by `before`, on Postgres; returns their names. A month
 * with reads that arrived later stays: late reads are kept as long as others. While a long query
 * runs, such as a backup's, it drops none.
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

/**
 * Locks a partition until the transaction ends; returns whether it has rows that arrived at `since`
 * or later.
 */
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
  // Attached only once it is filled: Postgres refuses while the default one has rows of the month.
  await sql`create table ${part} (like ${parent} including defaults)`.execute(db)
  await sql`insert into ${part} select * from ${rest} where ${inside}`.execute(db)
  await sql`delete from ${rest} where ${inside}`.execute(db)
  await sql`alter table ${parent} attach partition ${part}
    for values from (${sql.lit(from)}) to (${sql.lit(until)})`.execute(db)
}
