import { sql } from 'kysely'
import { type Db, dialectOf } from '../store/database.ts'

/**
 * Everything that a schema declares, a sorted line a thing: columns, keys, indexes,
 * triggers. Two databases with the same lines have the same schema. For tests.
 */
export async function schemaFacts(db: Db): Promise<string[]> {
  const facts = dialectOf(db) === 'sqlite' ? ofSqlite : ofPostgres
  const { rows } = await facts.execute(db)
  return rows.map(({ fact }) => fact.replaceAll(/\s+/g, ' ')).toSorted()
}

const OWN = sql`('kysely_migration', 'kysely_migration_lock', 'migration_readers')`

const ofSqlite = sql<{ fact: string }>`
  with tables as (
    select s.name, l.wr from sqlite_schema s join pragma_table_list l on l.name = s.name
    where s.type = 'table' and s.name not like 'sqlite%' and s.name not in ${OWN})
  select t.name || ' wr ' || t.wr as fact from tables t
  union all select t.name || '.' || c.name || ' ' || lower(c.type) || ' notnull ' || c."notnull"
    || ' default ' || coalesce(c.dflt_value, '') || ' pk ' || c.pk
    from tables t, pragma_table_xinfo(t.name) c
  union all select t.name || ' references ' || f."table" || ' ' || f."from" || ' ' || coalesce(f."to", '')
    from tables t, pragma_foreign_key_list(t.name) f
  union all select t.name || ' index ' || iif(i.origin = 'c', i.name, i.origin) || ' unique ' || i."unique" || ' on '
    || (select group_concat(coalesce(x.name, '()') || ' ' || x.coll, ',')
        from pragma_index_xinfo(i.name) x where x.key = 1)
    from tables t, pragma_index_list(t.name) i
  union all select type || ' ' || name || ': ' || sql from sqlite_schema
    where type in ('trigger', 'view') or (type = 'index' and (sql like '%where%' or sql like '%(%(%'))`

const ofPostgres = sql<{ fact: string }>`
  with tables as (
    select c.oid, c.relname, c.relkind, pg_get_expr(c.relpartbound, c.oid) as bound, pg_get_partkeydef(c.oid) as parts
    from pg_class c where c.relnamespace = current_schema()::regnamespace
      and c.relkind in ('r', 'p') and c.relname not in ${OWN} and c.relname !~ '_[0-9]{4}_[0-9]{2}$')
  select relname || ' ' || relkind::text || ' ' || coalesce(bound, '') || coalesce(parts, '') as fact from tables
  union all select t.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || ' notnull ' || a.attnotnull || ' default ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '')
    || ' ' || coalesce((select collname from pg_collation where oid = a.attcollation), '')
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  union all select pg_get_indexdef(i.indexrelid) from tables t join pg_index i on i.indrelid = t.oid
  union all select t.relname || ' ' || c.conname || ' ' || pg_get_constraintdef(c.oid)
    from tables t join pg_constraint c on c.conrelid = t.oid and c.contype in ('p', 'u', 'f', 'c')
  union all select pg_get_triggerdef(g.oid) from tables t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal
  union all select pg_get_functiondef(p.oid) from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'`
