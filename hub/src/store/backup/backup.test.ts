import { copyFile, mkdtemp, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hubKeyOf } from '../../secrets/hub-key.ts'
import { BEFORE, marked } from '../../testing/before-baseline.ts'
import { openTempSqlite } from '../../testing/temp-sqlite.ts'
import type { TempStore } from '../../testing/temp-store.ts'
import type { AuditKey } from '../people/audit-key.ts'
import { appendAudit } from '../people/audit-log.ts'
import { verifyAuditChain } from '../people/verify-audit.ts'
import { copySqlite } from './copy-sqlite.ts'
import { createEnrollToken } from '../agents/enroll-tokens.ts'
import { migrations } from '../migrations/index.ts'
import { madeMigrations } from '../migrations/newer.ts'
import { restoreSqlite } from './restore-sqlite.ts'
import { createSession } from '../auth/sessions.ts'
import { setSuppressWindowMs } from '../../testing/set-suppress-window.ts'
import { suppressWindowMs } from '../settings/site-settings.ts'
import {
  findPlanPicture,
  findSitePlan,
  placeSitePlan,
  putSitePlan,
  removeSitePlan,
} from '../settings/site-plan.ts'
import { openSqlite } from '../sqlite/open-sqlite.ts'
import { putInvite } from '../people/user-invites.ts'
import { createUser } from '../people/users.ts'
import { makeWholeFile } from './whole-file.ts'

const PAGE = 4096
const NOW = Date.UTC(2026, 10, 20, 12)

