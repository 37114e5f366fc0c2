import type { Kysely } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/** The photos themselves, where every hub over this database and every backup finds them. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text, bytes } = columnTypes(dialect)
  await db.schema.dropTable('uploads').execute()
  await db.schema
    .createTable('uploads')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('created_by', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('content_type', text, (c) => c.notNull())
    // Last, so that a query of the other columns need not read it.
    .addColumn('content', bytes, (c) => c.notNull())
    .execute()
}
