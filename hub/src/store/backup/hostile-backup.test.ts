import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTempSqlite } from '../../testing/temp-sqlite.ts'
import type { TempStore } from '../../testing/temp-store.ts'
import { createSession } from '../auth/sessions.ts'
import { createUser } from '../people/users.ts'
import { setSuppressWindowMs } from '../../testing/set-suppress-window.ts'
import { suppressWindowMs } from '../settings/site-settings.ts'
import { openSqlite } from '../sqlite/open-sqlite.ts'
import { copySqlite } from './copy-sqlite.ts'
import { restoreSqlite } from './restore-sqlite.ts'
import { makeWholeFile } from './whole-file.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

let store: TempStore
let folder: string
let backup: string
let restored: string
beforeEach(async () => {
  store = await openTempSqlite()
  folder = await mkdtemp(join(tmpdir(), 'hostile-backup-'))
  backup = join(folder, 'hub.backup')
  restored = join(folder, 'hub.db')
  await addUser('guardia@b.co')
  await setSuppressWindowMs(store.db, 20_000)
  await makeWholeFile(backup, (partial) => copySqlite(store.file, partial))
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const addUser = (email: string) =>
  createUser(store.db, {
    email,
    name: 'Guardia',
    role: 'operator',
    passwordHash: 'x',
    kiosk: false,
    demo: false,
    now: NOW,
  })

/** Changes the backup behind the hub's back, its schema too. */
function spoil(sql: string): void {
  const db = new SqliteDatabase(backup)
  db.unsafeMode()
  db.pragma('foreign_keys = OFF')
  db.pragma('writable_schema = ON')
  db.exec(sql)
  db.close()
}

/** Text of a table's declaration in the backup, changed. */
const redeclare = (table: string, from: string, to: string) =>
  spoil(`update sqlite_schema set sql = replace(sql, '${from}', '${to}') where name = '${table}'`)

const restore = () => restoreSqlite(backup, restored, { now: NOW, key: store.key })

async function objectsOf(file: string): Promise<string[]> {
  const db = new SqliteDatabase(file, { readonly: true })
  const rows = db
    .prepare<[], string>('select type || name || coalesce(sql, 0) from sqlite_schema order by 1')
    .pluck()
    .all()
  db.close()
  return rows
}

describe('a restored backup', () => {
  it('brings no trigger, view, table, column or index that the hub does not make itself', async () => {
    spoil(`
      create trigger evil after insert on sessions
        begin update users set role = 'superadmin' where id = new.user_id; end;
      create view people as select * from users;
      create table more (a, b as (a || 'x') stored);
      create index by_shout on users (upper(name)) where kiosk = 0;
      create virtual table found using fts5(words);
      alter table users add column shadow as (hex(password_hash))`)
    const { leftOut } = await restore()
    expect(leftOut).toEqual(
      expect.arrayContaining(['trigger «evil»', 'view «people»', 'table «more»', 'table «found»']),
    )
    expect(leftOut).toContain('index «by_shout»')
    expect(await objectsOf(restored)).toEqual(await objectsOf(store.file))

    const opened = await openSqlite(restored)
    const session = { userId: 1, tokenHash: 'x', now: NOW, expiresAt: NOW + 1e9, address: null }
    await createSession(opened.db, session)
    const users = await opened.db.selectFrom('users').select(['email', 'role']).execute()
    expect(users).toEqual([{ email: 'guardia@b.co', role: 'operator' }])
    const told = await opened.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'database.restore')
      .executeTakeFirst()
    expect(JSON.parse(told?.detail ?? '')).toMatchObject({ leftOut: leftOut.length })
    expect(await suppressWindowMs(opened.db)).toBe(20_000)
    await opened.close()
  })

  it('numbers its rows by itself, whatever the backup counts', async () => {
    spoil(`create table ids (id integer primary key autoincrement);
      insert into sqlite_sequence values ('users', 9223372036854775806)`)
    redeclare('users', 'integer primary key', 'integer primary key autoincrement')
    await restore()
    const opened = await openSqlite(restored)
    const fields = { email: 'b@b.co', name: 'B', role: 'admin' as const, passwordHash: '' }
    const id = await createUser(opened.db, { ...fields, kiosk: false, demo: false, now: NOW })
    expect(id).toBe(2)
    await opened.close()
  })

  it('reads its tables whole, whatever an index of the backup says', async () => {
    // A partial index that claims to be one of all rows: a search that trusted it would find none.
    spoil('create index names on users (id, email, name) where id < 0')
    spoil(`update sqlite_schema set sql = 'CREATE INDEX names on users (id, email, name)'
      where name = 'names'`)
    await restore()
    const opened = await openSqlite(restored)
    expect(await opened.db.selectFrom('users').select('id').execute()).toEqual([{ id: 1 }])
    await opened.close()
  })
})

describe('a backup is refused, and nothing is changed, where', () => {
  const view = (table: string, select: string) => `
    alter table ${table} rename to hidden; create view ${table} as ${select}`
  it.each<[string, () => unknown, RegExp]>([
    [
      'a table is a view',
      () => spoil(view('settings', 'select * from hidden')),
      /settings is no plain table/,
    ],
    [
      'a table is a view under the name of a table',
      () => {
        spoil(view('settings', 'select * from hidden'))
        spoil(`update sqlite_schema set type = 'table', rootpage = 2 where name = 'settings'`)
      },
      /settings is no plain table|malformed/,
    ],
    [
      'a view stands under another name for a table',
      () =>
        spoil(`insert into sqlite_schema values
          ('view', 'other', 'other', 0, 'CREATE VIEW settings AS SELECT 1 AS key, 2 AS value')`),
      /malformed database schema/,
    ],
    [
      'a table is a virtual one',
      () => spoil('drop table settings; create virtual table settings using fts5(key, value)'),
      /settings is no plain table/,
    ],
    [
      'a column is computed',
      () => {
        spoil('drop table settings')
        spoil(`create table settings (key text, value text as (hex(zeroblob(1))) virtual);
          insert into settings (key) values ('a')`)
        redeclare('settings', 'zeroblob(1)', 'zeroblob(2000000000)')
      },
      /«value» of settings is computed/,
    ],
    [
      'a column is missing',
      () => spoil('alter table assets drop column owner'),
      /assets has no «owner»/,
    ],
    [
      'a table is missing',
      () => spoil('drop table dead_letters'),
      /dead_letters is no plain table/,
    ],
    [
      'a number is a text',
      () => {
        redeclare('users', '"created_at" bigint', '"created_at" any')
        spoil(`update users set created_at = 'soon'`)
      },
      /users: «created_at» of a row is no whole number/,
    ],
    [
      'a text is a number',
      () => {
        redeclare('users', '"name" text', '"name" any')
        spoil('update users set name = 5')
      },
      /users: «name» of a row is no text/,
    ],
    [
      'a text is bytes',
      () => spoil(`update users set name = x'41'`),
      /users: «name» of a row is no text/,
    ],
    [
      'a number is beyond what the hub counts',
      () => spoil('update users set created_at = 9223372036854775807'),
      /users: «created_at» of a row is no whole number/,
    ],
    [
      'no further row could be numbered',
      () => spoil('update users set id = 9007199254740990'),
      /users: «id» of a row is no whole number/,
    ],
    [
      'a text is endless',
      () => spoil(`update users set name = replace(hex(zeroblob(20000000)), '0', 'a')`),
      /users: «name» of a row is no text of at most 16 MiB/,
    ],
    [
      'a blob is endless',
      () =>
        spoil(
          `insert into uploads values (1, 1, 1, '', zeroblob(100000000))`.replace('(1,', `('a',`),
        ),
      /uploads: «content» of a row is no bytes of at most 16 MiB/,
    ],
    [
      'a row breaks a unique key',
      () => {
        spoil(`delete from sqlite_schema where name like 'sqlite_autoindex_users%'`)
        redeclare('users', 'not null unique', 'not null')
        spoil(`insert into users (id, email, name, role, kiosk, password_hash, demo, created_at)
          select 2, email, name, role, kiosk, password_hash, demo, created_at from users`)
      },
      /users: UNIQUE constraint failed: users\.email/,
    ],
    [
      'a row lacks what it must have',
      () => {
        redeclare('users', '"email" text not null', '"email" text')
        spoil('update users set email = null')
      },
      /users: NOT NULL constraint failed: users\.email/,
    ],
    [
      'a row points nowhere',
      () => spoil(`insert into agent_keys values ('k', 77, 'h', 1, null, null, null)`),
      /agent_keys: FOREIGN KEY constraint failed/,
    ],
    [
      'an audit row stands twice',
      () => {
        redeclare('audit_log', '"id" integer primary key', '"id" integer')
        spoil(`drop trigger audit_log_replace; insert into audit_log (id, at, actor, action, target, detail, hash)
          values (7, 1, '', '', '', '', ''), (7, 1, '', '', '', '', '')`)
      },
      /audit_log: the audit log only grows/,
    ],
    [
      'its texts are in another encoding',
      () => {
        const db = new SqliteDatabase(join(folder, 'wide'))
        db.pragma(`encoding = 'UTF-16'`)
        db.exec(`create table kysely_migration (name text)`)
        db.close()
        backup = join(folder, 'wide')
      },
      /UTF-16/,
    ],
    [
      'its migrations are no hub’s',
      () =>
        spoil(`delete from kysely_migration where name > '1000-baseline';
          update kysely_migration set name = '0003-password-resets'`),
      /version before 0\.9\.0 .*«0003-password-resets»/,
    ],
    [
      'a line break is in what it is told by',
      () =>
        spoil(`update sqlite_schema set name = 'a' || char(10) || 'b', sql = 'create table x ('
        where name = 'settings'`),
      /^[^\n]*malformed[^\n]*$/,
    ],
    ['it is a folder', () => (backup = folder), /is no file/],
    [
      'it is no database',
      () => writeFile(backup, 'SQLite format 3\0'.padEnd(4096, 'x')),
      /no sound database of a hub/,
    ],
  ])('%s', async (_, change, fault) => {
    await change()
    const before = (await readdir(folder)).toSorted()
    const refused = await restore().then(
      () => 'it was restored',
      (error: Error) => error.message,
    )
    expect(refused).toMatch(fault)
    expect(refused).not.toContain('\n')
    expect((await readdir(folder)).toSorted()).toEqual(before)
    expect(before).not.toContain(basename(restored))
  })
})
