import type { Kysely } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/** What each agent's edge accepts, and commands of a relay by its name. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnTypes(dialect)
  await db.schema.alterTable('agents').addColumn('accepts', text).execute()
  await db.schema.alterTable('relay_commands').addColumn('relay', text).execute()
}
