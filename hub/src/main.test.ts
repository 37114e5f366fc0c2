import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'hub-main-'))))
afterEach(() => rm(folder, { recursive: true }))

function start(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  const clean = { PATH: process.env['PATH'], HUB_DATA_DIR: folder, HUB_HOST: '127.0.0.1' }
  return spawn(process.execPath, [MAIN, ...args], { env: { ...clean, ...env } })
}

async function run(args: string[], { input = '', ...env }: Record<string, string> = {}) {
  const child = start(args, env)
  child.stdin.end(input)
  const closed = once(child, 'close')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  await closed
  return { code: child.exitCode, out, err }
}

test('ends with 78 and one line when a setting cannot work', async () => {
  const { code, out, err } = await run([], { HUB_PORT: 'abc' })
  expect([code, out]).toEqual([78, ''])
  expect(err).toMatch(/^HUB_PORT="abc" [^\n]+\n$/)
})

test('tells its version, whatever the configuration', async () => {
  const { code, out } = await run(['--version'], { HUB_PORT: 'abc' })
  expect(code).toBe(0)
  expect(out).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('ends with 78 and one line when it cannot listen', async () => {
  const { code, err } = await run([], { HUB_HOST: '192.0.2.1', HUB_PORT: '0' })
  expect(code).toBe(78)
  expect(err).toMatch(/^HUB_HOST="192\.0\.2\.1" [^\n]+\n$/)
})

test('ends with 78 and one line when its file of map tiles is none', async () => {
  const { code, out, err } = await run([], { HUB_PORT: '0', HUB_TILES_MBTILES: MAIN })
  expect([code, out]).toEqual([78, ''])
  expect(err).toMatch(/^HUB_TILES_MBTILES="[^"]+" [^\n]+\n$/)
})

test('ends with 78 for a weak first password, and serves with it once somebody has an account', async () => {
  const env = { HUB_PORT: '0', HUB_ADMIN_EMAIL: 'a@b.co', HUB_ADMIN_PASSWORD: 'demo12' }
  const { code, err } = await run([], env)
  expect(code).toBe(78)
  expect(err).toMatch(/^HUB_ADMIN_PASSWORD tiene menos de 8 caracteres; [^\n]+\n$/)
  const who = ['--email', 'ana@x.co', '--name', 'Ana', '--role', 'superadmin']
  expect((await run(['users', 'add', ...who], { ...env, input: 'secret-1\n' })).code).toBe(0)
  const child = start([], env)
  const closed = once(child, 'close')
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url } = JSON.parse(line) as { msg: string; url?: string }
    said.push(msg)
    if (msg !== 'listening') continue
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    child.kill('SIGTERM')
  }
  expect(await closed).toEqual([0, null])
  expect(said).toContainEqual(expect.stringMatching(/^HUB_ADMIN_PASSWORD tiene menos/))
})

test('logs its URL when it listens and ends with 0 on SIGINT and SIGTERM together', async () => {
  const child = start([], { HUB_PORT: '0', HUB_DEMO: 'account' })
  const closed = once(child, 'close')
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    const entry = JSON.parse(line) as { msg: string; url?: string }
    if (entry.msg !== 'listening') continue
    expect((await fetch(`${entry.url}/healthz`)).status).toBe(200)
    for (const name of ['hub.db', 'hub.lock']) {
      expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
    }
    expect((await run(['users', 'list'])).code).toBe(0)
    expect(await run([])).toMatchObject({ code: 78, err: expect.stringMatching(/^HUB_DATA_DIR=/) })
    child.kill('SIGINT')
    child.kill('SIGTERM')
  }
  expect(await closed).toEqual([0, null])
})

test('manages accounts from the command line', async () => {
  const ana = ['--email', 'Ana@x.co']
  const add = await run(['users', 'add', ...ana, '--name', 'Ana', '--role', 'admin'], {
    input: 'secret-1\n',
  })
  expect(JSON.parse(add.out)).toEqual({
    id: 1,
    email: 'ana@x.co',
    name: 'Ana',
    role: 'admin',
    kiosk: false,
    owners: true,
    state: 'active',
    disabled: false,
  })
  const again = await run(['users', 'add', ...ana, '--name', 'Ana', '--role', 'admin'], {
    HUB_USER_PASSWORD: 'secret-1',
  })
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toContain('ana@x.co exists')

  const change = await run(['users', 'password', ...ana], { HUB_USER_PASSWORD: 'secret-2' })
  const changed = { email: 'ana@x.co', sessionsEnded: 0, enabledAgain: false }
  expect(JSON.parse(change.out)).toEqual(changed)
  await run(['users', 'disable', ...ana])
  const list = await run(['users', 'list'])
  expect(JSON.parse(list.out)).toMatchObject([{ email: 'ana@x.co', disabled: true }])
  const back = await run(['users', 'password', ...ana], { HUB_USER_PASSWORD: 'secret-3' })
  expect(JSON.parse(back.out)).toMatchObject({ enabledAgain: true })
  expect(JSON.parse((await run(['users', 'list'])).out)).toMatchObject([{ disabled: false }])
  await run(['users', 'disable', ...ana])
  expect(JSON.parse((await run(['users', 'enable', ...ana])).out)).toMatchObject({
    disabled: false,
  })
  const role = await run(['users', 'role', ...ana, '--role', 'operator'])
  expect(JSON.parse(role.out)).toMatchObject({ email: 'ana@x.co', role: 'operator' })
})

