import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/** Telemetry rolled up by minute, and the order in which dead letters are looked through. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnTypes(dialect)
  await db.schema
    .createTable('telemetry_minutes')
    .addColumn('agent_id', 'integer', (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('minute', 'bigint', (c) => c.notNull())
    .addColumn('sum', 'double precision', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('telemetry_minutes_key', ['agent_id', 'type', 'minute'])
    .execute()
  await sql`insert into telemetry_minutes (agent_id, type, minute, sum, count)
    select agent_id, type, ts - ts % 60000, sum(value), count(*) from telemetry
    where abs(value) <= 1e12 group by 1, 2, 3`.execute(db)
  await db.schema
    .createIndex('dead_letters_time')
    .on('dead_letters')
    .column('received_at')
    .execute()
}
