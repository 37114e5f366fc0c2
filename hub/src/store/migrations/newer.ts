import { type QueryExecutorProvider, sql } from 'kysely'
import type { Dialect } from '../database.ts'

/** The names of the migrations that a database has. */
export async function madeMigrations(
  db: QueryExecutorProvider,
  dialect: Dialect,
): Promise<string[]> {
  if (!(await hasTable(db, dialect, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/** Migrations that a database has and a hub does not know. */
export interface NewerMigrations {
  names: string[]
  /** True when this hub can work on the database all the same. */
  areReadable: boolean
}

/**
 * Stores which migration a hub must know to work with this one. Call it in the migration's
 * transaction.
 */
export async function declareReadable(
  db: QueryExecutorProvider,
  { name, readableFrom }: { name: string; readableFrom: string },
): Promise<void> {
  await sql`create table if not exists migration_readers (
    name text primary key, readable_from text not null)`.execute(db)
  await sql`insert into migration_readers (name, readable_from)
    values (${name}, ${readableFrom}) on conflict do nothing`.execute(db)
}

/** The migrations of `made`, a database's, that are not among `known`, in order. */
export async function newerMigrations(
  db: QueryExecutorProvider,
  dialect: Dialect,
  { made, known }: { made: readonly string[]; known: readonly string[] },
): Promise<NewerMigrations> {
  const names = made.filter((name) => !known.includes(name)).toSorted()
  if (names.length === 0) return { names, areReadable: true }
  const declared = (await hasTable(db, dialect, 'migration_readers'))
    ? (
        await sql<{ name: string; readable_from: string }>`select name, readable_from
          from migration_readers`.execute(db)
      ).rows
    : []
  const readableFrom = new Map(declared.map((row) => [row.name, row.readable_from]))
  const areReadable =
    known.every((name) => made.includes(name)) &&
    names.every((name) => known.includes(readableFrom.get(name) ?? ''))
  return { names, areReadable }
}

async function hasTable(
  db: QueryExecutorProvider,
  dialect: Dialect,
  table: string,
): Promise<boolean> {
  const { rows } = await (
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_schema where type = 'table' and name = ${table}`
      : sql`select 1 where to_regclass(${table}) is not null`
  ).execute(db)
  return rows.length > 0
}
