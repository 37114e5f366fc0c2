import type { Database } from 'better-sqlite3'

/**
 * Checks that reading a table runs no code of its file: that it is neither a view nor a virtual
 * table, and that none of `columns` (absent: all) is computed. Looks at the declaration first,
 * since asking SQLite for the columns of a view or a virtual table would already run it.
 *
 * @throws Error that says what it is instead
 */
export function requirePlain(db: Database, table: string, columns?: readonly string[]): void {
  const declared = db
    .prepare<[string], unknown>('select sql from sqlite_schema where lower(name) = ?')
    .pluck()
    .all(table)
  const [declaration] = declared
  const plain = new RegExp(`^CREATE TABLE (["'\`[]?)${table}\\W`, 'i')
  if (declared.length !== 1 || typeof declaration !== 'string' || !plain.test(declaration)) {
    throw new Error(`${table} is no plain table`)
  }
  const found = db
    .prepare<[string], { name: string; hidden: number }>(
      'select lower(name) as name, hidden from pragma_table_xinfo(?)',
    )
    .all(table)
  for (const column of columns ?? found.map(({ name }) => name)) {
    const hidden = found.find(({ name }) => name === column)?.hidden
    if (hidden === undefined) throw new Error(`${table} has no «${column}»`)
    if (hidden !== 0) throw new Error(`«${column}» of ${table} is computed`)
  }
}
