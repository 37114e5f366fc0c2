import { BackupError, reasonOf } from './backup-error.ts'
import type { Cell } from '../bulk.ts'
import { type Table, TABLES } from '../schema/tables.ts'

/** The cells of a row, in the order of the columns. */
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
 * Copies every row of a hub's database into an empty one, for the tables and columns that the
 * target has. Then compares the two: the number of rows of each table, and a sum over each column.
 * Returns the number of rows.
 *
 * @throws BackupError when counts or sums differ, an Error for a row that the target refuses, or
 * `signal`'s reason
 */
export async function copyTables(from: Rows, to: Rows, signal?: AbortSignal): Promise<number> {
  let rows = 0
  for (const table of TABLES) {
    const columns = await to.columns(table)
    // A target with the schema of an older version lacks some tables.
    if (columns.length === 0) continue
    for await (const part of from.read(table, columns)) {
      signal?.throwIfAborted()
      await to.write(table, columns, part).catch((error: unknown) => {
        throw new Error(`${table}: ${reasonOf(error)}`, { cause: error })
      })
    }
    const sums = ['count(*)', ...columns.map(sumOf)]
    const [expected, actual] = [await from.sums(table, sums), await to.sums(table, sums)]
    const unequal = sums.find((_, i) => expected[i] !== actual[i])
    if (unequal !== undefined) {
      throw new BackupError(`${unequal} of ${table} is not the same in the copy; nothing was kept`)
    }
    rows += expected[0] ?? 0
  }
  return rows
}

/**
 * A sum that both databases compute alike. The remainder keeps sums of times and ids within 53
 * bits.
 */
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

/** The kind of a column by its declared type in either database. */
export function kindOf(type: string): Column['kind'] {
  if (/^(integer|bigint|smallint)$/i.test(type)) return 'whole'
  if (/^double/i.test(type)) return 'real'
  return /^(blob|bytea)$/i.test(type) ? 'bytes' : 'text'
}
