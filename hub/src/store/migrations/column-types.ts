import { sql } from 'kysely'
import type { Dialect } from '../database.ts'

/** Types of columns that the two databases call differently. */
export function columnTypes(dialect: Dialect) {
  const postgres = dialect === 'postgres'
  return {
    /** An id that the database assigns. */
    id: postgres ? sql`bigserial` : sql`integer`,
    // Sorted and compared by bytes, as in SQLite, whatever the language of the database.
    text: postgres ? sql`text collate "C"` : sql`text`,
    bytes: postgres ? sql`bytea` : sql`blob`,
  }
}
