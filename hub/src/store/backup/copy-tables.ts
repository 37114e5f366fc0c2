import { BackupError } from './backup-error.ts'
import type { Cell } from '../bulk.ts'
import type { Database } from '../schema.ts'

export type Table = keyof Database
/** A row, in the order of the columns. */
export type Cells = readonly (Cell | Uint8Array)[]

export interface Column {
  name: string
  kind: 'whole' | 'real' | 'text' | 'bytes'
}

/** One moment of a database, or one transaction that fills it: where a copy comes from or goes to. */
export interface Rows {
  columns(table: Table): Promise<Column[]>
  /** Every row, a few at a time. */
  read(table: Table, columns: readonly Column[]): AsyncIterable<Cells[]>
  write(table: Table, columns: readonly Column[], rows: readonly Cells[]): Promise<void>
  /** The one row of a select on a table. */
  sums(table: Table, expressions: readonly string[]): Promise<(number | null)[]>
}

/** Each after those that its rows refer to. */
const order: Record<Table, true> = {
  users: true,
  sessions: true,
  password_resets: true,
  agents: true,
  agent_keys: true,
  agent_epochs: true,
  agent_readers: true,
  enroll_tokens: true,
  uploads: true,
  assets: true,
  reads: true,
  suppressions: true,
  gaps: true,
  telemetry: true,
  telemetry_minutes: true,
  relay_commands: true,
  read_counts: true,
  site_counts: true,
  asset_counts: true,
  asset_days: true,
  asset_weeks: true,
  settings: true,
  audit_log: true,
  dead_letters: true,
  alert_notices: true,
  replicas: true,
}

/** Every table of a hub. */
export const tables = Object.keys(order) as Table[]

/**
 * Copies every row of a hub's database into one that has the same schema and no rows, and compares
 * the two: the number of rows of each table and a sum over each of its columns, watermarks and
 * counters among them. Answers the number of rows.
 *
 * @throws BackupError when something is missing or more than it was, or `signal`'s reason
 */
export async function copyTables(from: Rows, to: Rows, signal?: AbortSignal): Promise<number> {
  let rows = 0
  for (const table of tables) {
    const columns = await from.columns(table)
    for await (const part of from.read(table, columns)) {
      signal?.throwIfAborted()
      await to.write(table, columns, part)
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

/** What both databases reckon alike. Remainders keep a sum over times and ids in 53 bits. */
function sumOf({ name, kind }: Column): string {
  if (kind === 'whole') return `sum("${name}" % 1000003)`
  return kind === 'real' ? `count("${name}")` : `sum(length("${name}"))`
}

/** The first table that has rows, or null. */
export async function firstTableInUse(rows: Rows): Promise<Table | null> {
  for (const table of tables) {
    const [found] = await rows.sums(table, ['count(*)'])
    if (found !== 0) return table
  }
  return null
}

/** What a column's declared type means, in either database. */
export function kindOf(type: string): Column['kind'] {
  if (/^(integer|bigint|smallint)$/i.test(type)) return 'whole'
  if (/^double/i.test(type)) return 'real'
  return /^(blob|bytea)$/i.test(type) ? 'bytes' : 'text'
}
