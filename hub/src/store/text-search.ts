import { type Expression, type SqlBool, sql } from 'kysely'

/** Letters whose accent people leave off, in both cases: SQLite's `lower` knows ASCII only. */
const FOLDED = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' } as const
const LETTERS = Object.entries(FOLDED).flatMap(([accented, plain]) => [
  [accented, plain] as const,
  [accented.toUpperCase(), plain] as const,
])

/**
 * Separates columns that are searched as one text; the API refuses a query with such a character.
 */
const BREAK = '\n'

/** A condition that one of the columns contains the text, ignoring case and Spanish accents. */
export function containsText(columns: readonly string[], text: string): Expression<SqlBool> {
  const parts = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`)
  // One text of all columns, so that each letter is replaced once a row.
  let searched = sql`(${sql.join(parts, sql` || ${sql.lit(BREAK)} || `)})`
  for (const [accented, plain] of LETTERS) {
    searched = sql`replace(${searched}, ${sql.lit(accented)}, ${sql.lit(plain)})`
  }
  return sql<SqlBool>`lower(${searched}) like ${`%${asPattern(fold(text))}%`} escape '\\'`
}

/** Escapes a text for LIKE with the escape character \\. */
export function asPattern(text: string): string {
  return text.replace(/[\\%_]/g, (c) => `\\${c}`)
}

/** Folds a text exactly as the database folds a column: letters that it keeps stay here as well. */
function fold(text: string): string {
  let plainText = text.normalize('NFC')
  for (const [accented, plain] of LETTERS) plainText = plainText.replaceAll(accented, plain)
  return plainText.replace(/[A-Z]/g, (c) => c.toLowerCase())
}
