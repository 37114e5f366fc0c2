import type { Kysely } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/** Counts by asset of large ingest transactions, until they are merged into the counters. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, text } = columnTypes(dialect)
  await db.schema
    .createTable('asset_deltas')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('counts', text, (c) => c.notNull())
    .execute()
}
