import { type Expression, type SqlBool, sql } from 'kysely'

/** The letters of western Europe whose accent people leave off, by the letter that is left. */
const FOLDED = {
  a: 'áàâãäå',
  c: 'ç',
  e: 'éèêë',
  i: 'íìîï',
  n: 'ñ',
  o: 'óòôõöø',
  u: 'úùûü',
  y: 'ýÿ',
  // Without a plain one: small and capital are one.
  æ: 'æ',
  ð: 'ð',
  þ: 'þ',
}
/** In both cases: the databases' `lower` knows ASCII only. */
const LETTERS = Object.entries(FOLDED).flatMap(([plain, accented]) =>
  `${accented}${accented.toUpperCase()}`
    .split('')
    .filter((letter) => letter !== plain)
    .map((letter) => [letter, plain] as const),
)

/**
 * Separates columns that are searched as one text; the API refuses a query with such a character.
 */
const BREAK = '\n'

/** A condition that one of the columns contains the text, ignoring case and accents. */
export function containsText(columns: readonly string[], text: string): Expression<SqlBool> {
  const parts = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`)
  // One text of all columns, so that each letter is replaced once a row.
  let searched = sql`(${sql.join(parts, sql` || ${sql.lit(BREAK)} || `)})`
  const folded = fold(text)
  for (const [accented, plain] of LETTERS) {
    // Letters that the text has not match nothing of it, folded or not.
    if (!folded.includes(plain)) continue
    searched = sql`replace(${searched}, ${sql.lit(accented)}, ${sql.lit(plain)})`
  }
  return sql<SqlBool>`lower(${searched}) like ${`%${asPattern(folded)}%`} escape '\\'`
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
