import { type Expression, type SqlBool, sql } from 'kysely'

/** Letters that people leave the accent off, in both cases: `lower` of SQLite knows ASCII only. */
const folded = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' } as const
const letters = Object.entries(folded).flatMap(([accented, plain]) => [
  [accented, plain] as const,
  [accented.toUpperCase(), plain] as const,
])

/** Between columns that are searched as one text; the API lets no such character into a query. */
const BREAK = '\n'

/** Whether any of the columns contains the text, whatever its case and its Spanish accents. */
export function containsText(columns: readonly string[], text: string): Expression<SqlBool> {
  const parts = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`)
  // One text of them all: folding costs a replace a letter, and that once a row.
  let searched = sql`(${sql.join(parts, sql` || ${sql.lit(BREAK)} || `)})`
  for (const [accented, plain] of letters) {
    searched = sql`replace(${searched}, ${sql.lit(accented)}, ${sql.lit(plain)})`
  }
  return sql<SqlBool>`lower(${searched}) like ${`%${asPattern(fold(text))}%`} escape '\\'`
}

/** A text as it stands, for LIKE with the escape character \\. */
export function asPattern(text: string): string {
  return text.replace(/[\\%_]/g, (c) => `\\${c}`)
}

/** What the database makes of a column, and no more: letters it keeps must stay here as well. */
function fold(text: string): string {
  let plainText = text.normalize('NFC')
  for (const [accented, plain] of letters) plainText = plainText.replaceAll(accented, plain)
  return plainText.replace(/[A-Z]/g, (c) => c.toLowerCase())
}
