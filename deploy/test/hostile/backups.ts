import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@vehicle-control/hub/store/open-store'
import SqliteDatabase from 'better-sqlite3'
import { root } from '../../local/child.ts'
import type { Attack } from './attack.ts'
import type { Target } from './target.ts'

/** Each takes a second, and all ways are tried in the tests of restoring. */
const TRIED_IN_SUITE = 3
const GUARD = `insert into users (email, name, role, kiosk, password_hash, demo, created_at)
  values ('g@g.co', 'G', 'operator', 0, 'x', 0, 1)`

/** What somebody who can write a backup may put into it. */
const PLANTS = {
  'a trigger at a login': `create trigger at_login after insert on sessions begin
    update users set role = 'superadmin'; end`,
  'a trigger at the restore': `create trigger at_restore after delete on sessions begin
    update users set role = 'superadmin'; end`,
  'a view in the place of a table': `alter table users rename to people;
    create view users as select * from people`,
  'a computed column': `alter table users add column more as ('superadmin')`,
  'an index over an expression': `create index slow on users (length(hex(zeroblob(1000))))`,
  'a table of its own': `create table added (x); insert into added values (zeroblob(1000000))`,
  'a text in the place of a number': `update users set created_at = 'x'`,
} as const

/** Restores backups that somebody has changed, and looks at what has come of them. */
export async function openBackups(_target: Target, isShort: boolean): Promise<Attack> {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-backups-'))
  const store = await openStore({ dataDir: folder, databaseUrl: null })
  await store.close()
  const sound = join(folder, 'hub.db')
  inDatabase(sound, (db) => db.exec(GUARD))
  const declared = declaredIn(sound)
  const plants = Object.entries(PLANTS)

  const attack: Attack = async (chance, attempt, n) => {
    if (isShort && n >= TRIED_IN_SUITE) return
    const [what, sql] = isShort ? (plants[n] ?? ['', '']) : chance.pick(plants)
    const dataDir = join(folder, String(n))
    mkdirSync(dataDir)
    const backup = join(dataDir, 'planted.db')
    copyFileSync(sound, backup)
    inDatabase(backup, (db) => db.exec(sql))
    attempt.count(await restore(backup, dataDir))
    const restored = join(dataDir, 'hub.db')
    if (existsSync(restored)) {
      if (declaredIn(restored) !== declared) attempt.fault(`${what} came through a restore`)
      const roles = inDatabase(restored, (db) => db.prepare('select role from users').pluck().all())
      if (roles.join() !== 'operator') attempt.fault(`${what} was carried out: ${roles.join()}`)
    }
    rmSync(dataDir, { recursive: true })
  }
  attack.end = () => {
    rmSync(folder, { recursive: true })
    return Promise.resolve('')
  }
  return attack
}

/** What the hub's command says: `restored`, `restored, with a warning` or `refused`. */
function restore(backup: string, dataDir: string): Promise<string> {
  const env = { ...process.env, HUB_DATA_DIR: dataDir, DATABASE_URL: '' }
  return new Promise((resolve) => {
    const args = [join(root, 'hub/dist/main.js'), 'restore', backup]
    execFile(process.execPath, args, { env }, (error, _out, warning) => {
      resolve(error ? 'refused' : warning === '' ? 'restored' : 'restored, with a warning')
    })
  })
}

function inDatabase<T>(file: string, work: (db: SqliteDatabase.Database) => T): T {
  const db = new SqliteDatabase(file)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const declaredIn = (file: string): string =>
  inDatabase(file, (db) => {
    const all = `select type, name, sql from sqlite_schema order by type, name`
    return JSON.stringify(db.prepare(all).all())
  })
