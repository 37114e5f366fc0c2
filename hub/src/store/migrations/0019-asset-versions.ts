import { type Kysely, sql } from 'kysely'

/**
 * A row of `assets` becomes a version of an asset: an edit ends the version and adds the next one.
 * Reads still point to rows, so that none has to be rewritten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('assets').addColumn('version_of', 'integer').execute()
  await db.schema
    .alterTable('assets')
    .addColumn('tag_retired', 'smallint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('assets').addColumn('stray_read_at', 'bigint').execute()
  await db.schema.alterTable('assets').addColumn('stray_agent_id', 'integer').execute()
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
}