test('lets in by a password who has not accepted an invite, which is void then', async () => {
  const ana = ['--email', 'ana@x.co']
  const secret = { HUB_USER_PASSWORD: 'secret-1' }
  await run(['users', 'add', ...ana, '--name', 'Ana', '--role', 'operator'], secret)
  const db = new SqliteDatabase(join(folder, 'hub.db'))
  const invite = () =>
    db.exec(`update users set activated_at = null;
      insert into user_invites values (1, 'x', 'operator', 'eva@x.co', 1, 9e15)`)
  const invites = () => db.prepare('select role from user_invites').all()
  invite()
  expect(JSON.parse((await run(['users', 'list'])).out)).toMatchObject([{ state: 'invited' }])
  await run(['users', 'role', ...ana, '--role', 'admin'])
  expect(invites()).toEqual([{ role: 'admin' }])
  await run(['users', 'disable', ...ana])
  expect(invites()).toEqual([])
  const enabled = await run(['users', 'enable', ...ana])
  expect(enabled).toMatchObject({ code: 1, err: expect.stringContaining('«users password»') })
  invite()
  await run(['users', 'password', ...ana], secret)
  expect(invites()).toEqual([])
  expect(JSON.parse((await run(['users', 'list'])).out)).toMatchObject([{ state: 'active' }])
  db.close()
})

test('tells a wall screen owners only where its account says so', async () => {
  const wall = ['--email', 'muro@x.co', '--name', 'Muro', '--role', 'operator']
  const input = { input: 'secret-1\n' }
  const email = ['--email', 'muro@x.co']
  const people = await run(['users', 'add', ...wall, '--owners'], input)
  expect(people).toMatchObject({ code: 1, err: expect.stringContaining('wall screens') })
  const added = await run(['users', 'add', ...wall, '--kiosk'], input)
  expect(JSON.parse(added.out)).toMatchObject({ kiosk: true, owners: false })
  const shown = await run(['users', 'show-owners', ...email])
  expect(JSON.parse(shown.out)).toMatchObject({ owners: true, sessionsEnded: 0 })
  expect(JSON.parse((await run(['users', 'list'])).out)).toMatchObject([{ owners: true }])
  const hidden = await run(['users', 'hide-owners', ...email])
  expect(JSON.parse(hidden.out)).toMatchObject({ owners: false, sessionsEnded: 0 })
  const other = ['--email', 'otro@x.co', '--name', 'Otro', '--role', 'operator']
  const told = await run(['users', 'add', ...other, '--kiosk', '--owners'], input)
  expect(JSON.parse(told.out)).toMatchObject({ owners: true })
  await run(['users', 'add', '--email', 'ana@x.co', '--name', 'A', '--role', 'admin'], input)
  const person = await run(['users', 'hide-owners', '--email', 'ana@x.co'])
  expect(person).toMatchObject({ code: 1, err: expect.stringContaining('is no wall screen') })
})

test('tells who logs in with a second factor, and takes it away from who has lost it', async () => {
  const ana = ['--email', 'ana@x.co']
  await run(['users', 'add', ...ana, '--name', 'Ana', '--role', 'admin'], { input: 'secret-1\n' })
  const factors = async (env = {}) => JSON.parse((await run(['users', 'list'], env)).out) as unknown
  expect(await factors()).toMatchObject([{ second_factor: 'off' }])
  const required = { HUB_REQUIRE_2FA: 'admin' }
  expect(await factors(required)).toMatchObject([{ second_factor: 'required' }])
  expect((await run(['users', '2fa-reset', ...ana])).err).toContain('has no second factor')
  const db = new SqliteDatabase(join(folder, 'hub.db'))
  db.exec(`insert into second_factors (user_id, secret, created_at, confirmed_at) values (1, '', 1, 1);
    insert into recovery_codes (user_id, code_hash) values (1, 'x');
    insert into sessions (user_id, token_hash, created_at, expires_at) values (1, 'x', 1, 9e15)`)
  expect(await factors(required)).toMatchObject([{ second_factor: 'on' }])
  const reset = await run(['users', '2fa-reset', ...ana])
  expect(JSON.parse(reset.out)).toEqual({ email: 'ana@x.co', sessionsEnded: 1 })
  expect(await factors()).toMatchObject([{ second_factor: 'off' }])
  const left = db.prepare('select count(*) as codes from recovery_codes').get()
  expect(left).toEqual({ codes: 0 })
  const noted = db.prepare('select action from audit_log order by id desc limit 1').get()
  expect(noted).toEqual({ action: 'user.2fa_reset' })
  db.close()
})

