import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import type { Database } from './schema.ts'

type Cell = string | number | null

/**
 * Rows as one parameter: `json_each` reads them inside SQLite. One statement whatever the number
 * of rows, and no query tree of thousands of values to build for each batch.
 */
function eachRow(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): RawBuilder<unknown> {
  const cells = sql.join(columns.map((_, i) => sql.raw(`value ->> ${i}`)))
  // `where true` keeps SQLite from reading a following ON CONFLICT as a join condition.
  return sql`select ${cells} from json_each(${JSON.stringify(rows)}) where true`
}

/** Inserts `rows`, each an array of cells in the order of `columns`. */
export async function insertRows<T extends keyof Database>(
  db: Db,
  table: T,
  columns: readonly (keyof Database[T] & string)[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  if (rows.length === 0) return
  const names = sql.join(columns.map((c) => sql.ref(c)))
  await sql`insert into ${sql.table(table)} (${names}) ${eachRow(columns, rows)}`.execute(db)
}

/** Adds to counters: rows that exist are added to, others are made. */
export async function addCounts<T extends keyof Database>(
  db: Db,
  table: T,
  key: readonly (keyof Database[T] & string)[],
  counters: readonly (keyof Database[T] & string)[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = [...key, ...counters]
  const names = sql.join(columns.map((c) => sql.ref(c)))
  const sums = sql.join(
    counters.map(
      (c) => sql`${sql.ref(c)} = ${sql.ref(`${table}.${c}`)} + ${sql.ref(`excluded.${c}`)}`,
    ),
  )
  await sql`insert into ${sql.table(table)} (${names}) ${eachRow(columns, rows)}
    on conflict (${sql.join(key.map((c) => sql.ref(c)))}) do update set ${sums}`.execute(db)
}
