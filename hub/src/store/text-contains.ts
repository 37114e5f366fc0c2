import { type Expression, type SqlBool, sql } from 'kysely'

/** The condition that a column has `text` in it, ignoring case as far as the database knows it. */
export function textContains(column: string, text: string): Expression<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`
  // Lowered by the database on both sides: SQLite leaves Ñ as it is, on both.
  return sql<SqlBool>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`
}
