import { Migrator } from 'kysely'
import type { Db, Dialect } from '../database.ts'
import { migrations } from './index.ts'

/** Brings a database's schema up to date; throws what the first failing migration threw. */
export async function migrate(db: Db, dialect: Dialect): Promise<void> {
  const provider = { getMigrations: async () => migrations(dialect) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
}
