import type { Kysely } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/** Unknown tags that an operator has asked the admins to look at: one row a tag. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnTypes(dialect)
  await db.schema
    .createTable('tag_reports')
    .addColumn('uid', text, (c) => c.primaryKey())
    .addColumn('agent_id', 'integer', (c) => c.notNull().references('agents.id'))
    .addColumn('read_at', 'bigint', (c) => c.notNull())
    .addColumn('note', text, (c) => c.notNull())
    .addColumn('reported_by', text, (c) => c.notNull())
    .addColumn('reported_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('tag_reports_reported_at')
    .on('tag_reports')
    .column('reported_at')
    .execute()
}
