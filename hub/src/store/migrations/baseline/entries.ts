import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Dialect } from '../../database.ts'
import { columnTypes } from '../column-types.ts'

/** What edges send: reads, suppressions, telemetry, events, what was lost, and what could not be read. */
export async function createEntries(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, text } = columnTypes(dialect)
  await entryTable('reads', 'read_at')
    .addColumn('reader', text, (c) => c.notNull())
    .addColumn('uid', text, (c) => c.notNull())
    .addColumn('antenna', 'integer')
    .addColumn('rssi', 'double precision')
    .addColumn('asset_id', 'integer')
    .addColumn('read_at', 'bigint', (c) => c.notNull())
    .addColumn('clock', text, (c) => c.notNull())
    .addColumn('late', 'smallint', (c) => c.notNull())
    .addColumn('tid', text)
    .addColumn('unauthenticated', 'smallint')
    .execute()
  await index('reads_time', 'reads', ['read_at'])
  await index('reads_tag', 'reads', ['uid', 'read_at'])
  await index('reads_asset', 'reads', ['asset_id', 'read_at'])
  await index('reads_received', 'reads', ['received_at'])
  await index('reads_entry', 'reads', ['epoch_id', 'seq'])
  await entryTable('suppressions')
    .addColumn('reader', text, (c) => c.notNull())
    .addColumn('uid', text, (c) => c.notNull())
    .addColumn('asset_id', 'integer')
    .addColumn('first_at', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('rssi', 'double precision')
    .execute()
  await index('suppressions_time', 'suppressions', ['last_at'])
  await index('suppressions_entry', 'suppressions', ['epoch_id', 'seq'])
  await entryTable('telemetry', 'ts')
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('value', 'double precision', (c) => c.notNull())
    .addColumn('unit', text, (c) => c.notNull())
    .addColumn('ts', 'bigint', (c) => c.notNull())
    .addColumn('source', text, (c) => c.notNull().defaultTo(''))
    .execute()
  await index('telemetry_series', 'telemetry', ['agent_id', 'type', 'ts'])
  await entryTable('gaps')
    .addColumn('from_seq', 'bigint')
    .addColumn('to_seq', 'bigint')
    .addColumn('counts', text, (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('gaps', 'bigint', (c) => c.notNull().defaultTo(1))
    .addColumn('lost', 'bigint')
    .execute()
  await index('gaps_agent', 'gaps', ['agent_id', 'at'])
  await index('gaps_received', 'gaps', ['received_at'])
  await sql`create index gaps_unsummed on gaps (id) where lost is null`.execute(db)
  await entryTable('dead_letters')
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('payload', text, (c) => c.notNull())
    .addColumn('error', text, (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull().defaultTo(1))
    .addColumn('last_epoch_id', 'integer')
    .addColumn('last_seq', 'bigint')
    .execute()
  await index('dead_letters_time', 'dead_letters', ['received_at'])
  await db.schema
    .createTable('agent_events')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('epoch_id', 'integer', (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('agent_id', 'integer', (c) => c.notNull())
    .addColumn('event', text, (c) => c.notNull())
    .addColumn('detail', text)
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .execute()
  await index('agent_events_received', 'agent_events', ['event', 'received_at'])
  for (const table of ['dead_letters', 'gaps', 'agent_events']) {
    await index(`${table}_arrived`, table, ['agent_id', 'received_at'])
  }
  if (dialect === 'sqlite') return
  for (const table of ['reads', 'telemetry']) {
    await sql`create table ${sql.table(`${table}_default`)}
      partition of ${sql.table(table)} default`.execute(db)
  }

  /** A table of entries of edges' outboxes; on Postgres partitioned by months of `time`, if given. */
  function entryTable(name: string, time?: string): CreateTableBuilder<string, string> {
    const months = dialect === 'postgres' && time !== undefined
    const table = db.schema
      .createTable(name)
      .addColumn('id', id, (c) => (months ? c.notNull() : c.primaryKey()))
    return (
      months
        ? table
            .addPrimaryKeyConstraint(`${name}_key`, ['id', time as 'id'])
            .modifyEnd(sql`partition by range (${sql.ref(time)})`)
        : table
    )
      .addColumn('epoch_id', 'integer', (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('agent_id', 'integer', (c) => c.notNull())
      .addColumn('received_at', 'bigint', (c) => c.notNull()) as CreateTableBuilder<string, string>
  }

  async function index(name: string, table: string, columns: string[]): Promise<void> {
    await db.schema.createIndex(name).on(table).columns(columns).execute()
  }
}
