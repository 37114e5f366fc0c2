import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../../database.ts'
import { columnTypes } from '../column-types.ts'

/** Sums of entries by quarters of an hour, days and weeks, and of telemetry by minutes. */
export async function createCounters(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, text } = columnTypes(dialect)
  await db.schema
    .createTable('read_counts')
    .addColumn('bucket', 'bigint', (c) => c.notNull())
    .addColumn('agent_id', 'integer', (c) => c.notNull())
    .addColumn('reads', 'bigint', (c) => c.notNull())
    .addColumn('suppressed', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('read_counts_key', ['bucket', 'agent_id'])
    .execute()
  await db.schema
    .createTable('site_counts')
    // An integer key is SQLite's own number of the row.
    .addColumn('bucket', dialect === 'sqlite' ? 'integer' : 'bigint', (c) => c.primaryKey())
    .addColumn('reads', 'bigint', (c) => c.notNull())
    .addColumn('suppressed', 'bigint', (c) => c.notNull())
    .execute()
  await ofAssets('asset_counts', 'bucket')
  await ofAssets('asset_days', 'day')
  await ofAssets('asset_weeks', 'week')
  await db.schema
    .createTable('asset_deltas')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('counts', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('telemetry_minutes')
    .addColumn('agent_id', 'integer', (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('source', text, (c) => c.notNull().defaultTo(''))
    .addColumn('minute', 'bigint', (c) => c.notNull())
    .addColumn('sum', 'double precision', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('telemetry_minutes_key', ['agent_id', 'type', 'source', 'minute'])
    .execute()

  async function ofAssets(table: string, time: string): Promise<void> {
    await db.schema
      .createTable(table)
      .addColumn(time, 'bigint', (c) => c.notNull())
      .addColumn('asset_id', 'integer', (c) => c.notNull())
      .addColumn('reads', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, [time as never, 'asset_id' as never])
      // `without rowid` stores the rows in key order without a second tree: less to write and to read.
      .$call((qb) => (dialect === 'sqlite' ? qb.modifyEnd(sql`without rowid`) : qb))
      .execute()
  }
}