test('verifies the audit log and names the first row that does not fit', async () => {
  const ana = ['--email', 'ana@x.co']
  await run(['users', 'add', ...ana, '--name', 'Ana', '--role', 'admin'], {
    HUB_USER_PASSWORD: 'secret-1',
  })
  await run(['users', 'disable', ...ana])
  await run(['users', 'enable', ...ana])
  const whole = await run(['audit', 'verify'])
  expect(whole).toMatchObject({ code: 0, err: '' })
  const [, head = ''] = /^ok 3 rows\nhead (3:[0-9a-f]{64})\n$/.exec(whole.out) ?? []
  expect(await run(['audit', 'verify', '--head', head])).toEqual(whole)
  const longer = await run(['audit', 'verify', '--head', head.replace('3', '4')])
  expect(longer.code).toBe(1)
  expect(longer.out).toContain(`not verified: 3 rows, and there were 4\nhead ${head}`)
  expect(await run(['audit', 'verify', '--head', 'x'])).toMatchObject({ code: 1, out: '' })
  const sqlite = new SqliteDatabase(join(folder, 'hub.db'))
  sqlite.exec('drop trigger audit_log_update')
  sqlite.exec(`update audit_log set target = 'bo@x.co' where id = 2`)
  sqlite.close()
  const broken = await run(['audit', 'verify'])
  expect(broken).toMatchObject({ code: 1, err: '' })
  expect(broken.out).toMatch(/^broken at row 2: \{.*"target":"bo@x\.co".*\}\n$/)
})

test('goes on under another key only where the hub itself does', async () => {
  const ana = ['--email', 'ana@x.co']
  await run(['users', 'add', ...ana, '--name', 'Ana', '--role', 'admin'], {
    HUB_USER_PASSWORD: 'secret-1',
  })
  const [key, old] = [join(folder, 'hub.key'), join(folder, 'old.key')]
  renameSync(key, old)
  const refused = await run(['users', 'disable', ...ana])
  expect(refused).toMatchObject({ code: 78, out: '' })
  expect(refused.err).toMatch(/is not the hub's key .* start the hub first\n$/)
  const unknown = await run(['audit', 'verify'])
  expect(unknown).toMatchObject({ code: 1 })
  expect(unknown.out).toMatch(/^not verified: 1 rows, ids 1 to 1, are under the key "[0-9a-f]{16}"/)
  const known = await run(['audit', 'verify', '--old-key-file', old])
  expect(known).toMatchObject({ code: 0, err: '' })
  const none = await run(['audit', 'verify', '--old-key-file', join(folder, 'none')])
  expect(none).toMatchObject({ code: 78 })
})

test('prints a reset token beside the log, and keeps it out of the log', async () => {
  const child = start([], { HUB_PORT: '0', HUB_DEMO: 'account', LOG_LEVEL: 'trace' })
  const closed = once(child, 'close')
  const plain: string[] = []
  const logged: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) {
      plain.push(line)
      child.kill('SIGTERM')
      continue
    }
    logged.push(line)
    const { msg, url } = JSON.parse(line) as { msg: string; url?: string }
    if (msg !== 'listening') continue
    const answer = await fetch(`${url}/api/auth/request-reset`, {
      method: 'POST',
      body: JSON.stringify({ email: 'admin@demo.local' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(200)
  }
  await closed
  expect(plain).toEqual([
    expect.stringMatching(/^Token para restablecer .* admin@demo\.local, .*: [\w-]{43}$/),
  ])
  const token = plain[0]?.split(' ').at(-1) ?? ''
  expect(logged.join('\n')).not.toContain(token)
})

test('ends with 78 when there is no database to back up', async () => {
  const { code, err } = await run(['backup', join(folder, 'hub.backup')])
  expect(code).toBe(78)
  expect(err).toMatch(/^HUB_DATA_DIR=[^\n]+ holds no hub\.db; [^\n]+\n$/)
})

test.each<[string[], string, string?]>([
  [['users'], 'usage'],
  [['users', 'add', '--email', 'x'], '--email is not an email'],
  [['users', 'password', '--email', 'no@x.co'], 'no user has the email'],
  [['users', 'list', '--what'], "Unknown option '--what'"],
  [
    ['users', 'add', '--email', 'k@x.co', '--name', 'K', '--role', 'admin', '--kiosk'],
    '--kiosk is look-only',
  ],
  [['users', 'role', '--email', 'no@x.co', '--role', 'admin'], 'no user has the email'],
  [
    ['users', 'add', '--email', 'k@x.co', '--name', 'K', '--role', 'admin'],
    'everybody tries first',
    'Password1',
  ],
  [['audit'], 'audit verify'],
  [['audit', 'verify', 'more'], 'audit verify'],
  [['backup'], 'backup <file>'],
  [['restore', 'a', 'b'], 'restore <file>'],
  [['copy-to', '--help'], 'copy-to postgres://'],
  [['dance'], 'unknown command'],
])('says what is wrong with %o', async (args, fault, password = 'secret-1') => {
  const { code, out, err } = await run(args, { HUB_USER_PASSWORD: password })
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(fault)
})
