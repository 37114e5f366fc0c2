import type SqliteDatabase from 'better-sqlite3'
import { type Cells, type Column, kindOf, type Rows } from './copy-tables.ts'
import { requirePlain } from '../sqlite/plain-table.ts'

/** Limit of one text or blob: three times the largest photo. */
const CELL_MAX_BYTES = 16 * 1024 * 1024

const ROWS_AT_ONCE = 2000
const BYTES_AT_ONCE = 8 * 1024 * 1024

/**
 * The rows of a SQLite database, for the copier; the caller begins and ends the transaction. A file
 * that is read is not trusted.
 */
export function sqliteRows(db: SqliteDatabase.Database): Rows {
  const list = (columns: readonly Column[]) => columns.map(({ name }) => `"${name}"`).join(', ')
  return {
    async columns(table) {
      const found = db.prepare<[string], { name: string; type: string }>(
        'select name, type from pragma_table_info(?)',
      )
      return found.all(table).map(({ name, type }) => ({ name, kind: kindOf(type) }))
    },
    async *read(table, columns) {
      requireFitting(db, table, columns)
      const rows = db
        // In a forged file an index may hold other rows than its table.
        .prepare<[], Cells>(`select ${list(columns)} from "${table}" not indexed`)
        .raw()
        .iterate()
      let part: Cells[] = []
      let bytes = 0
      for (const row of rows) {
        part.push(row)
        for (const cell of row)
          if (typeof cell === 'object' || typeof cell === 'string') bytes += cell?.length ?? 0
        if (part.length < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE) continue
        yield part
        part = []
        bytes = 0
      }
      if (part.length > 0) yield part
    },
    async write(table, columns, rows) {
      const places = columns.map(() => '?').join(', ')
      const insert = db.prepare(`insert into "${table}" (${list(columns)}) values (${places})`)
      for (const row of rows) insert.run(...row)
    },
    async sums(table, expressions) {
      const select = `select ${expressions.join(', ')} from "${table}" not indexed`
      return db.prepare<[], (number | null)[]>(select).raw().get() ?? []
    },
  }
}

/** @throws Error where a cell is not of its column's kind: SQLite takes any value in any column. */
function requireFitting(
  db: SqliteDatabase.Database,
  table: string,
  columns: readonly Column[],
): void {
  requirePlain(
    db,
    table,
    columns.map(({ name }) => name),
  )
  const cases = columns.map(({ name, kind }, i) => `when ${FAULTS[kind](name)} then ${i}`).join(' ')
  const fault = db
    .prepare<[], number>(
      `select fault from (select case ${cases} end as fault from "${table}" not indexed)
       where fault is not null limit 1`,
    )
    .pluck()
    .get()
  if (fault === undefined) return
  const { name, kind } = columns[fault] ?? { name: '', kind: 'text' }
  throw new Error(`${table}: «${name}» of a row is no ${WORDS[kind]}`)
}

const WORDS: Record<Column['kind'], string> = {
  whole: 'whole number that a hub could have written',
  real: 'number',
  text: 'text of at most 16 MiB',
  bytes: 'bytes of at most 16 MiB',
}

/** Conditions that are true for a bad cell, without loading it. */
const FAULTS: Record<Column['kind'], (name: string) => string> = {
  // Ids up to half of the safe integers: the other half is left for new rows.
  whole: (name) => {
    const most = name === 'id' ? 2 ** 52 : Number.MAX_SAFE_INTEGER
    return `typeof("${name}") in ('text', 'blob') or "${name}" not between ${-most} and ${most}`
  },
  real: (name) => `typeof("${name}") in ('text', 'blob')`,
  text: (name) =>
    `typeof("${name}") not in ('text', 'null') or octet_length("${name}") > ${CELL_MAX_BYTES}`,
  bytes: (name) =>
    `typeof("${name}") not in ('blob', 'null') or octet_length("${name}") > ${CELL_MAX_BYTES}`,
}
