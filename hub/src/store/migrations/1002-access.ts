import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/** The list of tags that gates decide by, what people set of it, and what each gate holds. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createList(db, dialect)
  await createSettings(db, dialect)
  await createGates(db, dialect)
  await indexDecisions(db)
  await (dialect === 'sqlite' ? touchInSqlite(db) : touchInPostgres(db))
}

async function createList(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, text } = columnTypes(dialect)
  await db.schema
    .createTable('access_list')
    .addColumn('one', 'smallint', (c) => c.primaryKey())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('edits', 'bigint', (c) => c.notNull())
    .addColumn('was_id', text)
    .addColumn('was_edits', 'bigint')
    .addColumn('next_rule', 'bigint', (c) => c.notNull())
    .addColumn('proven_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('access_rows')
    .addColumn('uid', text, (c) => c.primaryKey())
    .addColumn('bucket', 'bigint', (c) => c.notNull())
    .addColumn('state', 'bigint', (c) => c.notNull())
    .addColumn('valid_from', 'bigint')
    .addColumn('valid_to', 'bigint')
    .addColumn('group_id', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('access_rows_bucket').on('access_rows').column('bucket').execute()
  await sql`create index access_rows_denied on access_rows (uid) where state = 2`.execute(db)
  await db.schema
    .createTable('access_buckets')
    .addColumn('bucket', 'bigint', (c) => c.primaryKey())
    .addColumn('digest', text, (c) => c.notNull())
    .addColumn('edits', 'bigint', (c) => c.notNull())
    .addColumn('tags', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('access_touched')
    .addColumn('id', id, (c) =>
      dialect === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn('uid', text, (c) => c.notNull())
    .execute()
}

/** Decisions of one tag; and what is counted of a range, by the index alone. */
async function indexDecisions(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('decisions_tag').on('decisions').columns(['uid', 'id']).execute()
  await db.schema
    .createIndex('decisions_counted')
    .on('decisions')
    .columns(['decided_at', 'verdict', 'reason', 'count'])
    .execute()
}

async function createSettings(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, text } = columnTypes(dialect)
  await db.schema
    .createTable('access_groups')
    // Never given twice: a gate may still hold a row of a group that is gone.
    .addColumn('id', id, (c) =>
      dialect === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute()
  await sql`create unique index access_groups_name on access_groups (name)
    where deleted_at is null`.execute(db)
  await db.schema
    .createTable('asset_access')
    .addColumn('asset_id', 'bigint', (c) => c.primaryKey())
    .addColumn('denied', 'smallint', (c) => c.notNull())
    .addColumn('valid_from', 'bigint')
    .addColumn('valid_to', 'bigint')
    .addColumn('group_id', 'bigint')
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('changed_by', text, (c) => c.notNull())
    .execute()
  await sql`create index asset_access_group on asset_access (group_id)
    where group_id is not null`.execute(db)
  await db.schema
    .createTable('denied_tags')
    .addColumn('uid', text, (c) => c.primaryKey())
    .addColumn('asset_id', 'bigint', (c) => c.notNull())
    .addColumn('denied_at', 'bigint', (c) => c.notNull())
    .addColumn('denied_by', text, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('denied_tags_asset').on('denied_tags').column('asset_id').execute()
}

async function createGates(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnTypes(dialect)
  await db.schema
    .createTable('access_policies')
    .addColumn('agent_id', 'integer', (c) => c.primaryKey().references('agents.id'))
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('mode', text, (c) => c.notNull())
    .addColumn('rules', text, (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('changed_by', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('access_gates')
    .addColumn('agent_id', 'integer', (c) => c.primaryKey().references('agents.id'))
    .addColumn('list_id', text)
    .addColumn('edits', 'bigint')
    .addColumn('digest', text)
    .addColumn('denied', text)
    .addColumn('policy', text)
    .addColumn('mode', text)
    .addColumn('complete', 'smallint', (c) => c.notNull().defaultTo(0))
    .addColumn('refused', text)
    .addColumn('is_equal', 'smallint', (c) => c.notNull().defaultTo(0))
    .addColumn('equal_at', 'bigint')
    .addColumn('told_at', 'bigint')
    .addColumn('given_up', text)
    .execute()
}

/*
 * Triggers, since a hub of the version before stores assets too and knows nothing of the list. They
 * only note whose row may be out of date, and that a tag of a blocked asset is denied for good, before
 * anybody can take it off again; the fold (`store/access/fold-list.ts`) does the rest.
 */

const DENIER = `'hub'`

async function touchInSqlite(db: Kysely<unknown>): Promise<void> {
  const touch = (row: 'old' | 'new') =>
    sql.raw(`insert into access_touched (uid) values (${row}.rfid_tag)`)
  const deny = sql.raw(`insert into denied_tags (uid, asset_id, denied_at, denied_by)
    select new.rfid_tag, asset_id, new.updated_at, ${DENIER} from asset_access
    where asset_id = coalesce(new.version_of, new.id) and denied = 1
    on conflict do nothing`)
  await sql`create trigger assets_access_insert after insert on assets
    begin ${touch('new')}; ${deny}; end`.execute(db)
  await sql`create trigger assets_access_update
    after update of rfid_tag, deleted_at, type, version_of on assets
    when old.rfid_tag <> new.rfid_tag or old.deleted_at is not new.deleted_at
      or old.type <> new.type or coalesce(old.version_of, old.id) <> coalesce(new.version_of, new.id)
    begin ${touch('old')}; ${touch('new')}; ${deny}; end`.execute(db)
  await sql`create trigger assets_access_delete after delete on assets
    begin ${touch('old')}; end`.execute(db)
}

async function touchInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function touch_access() returns trigger language plpgsql as ${sql.raw(`$$
    begin
      if tg_op <> 'INSERT' then insert into access_touched (uid) values (old.rfid_tag); end if;
      if tg_op = 'DELETE' then return old; end if;
      insert into access_touched (uid) values (new.rfid_tag);
      insert into denied_tags (uid, asset_id, denied_at, denied_by)
        select new.rfid_tag, asset_id, new.updated_at, ${DENIER} from asset_access
        where asset_id = coalesce(new.version_of, new.id) and denied = 1
        on conflict do nothing;
      return new;
    end $$`)}`.execute(db)
  const touch = sql`for each row execute function touch_access()`
  const changed = sql`for each row
    when (old.rfid_tag <> new.rfid_tag or old.deleted_at is distinct from new.deleted_at
      or old.type <> new.type or coalesce(old.version_of, old.id) <> coalesce(new.version_of, new.id))
    execute function touch_access()`
  await sql`create trigger assets_access_insert after insert on assets ${touch}`.execute(db)
  await sql`create trigger assets_access_update
    after update of rfid_tag, deleted_at, type, version_of on assets ${changed}`.execute(db)
  await sql`create trigger assets_access_delete after delete on assets ${touch}`.execute(db)
}
