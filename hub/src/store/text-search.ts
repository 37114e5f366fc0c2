import { type Expression, type SqlBool, sql } from 'kysely'
import { type Db, dialectOf } from './database.ts'

/** Accented letters of western Europe by the plain letter that people may type instead. */
const FOLDED = {
  a: 'áàâãäå',
  c: 'ç',
  e: 'éèêë',
  i: 'íìîï',
  n: 'ñ',
  o: 'óòôõöø',
  u: 'úùûü',
  y: 'ýÿ',
  // No plain letter: only upper and lower case are the same.
  æ: 'æ',
  ð: 'ð',
  þ: 'þ',
}
/** Pairs of both cases, since the databases' `lower` only handles ASCII. */
const LETTERS = Object.entries(FOLDED).flatMap(([plain, accented]) =>
  `${accented}${accented.toUpperCase()}`
    .split('')
    .filter((letter) => letter !== plain)
    .map((letter) => [letter, plain] as const),
)

/**
 * Separates columns that are searched as one text; the API refuses it in a query.
 */
const SEPARATOR = '\n'

/** A condition that one of the columns contains the text, ignoring case and accents. */
export function containsText(columns: readonly string[], text: string): Expression<SqlBool> {
  const parts = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`)
  // One text of all columns, so that each letter is replaced only once in a row.
  let searched = sql`(${sql.join(parts, sql` || ${sql.lit(SEPARATOR)} || `)})`
  const folded = fold(text)
  for (const [accented, plain] of LETTERS) {
    // A letter that the text does not contain need not be folded in the columns.
    if (!folded.includes(plain)) continue
    searched = sql`replace(${searched}, ${sql.lit(accented)}, ${sql.lit(plain)})`
  }
  return sql<SqlBool>`lower(${searched}) like ${`%${asPattern(folded)}%`} escape '\\'`
}

/**
 * The same ignoring only the case, and without its cost: for columns of machine words, such as emails
 * and JSON, of which there may be millions. SQLite ignores the case of A to Z alone.
 */
export function containsWord(
  db: Db,
  columns: readonly string[],
  text: string,
): Expression<SqlBool> {
  // A `lower` of SQLite's would be a function of ours, at four times the cost.
  const like = sql.raw(dialectOf(db) === 'postgres' ? 'ilike' : 'like')
  const pattern = `%${asPattern(text)}%`
  const fits = columns.map((column) => sql`${sql.ref(column)} ${like} ${pattern} escape '\\'`)
  return sql<SqlBool>`(${sql.join(fits, sql` or `)})`
}

/** Escapes a text for LIKE, with a backslash as the escape character. */
export function asPattern(text: string): string {
  return text.replace(/[\\%_]/g, (c) => `\\${c}`)
}

/** Folds a text exactly as `containsText` makes the database fold a column. */
function fold(text: string): string {
  let plainText = text.normalize('NFC')
  for (const [accented, plain] of LETTERS) plainText = plainText.replaceAll(accented, plain)
  return plainText.replace(/[A-Z]/g, (c) => c.toLowerCase())
}
