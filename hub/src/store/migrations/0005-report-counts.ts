import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../database.ts'

const DAY_MS = 86_400_000

/** Sums whose size does not depend on the number of agents or of reads, for the dashboard. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const ms = 'bigint' as const

  await db.schema
    .createTable('site_counts')
    .addColumn('bucket', dialect === 'sqlite' ? 'integer' : ms, (c) => c.primaryKey())
    .addColumn('reads', ms, (c) => c.notNull())
    .addColumn('suppressed', ms, (c) => c.notNull())
    .execute()
  await sql`insert into site_counts (bucket, reads, suppressed)
    select bucket, sum(reads), sum(suppressed) from read_counts group by bucket`.execute(db)

  await keyed('asset_days', 'day')
  await sql`insert into asset_days (day, asset_id, reads)
    select bucket - bucket % ${sql.lit(DAY_MS)}, asset_id, sum(reads) from asset_counts
    group by 1, 2`.execute(db)

  if (dialect !== 'sqlite') return
  // `without rowid` stores the rows in key order without a second tree: less to write and to read.
  await keyed('asset_counts_by_key', 'bucket')
  await sql`insert into asset_counts_by_key select bucket, asset_id, reads from asset_counts
    order by bucket, asset_id`.execute(db)
  await db.schema.dropTable('asset_counts').execute()
  await db.schema.alterTable('asset_counts_by_key').renameTo('asset_counts').execute()

  async function keyed(table: string, time: string): Promise<void> {
    await db.schema
      .createTable(table)
      .addColumn(time, ms, (c) => c.notNull())
      .addColumn('asset_id', 'integer', (c) => c.notNull())
      .addColumn('reads', ms, (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, [time as never, 'asset_id' as never])
      .$call((qb) => (dialect === 'sqlite' ? qb.modifyEnd(sql`without rowid`) : qb))
      .execute()
  }
}
