import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createDatabase,
  type PostgresServer,
  startPostgres,
} from '../../testing/postgres-server.ts'
import { backupPostgres, copyToPostgres, restorePostgres } from './copy-postgres.ts'
import { type Cells, type Column, copyTables, type Rows } from './copy-tables.ts'
import { hubKeyOf } from '../../secrets/hub-key.ts'
import { openPostgres } from '../postgres/open-postgres.ts'
import { postgresRows } from './postgres-rows.ts'
import { TABLES } from '../schema/tables.ts'
import { openSqlite } from '../sqlite/open-sqlite.ts'
import { sqliteRows } from './sqlite-rows.ts'
import { createUser } from '../people/users.ts'
import { makeWholeFile } from './whole-file.ts'

const READS = 4500
const key = hubKeyOf('a key of the tests, as long as a true one must be')
const NOW = Date.UTC(2026, 10, 20)

let server: PostgresServer
let folder: string
let file: string
let url: string
beforeAll(async () => void (server = await startPostgres()))
afterAll(() => server.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copy-'))
  file = join(folder, 'hub.db')
  url = await createDatabase(server.url)
  await fill(file)
})
afterEach(() => rm(folder, { recursive: true }))

/** Three rows in every table, with what is hard to carry, and many reads. */
async function fill(name: string): Promise<void> {
  await (await openSqlite(name)).close()
  const db = new SqliteDatabase(name)
  const rows = sqliteRows(db)
  for (const table of TABLES) {
    const columns = await rows.columns(table)
    const optional = new Set(
      db
        .prepare('select name from pragma_table_info(?) where "notnull" = 0 and pk = 0')
        .pluck()
        .all(table),
    )
    const cells = [1, 2, 3].map((i) =>
      columns.map((c) => (i === 2 && c.name !== 'id' && optional.has(c.name) ? null : cell(c, i))),
    )
    await rows.write(table, columns, cells)
  }
  const names = (await rows.columns('reads')).map((c) => c.name).filter((n) => n !== 'id')
  db.exec(`insert into reads (${names.join(',')})
    with recursive n(i) as (select 1 union all select i + 1 from n limit ${READS - 3})
    select ${names.map((n) => (n === 'seq' ? 'i' : n)).join(',')} from n, reads where id = 1`)
  db.close()
}

function cell({ name, kind }: Column, i: number): Cells[number] {
  if (kind === 'bytes') return Buffer.from([0, 255, 39, 92, i])
  if (kind === 'real') return [0.1, -1e300, 5][i - 1] ?? 0
  if (kind === 'text')
    return [`ñandú "${name}" 🚗`, `{a\\,'b'} ${name}`, `NULL ${name}`][i - 1] ?? ''
  if (/(^|_)(at|ts|bucket|minute|day)$/.test(name)) return Date.UTC(2026, 5 + i, 7)
  return name === 'watermark' ? Number.MAX_SAFE_INTEGER - i : i
}

async function contentOf(rows: Rows): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {}
  for (const table of TABLES) {
    const columns = (await rows.columns(table)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const found: string[] = []
    for await (const part of rows.read(table, columns)) {
      found.push(...part.map((row) => JSON.stringify(row)))
    }
    content[table] = found.toSorted()
  }
  return content
}

async function contentOfFile(name: string): Promise<Record<string, string[]>> {
  const db = new SqliteDatabase(name, { readonly: true })
  const content = await contentOf(sqliteRows(db))
  db.close()
  return content
}

async function inPostgres<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
  const store = await openPostgres(url)
  const result = await store.db.transaction().execute((trx) => work(postgresRows(trx)))
  await store.close()
  return result
}

it('copies every row of every table to Postgres, and back into a backup', async () => {
  const given = await contentOfFile(file)
  expect(given['reads']).toHaveLength(READS)
  expect(await copyToPostgres(file, url)).toBe(READS + (TABLES.length - 1) * 3)
  expect(await inPostgres(contentOf)).toEqual(given)

  const backup = join(folder, 'hub.backup')
  await makeWholeFile(backup, (partial) => backupPostgres(url, partial))
  expect(await contentOfFile(backup)).toEqual(given)
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
})

it('goes on numbering behind the copied rows, and puts reads into their months', async () => {
  await copyToPostgres(file, url)
  const store = await openPostgres(url)
  const account = {
    email: 'a@b.co',
    name: 'Ana',
    role: 'admin' as const,
    passwordHash: '',
    now: NOW,
  }
  expect(await createUser(store.db, { ...account, kiosk: false, demo: false })).toBe(4)
  const months = sql<{ month: string; reads: number }>`
    select tableoid::regclass as month, count(*) as reads from reads group by 1 order by 1`
  expect((await months.execute(store.db)).rows).toEqual([
    { month: 'reads_2026_07', reads: READS - 2 },
    { month: 'reads_2026_08', reads: 1 },
    { month: 'reads_2026_09', reads: 1 },
  ])
  await store.close()
})

