import { sql } from 'kysely'
import type { Dialect } from '../database.ts'

/** Types of columns that the two databases call differently. */
export function columnTypes(dialect: Dialect) {
  const postgres = dialect === 'postgres'
  return {
    /** Numbers its rows by itself. */
    id: postgres ? sql`bigserial` : sql`integer`,
    // Ordered and compared by its bytes, as SQLite does, whatever the language of the database.
    text: postgres ? sql`text collate "C"` : sql`text`,
    bytes: postgres ? sql`bytea` : sql`blob`,
  }
}
