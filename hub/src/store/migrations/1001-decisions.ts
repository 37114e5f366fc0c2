import type { Kysely } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/** What gates decide, and what each replica takes of edges. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, text } = columnTypes(dialect)
  await db.schema
    .createTable('decisions')
    // Never given twice: they say which decisions the audit log has sealed.
    .addColumn('id', id, (c) =>
      dialect === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn('epoch_id', 'integer', (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('agent_id', 'integer', (c) => c.notNull())
    .addColumn('read_seq', 'bigint')
    .addColumn('reader', text, (c) => c.notNull())
    .addColumn('uid', text, (c) => c.notNull())
    .addColumn('asset_id', 'integer')
    .addColumn('verdict', text, (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('rule', 'bigint')
    .addColumn('marked', 'smallint', (c) => c.notNull())
    .addColumn('mode', text, (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('decided_at', 'bigint', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('clock', text, (c) => c.notNull())
    .addColumn('late', 'smallint', (c) => c.notNull())
    .addColumn('facts', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('decisions_agent')
    .on('decisions')
    .columns(['agent_id', 'decided_at'])
    .execute()
  await db.schema
    .createIndex('decisions_entry')
    .on('decisions')
    .columns(['epoch_id', 'seq'])
    .execute()
  await db.schema.alterTable('replicas').addColumn('takes', text).execute()
}