let store: TempStore
let folder: string
let backup: string
beforeEach(async () => {
  store = await openTempSqlite()
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
  backup = join(folder, 'hub.backup')
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const options = () => ({ now: NOW, key: store.key })
const makeBackup = () => makeWholeFile(backup, (partial) => copySqlite(store.file, partial))

/** Runs SQL on a database file behind the store's back. */
function run(file: string, sql: string): void {
  const db = new SqliteDatabase(file)
  db.exec(sql)
  db.close()
}

describe('a backup', () => {
  it('is a snapshot of a database that is written to all the time, and ends', async () => {
    run(
      store.file,
      `insert into uploads with recursive n(i) as (select 1 union all select i + 1 from n limit 60)
       select i, 1, 1, '', randomblob(1000000) from n;
       insert into settings values ('left', 0), ('right', 0)`,
    )
    const writer = new SqliteDatabase(store.file)
    const count = (side: string) =>
      writer.prepare(`update settings set value = value + 1 where key = '${side}'`)
    const [left, right] = [count('left'), count('right')]
    let written = 0
    let ended = false
    const writing = (async () => {
      while (!ended) {
        writer.transaction(() => [left.run(), right.run()])()
        written++
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    await makeBackup()
    ended = true
    await writing
    writer.close()

    const copy = new SqliteDatabase(backup, { readonly: true })
    const sides = copy
      .prepare<[], string>(`select value from settings where key in ('left', 'right')`)
      .pluck()
      .all()
    expect(sides[0]).toBe(sides[1])
    expect(Number(sides[0])).toBeLessThan(written)
    expect(copy.prepare('select count(*), sum(length(content)) from uploads').raw().get()).toEqual([
      60, 60_000_000,
    ])
    copy.close()
    expect((await stat(backup)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['hub.backup'])
  })

  it('replaces no file and makes no folder', async () => {
    await writeFile(backup, 'mine')
    await expect(makeBackup()).rejects.toThrow(/hub\.backup exists already; give another name/)
    expect((await stat(backup)).size).toBe(4)
    backup = join(folder, 'none', 'hub.backup')
    await expect(makeBackup()).rejects.toThrow(/there is no folder .*none; make it/)
  })

  it('of a damaged database is refused and leaves nothing', async () => {
    run(store.file, 'pragma wal_checkpoint(truncate)')
    await setSuppressWindowMs(store.db, 20_000)
    run(store.file, 'pragma wal_checkpoint(truncate)')
    const db = new SqliteDatabase(store.file, { readonly: true })
    const root = db.prepare(`select rootpage from sqlite_schema where name = 'settings'`).pluck()
    const at = (Number(root.get()) - 1) * PAGE
    db.close()
    const file = await open(store.file, 'r+')
    await file.write(Buffer.alloc(PAGE, 0xab), 0, PAGE, at)
    await file.close()
    await expect(makeBackup()).rejects.toThrow(/hub\.db is damaged: /)
    expect(await readdir(folder)).toEqual([])
  })

  it('that is stopped leaves nothing', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'))
    const work = makeWholeFile(backup, (partial) => copySqlite(store.file, partial, stopped))
    await expect(work).rejects.toThrow('stopped')
    expect(await readdir(folder)).toEqual([])
  })
})

describe('restore', () => {
  it('puts the backup in place, and keeps what it replaced with its WAL', async () => {
    await setSuppressWindowMs(store.db, 20_000)
    await makeBackup()
    await setSuppressWindowMs(store.db, 30_000)
    const { kept } = await restoreSqlite(backup, store.file, options())
    expect(kept).toBe(`${store.file}.replaced-2026-11-20T12-00-00-000Z`)
    const windowIn = async (file: string) => {
      const opened = await openSqlite(file)
      const ms = await suppressWindowMs(opened.db)
      await opened.close()
      return ms
    }
    expect(await windowIn(store.file)).toBe(20_000)
    expect(await windowIn(kept ?? '')).toBe(30_000)
  })

  it('checkpoints the old WAL before it removes it: it may be killed right then', async () => {
    await makeBackup()
    await setSuppressWindowMs(store.db, 30_000)
    const { kept } = await restoreSqlite(backup, store.file, options())
    const alone = join(folder, 'alone.db')
    await copyFile(kept ?? '', alone)
    const opened = await openSqlite(alone)
    expect(await suppressWindowMs(opened.db)).toBe(30_000)
    await opened.close()
  })

  it('replaces a file that is no database any more', async () => {
    await makeBackup()
    const broken = join(folder, 'hub.db')
    await writeFile(broken, 'x'.repeat(9999))
    const { kept } = await restoreSqlite(backup, broken, options())
    expect((await stat(kept ?? '')).size).toBe(9999)
  })

  it('ends sessions and tokens, and goes on with the audit log', async () => {
    const account = { email: 'a@b.co', name: 'Ana', role: 'admin' as const, passwordHash: '' }
    const userId = await createUser(store.db, { ...account, kiosk: false, demo: false, now: NOW })
    const times = { now: NOW, expiresAt: NOW + 1e9 }
    await createSession(store.db, { userId, tokenHash: 'x', ...times, address: null })
    await createEnrollToken(store.db, { tokenHash: 'y', code: null, createdBy: userId, ...times })
    const entry = { actor: 'a@b.co', action: 'login', target: 'a@b.co', address: null }
    await appendAudit(store.db, entry)
    await makeBackup()
    await restoreSqlite(backup, join(folder, 'hub.db'), options())

    const restored = await openSqlite(join(folder, 'hub.db'))
    const rows = (table: 'sessions' | 'enroll_tokens' | 'users') =>
      restored.db.selectFrom(table).selectAll().execute()
    expect([await rows('sessions'), await rows('enroll_tokens')]).toEqual([[], []])
    expect(await rows('users')).toHaveLength(1)
    expect(await verifyAuditChain(restored.db, { keys: [store.key] })).toMatchObject({
      ok: true,
      rows: 2,
    })
    const note = await restored.db
      .selectFrom('audit_log')
      .select(['actor', 'target', 'detail'])
      .where('action', '=', 'database.restore')
      .executeTakeFirstOrThrow()
    expect(note).toMatchObject({ actor: 'hub', target: 'hub.backup' })
    expect(JSON.parse(note.detail)).toEqual({ kept: null, via: 'command line' })
    await restored.close()
  })

  it('voids invites and says so; who was invited waits for another one', async () => {
    const account = { email: 'a@b.co', name: 'Ana', role: 'admin' as const, passwordHash: '' }
    const invited = { ...account, kiosk: false, demo: false, invited: true, now: NOW }
    const user_id = await createUser(store.db, invited)
    const by = { invited_by: 'b@b.co', created_at: NOW, expires_at: NOW + 1e9 }
    await putInvite(store.db, { user_id, token_hash: 'x', role: 'admin', ...by })
    await makeBackup()
    await restoreSqlite(backup, store.file, options())
    const restored = await openSqlite(store.file)
    expect(await restored.db.selectFrom('user_invites').selectAll().execute()).toEqual([])
    const users = restored.db.selectFrom('users').select(['activated_at', 'disabled_at'])
    expect(await users.execute()).toEqual([{ activated_at: null, disabled_at: null }])
    const entries = restored.db.selectFrom('audit_log').select(['actor', 'action', 'detail'])
    expect(await entries.where('action', '=', 'user.invites_void').execute()).toEqual([
      { actor: 'hub', action: 'user.invites_void', detail: '{"invites":1}' },
    ])
    expect(await verifyAuditChain(restored.db, { keys: [store.key] })).toMatchObject({ rows: 2 })
    await restored.close()
  })

  it('goes on under the key that is there now, and tells the one of before', async () => {
    const entry = { actor: 'a@b.co', action: 'login', target: 'a@b.co', address: null }
    await appendAudit(store.db, entry)
    await makeBackup()
    const key = hubKeyOf('another key, as long as a true one must be')
    const { otherKey } = await restoreSqlite(backup, store.file, { now: NOW, key })
    expect(otherKey).toBe(store.key.id)
    const restored = await openSqlite(store.file)
    const verify = (keys: AuditKey[]) => verifyAuditChain(restored.db, { keys })
    expect(await verify([key, store.key])).toMatchObject({ ok: true, rows: 3 })
    expect(await verify([key])).toMatchObject({ unproven: [{ why: 'foreign', rows: 1 }] })
    await restored.close()
  })

  it('has the plan of the site, and where it lies', async () => {
    const plan = { id: 'a'.repeat(32), width: 400, height: 300 }
    const picture = { content: Buffer.from('picture'), contentType: 'image/webp' }
    const put = await putSitePlan(store.db, plan, { ...picture, createdBy: 1, now: NOW })
    const points = [
      { x: 0, y: 0, lat: 4.71, lon: -74.08 },
      { x: 400, y: 300, lat: 4.7, lon: -74.07 },
    ]
    const placed = await placeSitePlan(store.db, put, points)
    await makeBackup()
    await removeSitePlan(store.db)
    await restoreSqlite(backup, store.file, options())
    const restored = await openSqlite(store.file)
    expect(await findSitePlan(restored.db)).toEqual(placed)
    expect((await findPlanPicture(restored.db, plan.id))?.content).toEqual(picture.content)
    await restored.close()
  })

  it.each([
    ['the release before 1.0.0', [...BEFORE], null],
    ['that one, after an update to 1.0.0', [...BEFORE, '1000-baseline'], null],
    [
      'a release before both',
      BEFORE.slice(0, 12),
      /version before 0\.9\.0 .*«0012-asset-deltas».*release 0\.9\.0/,
    ],
  ])('of %s', async (_, made, fault) => {
    const [baseline] = Object.entries(migrations('sqlite'))
    await (await openSqlite(backup, Object.fromEntries(baseline ? [baseline] : []))).close()
    run(backup, marked(made))
    const restoring = restoreSqlite(backup, store.file, options())
    if (fault !== null) return await expect(restoring).rejects.toThrow(fault)
    await restoring
    const restored = await openSqlite(store.file)
    expect(await madeMigrations(restored.db, 'sqlite')).toEqual(Object.keys(migrations('sqlite')))
    await restored.close()
  })

  it.each<[string, (file: string) => unknown, RegExp]>([
    ['no file', (file) => rm(file), /no sound database of a hub \(.*unable to open/],
    ['no database', (file) => writeFile(file, 'x'.repeat(9999)), /no sound database of a hub/],
    ['an empty file', (file) => writeFile(file, ''), /no sound database of a hub/],
    [
      'another database',
      async (file) => (await rm(file), run(file, 'create table t (x)')),
      /no sound database of a hub/,
    ],
    [
      'a newer database',
      (file) => run(file, `insert into kysely_migration values ('9999-more', '')`),
      /newer version of the hub \(it has «9999-more»\); update this one first/,
    ],
    [
      'half a database',
      (file) => truncate(file, 9 * PAGE),
      /no sound database of a hub \(.*malformed/,
    ],
  ])('refuses %s and changes nothing', async (_, spoil, fault) => {
    await makeBackup()
    await spoil(backup)
    const before = await readdir(dirname(store.file))
    await expect(restoreSqlite(backup, store.file, options())).rejects.toThrow(fault)
    expect(await readdir(dirname(store.file))).toEqual(before)
    await setSuppressWindowMs(store.db, 20_000)
  })
})
