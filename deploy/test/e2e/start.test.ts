import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import type { AgentList, LogsResponse } from '@vehicle-control/protocol'
import { root } from '../../local/child.ts'
import { HubClient } from '../../local/hub-process.ts'
import { countStored, until } from '../rig/site.ts'

const folder = mkdtempSync(join(tmpdir(), 'start-'))
afterAll(() => rmSync(folder, { recursive: true }))

function launch(env: NodeJS.ProcessEnv = {}, args: string[] = []) {
  return spawn(process.execPath, [join(root, 'deploy/dist/local/start.js'), ...args], {
    env: { ...process.env, DATA_DIR: folder, HUB_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** A process that nobody asked about after its end is none. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Whether a hub holds its data. */
function isLocked(lockFile: string): boolean {
  const lock = new SqliteDatabase(lockFile, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return false
  } catch {
    return true
  } finally {
    lock.close()
  }
}

/**
 * Runs `npm start` until the main gate has read a tag of the demo's fleet, all gates are there and a
 * reset token that was asked for is on the console, then Ctrl-C; answers how many reads are stored.
 */
async function startAndStop(
  env: NodeJS.ProcessEnv = {},
  { gates = 4, args = [] }: { gates?: number; args?: string[] } = {},
): Promise<number> {
  const launcher = launch(env, args)
  let said = ''
  launcher.stdout.on('data', (chunk) => (said += chunk))
  const credential = (name: string) => new RegExp(`${name} +(\\S+)`).exec(said)?.[1]
  const password = await until('the credentials', () => credential('Contraseña'), 60_000)
  // What was made up ends before the hub listens.
  const since = Date.now()
  const client = new HubClient(credential('Control') ?? '')
  const email = credential('Usuario') ?? ''
  await client.login(email, password)
  await client.post('/api/auth/request-reset', { email })
  await until('the reset token', () => /restablecer la contraseña de .*: [\w-]{43}$/m.test(said))
  const path = `/api/client/logs?receivedFrom=${since}&limit=1000`
  await until(
    'a plate at the main gate',
    async () => {
      const { logs } = (await client.get(path)) as LogsResponse
      return logs.some(({ agent_code: gate, plate }) => gate === 'porteria-demo' && plate)
    },
    180_000,
  )
  await until(
    'the gates',
    async () => {
      const { agents } = (await client.get('/api/agents/status')) as AgentList
      return agents.length === gates && agents.every(({ connected }) => connected)
    },
    90_000,
  )
  const stored = await countStored(client)
  launcher.kill('SIGINT')
  const [code] = (await once(launcher, 'exit')) as [number]
  expect(code).toBe(0)
  await expect(fetch(client.url)).rejects.toThrow()
  return stored
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
  expect(isLocked(lockFile)).toBe(false)
}, 60_000)

it('leaves nothing behind when it is killed', async () => {
  const launcher = launch({ DATA_DIR: join(folder, 'killed') })
  let said = ''
  launcher.stdout.on('data', (chunk) => (said += chunk))
  await until('the product', () => said.includes('Ctrl-C'), 120_000)
  const started = childrenOf(launcher.pid ?? 0)
  expect(started).toHaveLength(5)
  launcher.kill('SIGKILL')
  await once(launcher, 'exit')
  try {
    await until('their end', () => started.every((pid) => !isRunning(pid)))
  } finally {
    for (const pid of started.filter(isRunning)) process.kill(pid, 'SIGKILL')
  }
  expect(isLocked(join(folder, 'killed/hub/hub.lock'))).toBe(false)
}, 240_000)

it('has an emulated reader in place of the simulated one, and no gate that the hub has not', async () => {
  const env = { DATA_DIR: join(folder, 'm100'), HUB_DEMO: 'account' }
  expect(await startAndStop(env, { gates: 1, args: ['--reader', 'm100'] })).toBeGreaterThan(0)
}, 240_000)

it('lists the types that it can emulate when another one is asked for', async () => {
  const start = join(root, 'deploy/dist/local/start.js')
  const launcher = spawn(process.execPath, [start, '--reader', 'r2d2'])
  const [said, [code]] = await Promise.all([text(launcher.stderr), once(launcher, 'exit')])
  expect(code).toBe(1)
  expect(said).toMatch(/r2d2.*hay: .*\bm100\b/)
})
