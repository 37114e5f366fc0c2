import type { Kysely } from 'kysely'
import type { Dialect } from '../database.ts'
import { createAgents } from './baseline/agents.ts'
import { createAssets } from './baseline/assets.ts'
import { createCounters } from './baseline/counters.ts'
import { createEntries } from './baseline/entries.ts'
import { createPeople } from './baseline/people.ts'

/** The whole schema of release 1.0.0, which is that of the last one before it. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createPeople(db, dialect)
  await createAgents(db, dialect)
  await createAssets(db, dialect)
  await createEntries(db, dialect)
  await createCounters(db, dialect)
}