it('restores a backup into an empty database, ends sessions and tokens, and audits it', async () => {
  const given = await contentOfFile(file)
  const { otherKey } = await restorePostgres(file, url, { now: NOW, key })
  const restored = await inPostgres(contentOf)
  const emptied = {
    sessions: [],
    password_resets: [],
    enroll_tokens: [],
    enroll_cards: [],
    wall_pairings: [],
    user_invites: [],
  }
  const { audit_log, access_list, ...rest } = restored
  const own = { audit_log: given['audit_log'], access_list: given['access_list'] }
  expect({ ...rest, ...own }).toEqual({ ...given, ...emptied })
  // Another list, which nobody has proven, and which goes on from the one before.
  for (const row of access_list ?? [])
    expect(row).toMatch(/^\[\d,"[a-z2-7]{16}",\d,\d,0,\d,".+"\]$/)
  expect(otherKey).toBe('NULL key')
  expect(audit_log).toHaveLength(6)
  expect(audit_log?.join()).toContain('database.restore')
  expect(audit_log?.join()).toContain('user.invites_void')
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
})

it('takes rows out of a backup and nothing else, and none out of a view', async () => {
  const db = new SqliteDatabase(file)
  db.exec(`create trigger evil after insert on users begin delete from users; end;
    create view more as select * from users`)
  const { leftOut } = await restorePostgres(file, url, { now: NOW, key })
  expect(leftOut).toEqual(['trigger «evil»', 'view «more»'])
  db.exec('alter table settings rename to hidden; create view settings as select * from hidden')
  db.close()
  url = await createDatabase(server.url)
  await expect(restorePostgres(file, url, { now: NOW, key })).rejects.toThrow(
    /^cannot restore .*copy-.*hub\.db: settings is no plain table$/,
  )
  await expect(copyToPostgres(file, url)).rejects.toThrow('settings is no plain table')
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
})

it('refuses a database that has rows, and leaves them alone', async () => {
  const store = await openPostgres(url)
  const account = {
    email: 'a@b.co',
    name: 'Ana',
    role: 'admin' as const,
    passwordHash: '',
    now: NOW,
  }
  await createUser(store.db, { ...account, kiosk: false, demo: false })
  await store.close()
  await expect(copyToPostgres(file, url)).rejects.toThrow(
    'the Postgres database has users already; give an empty one',
  )
  const { users, agents } = await inPostgres(contentOf)
  expect([users?.length, agents?.length]).toEqual([1, 0])
})

it('leaves nothing behind when a row cannot be copied, and works once it can', async () => {
  const db = new SqliteDatabase(file)
  db.exec(`update dead_letters set payload = 'a' || char(0) || 'b' where id = 3`)
  await expect(copyToPostgres(file, url)).rejects.toThrow(/invalid byte sequence/)
  expect(new Set(Object.values(await inPostgres(contentOf)).map((rows) => rows.length))).toEqual(
    new Set([0]),
  )
  db.exec(`update dead_letters set payload = 'ab' where id = 3`)
  db.close()
  await copyToPostgres(file, url)
  expect(await inPostgres(contentOf)).toEqual(await contentOfFile(file))
})

it('refuses a copy that differs', async () => {
  const other = join(folder, 'other.db')
  await (await openSqlite(other)).close()
  const [from, to] = [file, other].map((name) => new SqliteDatabase(name)) as [
    SqliteDatabase.Database,
    SqliteDatabase.Database,
  ]
  to.exec(`create trigger t after insert on agent_epochs when new.id = 3
    begin update agent_epochs set watermark = watermark - 1 where id = 3; end`)
  await expect(copyTables(sqliteRows(from), sqliteRows(to))).rejects.toThrow(
    /"watermark".* of agent_epochs is not the same in the copy/,
  )
  from.close()
  to.close()
})

it('refuses what a newer hub has migrated, of which it would leave something out', async () => {
  const newer = `insert into kysely_migration values ('9001-next', '');
    insert into migration_readers values ('9001-next', '1000-baseline')`
  const target = await openPostgres(url)
  for (const statement of newer.split(';')) await sql.raw(statement).execute(target.db)
  await target.close()
  await expect(backupPostgres(url, join(folder, 'backup'))).rejects.toThrow(/newer hub.*9001-next/)
  const sqlite = new SqliteDatabase(file)
  sqlite.exec(newer)
  sqlite.close()
  await expect(copyToPostgres(file, url)).rejects.toThrow(/newer hub.*9001-next/)
})
