import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, dialectOf } from './database.ts'
import type { Database } from './schema/tables.ts'

export type Cell = string | number | null

/**
 * A select that yields `rows`, each an array of cells in the order of `columns`: one parameter on
 * SQLite, one for each column on Postgres. The same statement serves any number of rows, and no
 * query tree of thousands of values is built for each batch. `rows` must not be empty.
 */
export function rowsOf(
  db: Db,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): RawBuilder<unknown> {
  if (dialectOf(db) === 'postgres') return unnested(columns, rows)
  const cells = columns.map((name, i) => sql`${sql.raw(`value ->> ${i}`)} as ${sql.ref(name)}`)
  // `where true` keeps SQLite from reading a following ON CONFLICT as a join condition.
  return sql`select ${sql.join(cells)} from json_each(${JSON.stringify(rows)}) where true`
}

/**
 * A condition that `column` is one of `values`, all texts or all whole numbers, as one parameter.
 */
export function isOneOf(
  db: Db,
  column: RawBuilder<unknown>,
  values: readonly string[] | readonly number[],
): RawBuilder<SqlBool> {
  if (dialectOf(db) === 'sqlite') return isListed(db, column, JSON.stringify(values))
  const type = sql.raw(typeof values[0] === 'string' ? 'text[]' : 'bigint[]')
  return sql`${column} = any(${values}::${type})`
}

/** A condition that `column` is one of the whole numbers of a JSON list. */
export function isListed(db: Db, column: RawBuilder<unknown>, json: string): RawBuilder<SqlBool> {
  if (dialectOf(db) === 'sqlite') return sql`${column} in (select value from json_each(${json}))`
  return sql`${column} = any(${`{${json.slice(1, -1)}}`}::bigint[])`
}

function unnested(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): RawBuilder<unknown> {
  const selected: RawBuilder<unknown>[] = []
  const names: RawBuilder<unknown>[] = []
  const arrays: RawBuilder<unknown>[] = []
  for (const [i, column] of columns.entries()) {
    const cells = rows.map((row) => row[i] ?? null)
    const type = arrayType(cells)
    const name = sql.ref(column)
    // An untyped null takes the type of the column that it is inserted into.
    if (type === null) selected.push(sql`null as ${name}`)
    else {
      selected.push(name)
      names.push(name)
      arrays.push(sql`${cells}::${sql.raw(type)}`)
    }
  }
  const [values, places] = [sql.join(arrays), sql.join(names)]
  return sql`select ${sql.join(selected)} from unnest(${values}) as cells (${places})`
}

/** The Postgres type of an array of these cells; null when all cells are null. */
function arrayType(cells: readonly Cell[]): string | null {
  const present = cells.filter((cell) => cell !== null)
  if (present.length === 0) return null
  if (present.some((cell) => typeof cell === 'string')) return 'text[]'
  return present.every(Number.isSafeInteger) ? 'bigint[]' : 'double precision[]'
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
  await sql`insert into ${sql.table(table)} (${names}) ${rowsOf(db, columns, rows)}`.execute(db)
}

/**
 * How an entry becomes a row: for every column but `id`, the cell that the entry puts there. A
 * column that is added to the table's type must be named here to compile.
 */
export type CellsOf<T extends keyof Database, Entry> = Readonly<
  Record<Exclude<keyof Database[T] & string, 'id'>, (entry: Entry) => Cell>
>

/** Inserts a row for each entry. */
export async function insertEntries<T extends keyof Database, Entry>(
  db: Db,
  table: T,
  cells: CellsOf<T, Entry>,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return
  const columns = Object.keys(cells) as (keyof typeof cells)[]
  const makers = columns.map((column) => cells[column])
  const rows: Cell[][] = []
  for (const entry of entries) {
    const row: Cell[] = []
    for (const cell of makers) row.push(cell(entry))
    rows.push(row)
  }
  await insertRows(db, table, columns, rows)
}

/** Adds to counters; inserts the rows that do not exist yet. */
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
  await sql`insert into ${sql.table(table)} (${names}) ${rowsOf(db, columns, rows)}
    on conflict (${sql.join(key.map((c) => sql.ref(c)))}) do update set ${sums}`.execute(db)
}
