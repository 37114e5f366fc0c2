import { ConfigError } from '@vehicle-control/protocol'
import { type QueryExecutorProvider, sql } from 'kysely'
import { declareReadable } from './newer.ts'

/** What releases before 1.0.0 made by thirty migrations: their names are still in the databases of then. */
export const BASELINE = '1000-baseline'

/** The last of the thirty, and the last release that has them. */
const LAST_BEFORE = '0030-invites'
export const RELEASE_BEFORE = '0.9.0'

/** The migrations among `made` that were before the baseline. */
export const beforeBaseline = (made: readonly string[]) =>
  made.filter((name) => /^00\d\d-/.test(name))

/** The newest of `older` where the release before 1.0.0 has yet to bring a database up to date; else null. */
export function lacksRelease(older: readonly string[]): string | null {
  return older.length === 0 || older.includes(LAST_BEFORE)
    ? null
    : (older.toSorted().at(-1) ?? null)
}

/**
 * Marks a database of the release before as one that has the baseline, which would make the same.
 * The older names stay, so that an update to 1.0.0 can be taken back.
 *
 * @throws ConfigError for a database of an older release.
 */
export async function adoptOlder(
  db: QueryExecutorProvider,
  older: readonly string[],
): Promise<void> {
  const newest = lacksRelease(older)
  if (newest !== null) {
    throw new ConfigError(
      `la base de datos es de una versión anterior a la ${RELEASE_BEFORE} (lo último que tiene es «${newest}»): arranque una vez la ${RELEASE_BEFORE}, que la pone al día, y luego esta`,
    )
  }
  await declareReadable(db, { name: BASELINE, readableFrom: LAST_BEFORE })
  // The newest moment that is there, and not the clock's: Kysely takes their order for the migrations'.
  await sql`insert into kysely_migration (name, timestamp)
    select ${BASELINE}, max(timestamp) from kysely_migration
    where true on conflict do nothing`.execute(db)
}
