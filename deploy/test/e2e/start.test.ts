import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { root } from '../../local/child.ts'
import { HubClient } from '../../local/hub-process.ts'
import { storedReads, until } from '../rig/site.ts'

const folder = mkdtempSync(join(tmpdir(), 'start-'))
afterAll(() => rmSync(folder, { recursive: true }))

function launch(env: NodeJS.ProcessEnv = {}, args: string[] = []) {
  return spawn(process.execPath, [join(root, 'deploy/dist/local/start.js'), ...args], {
    env: { ...process.env, DATA_DIR: folder, HUB_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/**
 * Runs `npm start` until its first read is stored and a reset token that was asked for is on the
 * console, then Ctrl-C; answers all reads stored.
 */
async function startAndStop(env: NodeJS.ProcessEnv = {}, args: string[] = []): Promise<number> {
  const launcher = launch(env, args)
  let said = ''
  launcher.stdout.on('data', (chunk) => (said += chunk))
  const credential = (name: string) => new RegExp(`${name} +(\\S+)`).exec(said)?.[1]
  const password = await until('the credentials', () => credential('Contraseña'))
  const client = new HubClient(credential('Control') ?? '')
  const email = credential('Usuario') ?? ''
  await client.login(email, password)
  await client.post('/api/auth/request-reset', { email })
  await until('the reset token', () => /restablecer la contraseña de .*: [\w-]{43}$/m.test(said))
  const before = await storedReads(client)
  const reads = await until(
    'a read',
    async () => {
      const rows = await storedReads(client)
      return rows.length > before.length && rows
    },
    90_000,
  )
  expect(reads[0]?.agent_code).toBe('porteria-demo')
  // A tag of the demo's fleet, whatever reader reads it.
  await until('a plate', async () => (await storedReads(client)).some(({ plate }) => plate), 90_000)
  launcher.kill('SIGINT')
  const [code] = (await once(launcher, 'exit')) as [number]
  expect(code).toBe(0)
  await expect(fetch(client.url)).rejects.toThrow()
  return reads.length
}

it('brings up the product, stops all of it, and goes on with its data the next time', async () => {
  const first = await startAndStop()
  expect(await startAndStop()).toBeGreaterThan(first)
}, 240_000)

it('goes on when the data of the hub is gone, and with a password of its own', async () => {
  rmSync(join(folder, 'hub'), { recursive: true })
  expect(await startAndStop({ HUB_ADMIN_PASSWORD: 'a-better-one' })).toBeGreaterThan(0)
}, 240_000)

it('leaves no hub behind when it is stopped while the hub starts', async () => {
  const other = join(folder, 'other')
  const launcher = launch({ DATA_DIR: other })
  const lockFile = join(other, 'hub', 'hub.lock')
  await until('the hub', () => existsSync(lockFile))
  launcher.kill('SIGTERM')
  const [code] = (await once(launcher, 'exit')) as [number]
  expect(code).toBe(0)
  const lock = new SqliteDatabase(lockFile, { timeout: 0 })
  lock.exec('begin exclusive')
  lock.close()
}, 60_000)

it('has an emulated reader of a real type in place of the simulated one', async () => {
  const reads = await startAndStop({ DATA_DIR: join(folder, 'm100') }, ['--reader', 'm100'])
  expect(reads).toBeGreaterThan(0)
}, 240_000)

it('lists the types that it can emulate when another one is asked for', async () => {
  const start = join(root, 'deploy/dist/local/start.js')
  const launcher = spawn(process.execPath, [start, '--reader', 'r2d2'])
  const [said, [code]] = await Promise.all([text(launcher.stderr), once(launcher, 'exit')])
  expect(code).toBe(1)
  expect(said).toMatch(/r2d2.*hay: .*\bm100\b/)
})
