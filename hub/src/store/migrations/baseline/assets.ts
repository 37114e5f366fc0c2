import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../../database.ts'
import { columnTypes } from '../column-types.ts'

/** Assets with their versions and photos, and unknown tags that somebody is to look at. */
export async function createAssets(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, text, bytes } = columnTypes(dialect)
  await db.schema
    .createTable('assets')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('plate', text)
    .addColumn('rfid_tag', text, (c) => c.notNull())
    .addColumn('owner', text)
    .addColumn('location', text)
    .addColumn('photo_url', text)
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .addColumn('version_of', 'integer')
    .addColumn('tag_retired', 'smallint', (c) => c.notNull().defaultTo(0))
    .addColumn('stray_read_at', 'bigint')
    .addColumn('stray_agent_id', 'integer')
    .execute()
  await sql`create unique index assets_tag on assets (rfid_tag) where deleted_at is null`.execute(
    db,
  )
  await sql`create unique index assets_plate on assets (plate) where deleted_at is null`.execute(db)
  await db.schema.createIndex('assets_photo').on('assets').column('photo_url').execute()
  await sql`create index assets_versions on assets ((coalesce(version_of, id)))`.execute(db)
  await sql`create index assets_changed on assets (version_of) where version_of is not null`.execute(
    db,
  )
  // A retired tag is known for ever; another version is only known by its tag until it ends.
  await sql`create index assets_tag_known on assets (rfid_tag, (
    case when tag_retired = 1 then 9007199254740991 else coalesce(deleted_at, 9007199254740991) end
  ))`.execute(db)
  await sql`create index assets_tag_began on assets (rfid_tag, created_at)`.execute(db)
  await sql`create index assets_strays on assets (stray_read_at)
    where stray_read_at is not null`.execute(db)
  await db.schema
    .createTable('uploads')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('created_by', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('content_type', text, (c) => c.notNull())
    // Last, so that a query of the other columns need not read it.
    .addColumn('content', bytes, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('tag_reports')
    .addColumn('uid', text, (c) => c.primaryKey())
    .addColumn('agent_id', 'integer', (c) => c.notNull().references('agents.id'))
    .addColumn('read_at', 'bigint', (c) => c.notNull())
    .addColumn('note', text, (c) => c.notNull())
    .addColumn('reported_by', text, (c) => c.notNull())
    .addColumn('reported_at', 'bigint', (c) => c.notNull())
    .addColumn('noted_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('tag_reports_reported_at')
    .on('tag_reports')
    .column('reported_at')
    .execute()
}
