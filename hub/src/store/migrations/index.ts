import type { Kysely, Migration } from 'kysely'
import type { Dialect } from '../database.ts'
import { up as baseline } from './1000-baseline.ts'
import { up as decisions } from './1001-decisions.ts'
import { up as access } from './1002-access.ts'

/**
 * A migration, and `readableFrom`: a hub that knows that one can work on a database that has this
 * one.
 */
export interface HubMigration extends Migration {
  readableFrom: string
}

/**
 * Migrations with which an older hub can work, each with the migration that such a hub must know;
 * «What an older version can work on» in README.md says which may be listed here. With any other
 * migration only hubs that know it can work.
 */
export const READABLE_FROM: Readonly<Record<string, string>> = {
  '1001-decisions': '1000-baseline',
  '1002-access': '1000-baseline',
}

/** Every migration in order, for a dialect. Listed by hand: no directory is read at run time. */
export function migrations(dialect: Dialect): Record<string, HubMigration> {
  const ups: Record<string, (db: Kysely<unknown>) => Promise<void>> = {
    '1000-baseline': (db) => baseline(db, dialect),
    '1001-decisions': (db) => decisions(db, dialect),
    '1002-access': (db) => access(db, dialect),
  }
  return Object.fromEntries(
    Object.entries(ups).map(([name, up]) => [
      name,
      { up, readableFrom: READABLE_FROM[name] ?? name },
    ]),
  )
}
