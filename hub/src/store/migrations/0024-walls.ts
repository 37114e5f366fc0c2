import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/**
 * What wall screens show, and the codes by which browsers become one. A kiosk account that is there
 * already goes on showing what its browser's address says.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, text } = columnTypes(dialect)
  await db.schema
    .createTable('walls')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().unique().references('users.id'))
    .addColumn('screens', text, (c) => c.notNull())
    .addColumn('every_s', 'integer', (c) => c.notNull())
    .addColumn('created_by', text)
    .addColumn('seen_at', 'bigint')
    .addColumn('seen_address', text)
    .execute()
  await sql`insert into walls (user_id, screens, every_s) select id, '', 60 from users where kiosk = 1 order by id`.execute(
    db,
  )
  await db.schema
    .createTable('wall_pairings')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('code_hash', text, (c) => c.unique())
    .addColumn('secret_hash', text, (c) => c.notNull().unique())
    .addColumn('network', text, (c) => c.notNull())
    .addColumn('address', text)
    .addColumn('device', text)
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('wall_id', 'integer', (c) => c.references('walls.id'))
    .execute()
  await db.schema
    .createIndex('wall_pairings_expires_at')
    .on('wall_pairings')
    .column('expires_at')
    .execute()
}
