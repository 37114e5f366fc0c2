import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'hub-main-'))))
afterEach(() => rm(folder, { recursive: true }))

function start(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  const clean = { PATH: process.env['PATH'], HUB_DATA_DIR: folder, HUB_HOST: '127.0.0.1' }
  return spawn(process.execPath, [main, ...args], { env: { ...clean, ...env } })
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

test('ends with 78 and one line when it cannot listen', async () => {
  const { code, err } = await run([], { HUB_HOST: '192.0.2.1', HUB_PORT: '0' })
  expect(code).toBe(78)
  expect(err).toMatch(/^HUB_HOST="192\.0\.2\.1" [^\n]+\n$/)
})

test('logs its URL when it listens and ends with 0 on SIGINT and SIGTERM together', async () => {
  const child = start([], { HUB_PORT: '0', HUB_DEMO: '1' })
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
}, 20_000)

test.each([
  [['users'], 'usage'],
  [['users', 'add', '--email', 'x'], '--email is not an email'],
  [['users', 'password', '--email', 'no@x.co'], 'no user has the email'],
  [['users', 'list', '--what'], "Unknown option '--what'"],
  [
    ['users', 'add', '--email', 'k@x.co', '--name', 'K', '--role', 'admin', '--kiosk'],
    '--kiosk is look-only',
  ],
  [['dance'], 'unknown command'],
])('says what is wrong with %o', async (args, fault) => {
  const { code, out, err } = await run(args, { HUB_USER_PASSWORD: 'secret-1' })
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(fault)
})
