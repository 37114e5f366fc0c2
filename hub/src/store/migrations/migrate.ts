import { ConfigError } from '@vehicle-control/protocol'
import { type Kysely, type Migration, Migrator } from 'kysely'
import type { Db, Dialect } from '../database.ts'
import { adoptOlder, BASELINE, beforeBaseline } from './before-baseline.ts'
import { type HubMigration, migrations } from './index.ts'
import { declareReadable, madeMigrations, newerMigrations } from './newer.ts'

/**
 * Brings a database's schema up to date; throws what the first failing migration threw. A database
 * that a newer hub has migrated further is left as it is, if those migrations are declared
 * readable.
 *
 * @throws ConfigError for a database that only a newer hub can work on, or whose release is too old.
 */
export async function migrate(
  db: Db,
  dialect: Dialect,
  known: Record<string, HubMigration> = migrations(dialect),
): Promise<void> {
  const made = await madeMigrations(db, dialect)
  const older = beforeBaseline(made)
  const newer = await newerMigrations(db, dialect, {
    made,
    known: [...older, ...Object.keys(known)],
  })
  if (newer.names.length > 0) {
    if (newer.areReadable) return
    throw new ConfigError(
      `la base de datos la cambió un hub más nuevo (tiene «${newer.names[0]}») y este no puede trabajar con ella: arranque el más nuevo, o vuelva a poner la copia de antes de la actualización con «node hub/dist/main.js restore <archivo>»`,
    )
  }
  if (older.length > 0 && !made.includes(BASELINE)) await adoptOlder(db, older)
  const none = { up: async () => {} }
  const all = {
    ...Object.fromEntries(older.map((name) => [name, none])),
    ...withDeclarations(known),
  }
  const provider = { getMigrations: async () => all }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
}

/** The migrations, each of which also stores its `readableFrom`, in the same transaction. */
function withDeclarations(known: Record<string, HubMigration>): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(known).map(([name, migration]) => [
      name,
      {
        async up(db: Kysely<unknown>) {
          await migration.up(db)
          await declareReadable(db, { name, readableFrom: migration.readableFrom })
        },
      },
    ]),
  )
}
