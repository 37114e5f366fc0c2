import type { Kysely } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/** Alerts that were mailed and are not over. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, text } = columnTypes(dialect)
  await db.schema
    .createTable('alert_notices')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('agent_id', 'integer', (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('reader', text, (c) => c.notNull())
    .addColumn('told_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('alert_notices_alert', ['agent_id', 'kind', 'reader'])
    .execute()
}
