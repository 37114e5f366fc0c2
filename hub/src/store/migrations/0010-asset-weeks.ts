import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../database.ts'

const WEEK_MS = 7 * 86_400_000

/** `asset_days` summed up by weeks, so that a month takes a few rows for each asset. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('asset_weeks')
    .addColumn('week', 'bigint', (c) => c.notNull())
    .addColumn('asset_id', 'integer', (c) => c.notNull())
    .addColumn('reads', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('asset_weeks_key', ['week', 'asset_id'])
    .$call((table) => (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
  await sql`insert into asset_weeks (week, asset_id, reads)
    select day - day % ${sql.lit(WEEK_MS)}, asset_id, sum(reads) from asset_days
    group by 1, 2`.execute(db)
}
