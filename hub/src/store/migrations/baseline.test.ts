import { createHash } from 'node:crypto'
import { ConfigError } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BEFORE, marked } from '../../testing/before-baseline.ts'
import { schemaFacts } from '../../testing/schema-facts.ts'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { dialectOf } from '../database.ts'
import { openStore } from '../open-store.ts'
import { getOrCreateSetting } from '../settings/settings.ts'
import { migrations } from './index.ts'
import { migrate } from './migrate.ts'
import { madeMigrations, newerMigrations } from './newer.ts'

let store: TempStore
beforeEach(async () => {
  store = await openTempStore()
  await empty()
  await migrate(store.db, dialect(), onlyBaseline())
})
afterEach(() => store.close())

const dialect = () => dialectOf(store.db)
const names = () => Object.keys(migrations(dialect()))
/** Of what this hub knows the first alone: later ones must not change what these tests say. */
const onlyBaseline = () => Object.fromEntries(Object.entries(migrations(dialect())).slice(0, 1))

async function empty(): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(store.db)
  if (dialect() === 'postgres') {
    await run('drop schema public cascade')
    await run('create schema public')
    return
  }
  await run('pragma foreign_keys = off')
  const tables = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`.execute(
    store.db,
  )
  for (const { name } of tables.rows) await run(`drop table "${name}"`)
  await run('pragma foreign_keys = on')
}
const made = async () => (await madeMigrations(store.db, dialect())).toSorted()

/** Leaves the database as hubs with these migrations leave it. */
async function madeBy(names: readonly string[]): Promise<void> {
  for (const statement of marked(names).split(';')) {
    if (statement.trim() !== '') await sql.raw(statement).execute(store.db)
  }
}

/** SHA-256 of the lines of `schemaFacts`, of databases that release 0.9.0 had made. */
const MADE_BY_0_9_0 = {
  sqlite: 'ba5784981d2376dee88a9bc4eb05928c27cce3525bd0269f3190f840efec6cc0',
  postgres: '2f631e89794036fa4a507f08eeb71fc83f54e270aba867b0600a8b65b09fba92',
}

it('makes what the migrations of 0.9.0 made', async () => {
  const facts = await schemaFacts(store.db)
  expect(facts.length).toBeGreaterThan(400)
  const hash = createHash('sha256').update(facts.join('\n')).digest('hex')
  expect(hash).toBe(MADE_BY_0_9_0[dialect()])
})

it('takes a database of 0.9.0 as it is', async () => {
  await getOrCreateSetting(store.db, 'kept', 'so')
  await madeBy(BEFORE)
  // Several hubs start at once where they share a Postgres.
  const hubs = dialect() === 'postgres' ? 3 : 1
  const opened = await Promise.all(Array.from({ length: hubs }, () => openStore(store.config)))
  for (const one of opened) await one.close()
  await (await openStore(store.config)).close()
  expect(await made()).toEqual([...BEFORE, ...names()])
  expect(await getOrCreateSetting(store.db, 'kept', 'other')).toBe('so')
})

it('leaves a database of 0.9.0 to 0.9.0 again', async () => {
  await madeBy(BEFORE)
  await migrate(store.db, dialect(), onlyBaseline())
  const asKnown = { made: await made(), known: BEFORE }
  expect(await newerMigrations(store.db, dialect(), asKnown)).toEqual({
    names: ['1000-baseline'],
    areReadable: true,
  })
})

it('is what the next migration builds on, in a database of 0.9.0 too', async () => {
  await madeBy(BEFORE)
  const next = { up: async () => {}, readableFrom: '1000-baseline' }
  const known = { ...onlyBaseline(), '1001-next': next }
  await migrate(store.db, dialect(), known)
  await migrate(store.db, dialect(), known)
  expect(await made()).toEqual([...BEFORE, '1000-baseline', '1001-next'])
})

it('a database of an older release is refused in one line, and stays as it is', async () => {
  const older = BEFORE.slice(0, 27)
  await madeBy(older)
  const opening = openStore(store.config)
  await expect(opening).rejects.toThrow(ConfigError)
  await expect(opening).rejects.toThrow(
    /^la base de datos .*anterior a la 0\.9\.0 .*«0027-named-relays».* arranque una vez la 0\.9\.0.*$/,
  )
  expect(await made()).toEqual(older)
})
