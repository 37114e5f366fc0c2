import type SqliteDatabase from 'better-sqlite3'
import { type Cells, type Column, kindOf, type Rows } from './copy-tables.ts'

const ROWS_AT_ONCE = 2000

/** The rows of a SQLite database, for the copier; the caller begins and ends the transaction. */
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
      const rows = db
        .prepare<[], Cells>(`select ${list(columns)} from ${table}`)
        .raw()
        .iterate()
      const most = rowsAtOnce(columns, ROWS_AT_ONCE)
      let part: Cells[] = []
      for (const row of rows) {
        part.push(row)
        if (part.length < most) continue
        yield part
        part = []
      }
      if (part.length > 0) yield part
    },
    async write(table, columns, rows) {
      const places = columns.map(() => '?').join(', ')
      const insert = db.prepare(`insert into ${table} (${list(columns)}) values (${places})`)
      for (const row of rows) insert.run(...row)
    },
    async sums(table, expressions) {
      const select = `select ${expressions.join(', ')} from ${table}`
      return db.prepare<[], (number | null)[]>(select).raw().get() ?? []
    },
  }
}

/** Limits a page to 8 rows where one of them can be a photo. */
export function rowsAtOnce(columns: readonly Column[], otherwise: number): number {
  return columns.some(({ kind }) => kind === 'bytes') ? 8 : otherwise
}
