import { ConfigError } from '@vehicle-control/protocol'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { issueAgentKey } from '../../auth/agent-keys/agent-key.ts'
import { loadConfig } from '../../config/config.ts'
import { startHub } from '../../hub.ts'
import { epochRange, epochs, readEntry, TestDevice } from '../../testing/agent-side.ts'
import { schemaOf, whatOldHubsNotice } from '../../testing/schema-growth.ts'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { cheapPasswords, silent } from '../../testing/test-hub.ts'
import { createAgent } from '../agents/agents.ts'
import { type Db, dialectOf } from '../database.ts'
import { openStore } from '../open-store.ts'
import { verifyAuditChain } from '../people/verify-audit.ts'
import { inTransaction } from '../transaction.ts'
import { type HubMigration, migrations, READABLE_FROM } from './index.ts'
import { migrate } from './migrate.ts'

const [epoch] = epochs
const LAST = Object.keys(migrations('sqlite')).at(-1) ?? ''

let store: TempStore
beforeEach(async () => {
  store = await openTempStore()
})
afterEach(() => store.close())

const dialect = () => dialectOf(store.db)

/** Adds columns, a table that points to an old one, an index, and a trigger on what old hubs write. */
async function additive(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reads').addColumn('lane', 'integer').execute()
  await sql`alter table agents add column shelf integer not null default 7 check (shelf > 0)`.execute(
    db,
  )
  await db.schema.createIndex('reads_lane').on('reads').columns(['lane', 'read_at']).execute()
  await db.schema
    .createTable('read_notes')
    .addColumn('agent_id', 'integer', (c) => c.notNull().references('agents.id'))
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .execute()
  const note = sql`insert into read_notes (agent_id, seq) values (new.agent_id, new.seq)`
  if (dialect() === 'sqlite') {
    await sql`create trigger reads_noted after insert on reads begin ${note}; end`.execute(db)
    return
  }
  await sql`create function note_read() returns trigger language plpgsql as
    'begin insert into read_notes (agent_id, seq) values (new.agent_id, new.seq); return new; end'`.execute(
    db,
  )
  await sql`create trigger reads_noted after insert on reads
    for each row execute function note_read()`.execute(db)
}

/** What a hub of the next version does to the database when it opens it. */
async function newerHubOpens(next: Record<string, HubMigration>): Promise<void> {
  const known = { ...migrations(dialect()), ...next }
  const all = (db: Db) => migrate(db, dialect(), known)
  // As openSqlite and openPostgres do.
  await (dialect() === 'sqlite' ? inTransaction(store.db, all) : all(store.db))
}

const next = (up: HubMigration['up'], readableFrom: string) => ({
  '9001-next': { up, readableFrom },
})

/** Lets a hub of this version serve one agent, which sends these seqs and is cut off in between. */
async function serveAgent(seqs: readonly number[]): Promise<void> {
  const { dataDir, databaseUrl, auditKey } = store.config
  const own = { HUB_DATA_DIR: dataDir, HUB_AUDIT_KEY: auditKey }
  const env = { HUB_HOST: '127.0.0.1', HUB_PORT: '0', ...own }
  const url = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
  const hub = await startHub(loadConfig({ ...env, ...url }), silent, cheapPasswords)
  try {
    const apiKey = await issueAgentKey(store.db, 1, Date.now())
    for (const seq of seqs) {
      const device = new TestDevice(`${hub.url.replace('http', 'ws')}/api/agent/sync`, apiKey)
      await device.opened
      await device.hello({ epochs: [epochRange(epoch, seq)] })
      // The one before comes again, as after a lost ack.
      const entries = [readEntry(seq - 1), readEntry(seq)].filter((entry) => entry.seq > 0)
      await device.batch(epoch, (entries[0]?.seq ?? 1) - 1, entries)
      device.socket.terminate()
    }
  } finally {
    await hub.stop()
  }
}

describe('a database that a newer hub has migrated', () => {
  it('is worked on, when it is declared readable, and is whole for the newer hub again', async () => {
    const place = { location: null, lat: null, lng: null }
    await createAgent(store.db, { code: 'gate-1', name: 'Gate', ...place }, 1)
    await newerHubOpens(next(additive, LAST))
    await serveAgent([1, 2, 3])
    // The newer one, which finds a second thing to do.
    const more = async (db: Kysely<unknown>) =>
      await db.schema.alterTable('reads').addColumn('gate', 'integer').execute()
    const both = {
      ...next(additive, LAST),
      '9002-more': { up: more, readableFrom: LAST },
    }
    await newerHubOpens(both)
    await serveAgent([4])
    await newerHubOpens(both)

    const seqs = [1, 2, 3, 4].map((seq) => ({ seq }))
    const reads = store.db.selectFrom('reads').select('seq').orderBy('seq')
    expect(await reads.execute()).toEqual(seqs)
    const notes = await sql`select seq from read_notes order by seq`.execute(store.db)
    expect(notes.rows).toEqual(seqs)
    const shelves = await sql`select shelf from agents`.execute(store.db)
    expect(shelves.rows).toEqual([{ shelf: 7 }])
    await expect(sql`update agents set shelf = 0`.execute(store.db)).rejects.toThrow(/check/i)
    expect(await verifyAuditChain(store.db, { keys: [store.key] })).toMatchObject({ ok: true })
  })

  it.each([
    ['one that is not', '9001-next'],
    ['one for hubs that know another newer one', '9000-between'],
  ])('is refused in one line that names the restore: %s', async (_, readableFrom) => {
    await newerHubOpens(next(additive, readableFrom))
    const opening = openStore(store.config)
    await expect(opening).rejects.toThrow(ConfigError)
    await expect(opening).rejects.toThrow(/^la base de datos .*«9001-next».* restore <archivo>»$/)
  })

  it('is refused when it lacks a migration of this hub', async () => {
    await newerHubOpens(next(additive, LAST))
    await sql`delete from kysely_migration where name = ${LAST}`.execute(store.db)
    await expect(openStore(store.config)).rejects.toThrow(ConfigError)
  })
})

describe('a migration that is declared readable by older hubs', () => {
  it('changes nothing that they use', async () => {
    const before = await schemaOf(store.db)
    await newerHubOpens(next(additive, LAST))
    expect(whatOldHubsNotice(before, await schemaOf(store.db))).toEqual([])
  })

  it('is told from one that does', async () => {
    const before = await schemaOf(store.db)
    const breaking = async (db: Kysely<unknown>) => {
      await db.schema.alterTable('settings').renameColumn('value', 'content').execute()
      await db.schema.alterTable('uploads').renameTo('pictures').execute()
      await db.schema
        .createTable('replicas_next')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('beats', 'integer', (c) => c.notNull())
        .addColumn('readers', 'text', (c) => c.notNull())
        .addColumn('zone', 'text', (c) => c.notNull())
        .execute()
      await db.schema.dropTable('replicas').execute()
      await db.schema.alterTable('replicas_next').renameTo('replicas').execute()
    }
    await newerHubOpens(next(breaking, '9001-next'))
    expect(whatOldHubsNotice(before, await schemaOf(store.db))).toEqual(
      expect.arrayContaining([
        'settings.value is gone',
        'uploads is gone',
        'replicas.zone must be given',
      ]),
    )
  })

  it('names one before it', () => {
    const names = Object.keys(migrations('sqlite'))
    for (const [name, from] of Object.entries({ ...READABLE_FROM, [LAST]: LAST })) {
      expect(names.indexOf(from)).toBeGreaterThanOrEqual(0)
      expect(names.indexOf(from)).toBeLessThanOrEqual(names.indexOf(name))
    }
  })
})
