import { BackupError, reasonOf } from './backup-error.ts'
import type { Cell } from '../bulk.ts'
import { type Table, TABLES } from '../schema/tables.ts'

/** A row, in the order of the columns. */
export type Cells = readonly (Cell | Uint8Array)[]

export interface Column {
  name: string
  kind: 'whole' | 'real' | 'text' | 'bytes'
}

/** Source or target of a copy: a snapshot of a database, or a transaction that fills one. */
export interface Rows {
  columns(table: Table): Promise<Column[]>
  /** Every row, a few at a time. */
  read(table: Table, columns: readonly Column[]): AsyncIterable<Cells[]>
  write(table: Table, columns: readonly Column[], rows: readonly Cells[]): Promise<void>
  /** Evaluates aggregate expressions over a table. */
  sums(table: Table, expressions: readonly string[]): Promise<(number | null)[]>
}

/**
 * Copies every row of a hub's database into one that has no rows, by the tables and columns that this
 * one has, and compares the two: the number of rows of each table and a sum over each of its columns,
 * watermarks and counters among them. Returns the number of rows.
 *
 * @throws BackupError when counts or sums differ, the reason why a row does not fit, or `signal`'s
 */
export async function copyTables(from: Rows, to: Rows, signal?: AbortSignal): Promise<number> {
  let rows = 0
  for (const table of TABLES) {
    const columns = await to.columns(table)
    // That of an older version has not every table yet.
    if (columns.length === 0) continue
    for await (const part of from.read(table, columns)) {
      signal?.throwIfAborted()
      await to.write(table, columns, part).catch((error: unknown) => {
        throw new Error(`${table}: ${reasonOf(error)}`, { cause: error })
      })
    }
    const sums = ['count(*)', ...columns.map(sumOf)]
    const [given, taken] = [await from.sums(table, sums), await to.sums(table, sums)]
    const wrong = sums.find((_, i) => given[i] !== taken[i])
    if (wrong !== undefined) {
      throw new BackupError(`${wrong} of ${table} is not the same in the copy; nothing was kept`)
    }
    rows += given[0] ?? 0
  }
  return rows
}

/** A sum that both databases compute alike. Remainders keep a sum over times and ids in 53 bits. */
function sumOf({ name, kind }: Column): string {
  if (kind === 'whole') return `sum("${name}" % 1000003)`
  return kind === 'real' ? `count("${name}")` : `sum(length("${name}"))`
}

/** The first table that has rows, or null. */
export async function firstTableInUse(rows: Rows): Promise<Table | null> {
  for (const table of TABLES) {
    const [found] = await rows.sums(table, ['count(*)'])
    if (found !== 0) return table
  }
  return null
}

/** Maps a column's declared type, of either database, to its kind. */
export function kindOf(type: string): Column['kind'] {
  if (/^(integer|bigint|smallint)$/i.test(type)) return 'whole'
  if (/^double/i.test(type)) return 'real'
  return /^(blob|bytea)$/i.test(type) ? 'bytes' : 'text'
}
