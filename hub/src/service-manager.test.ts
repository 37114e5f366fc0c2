import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { connectServiceManager } from './service-manager.ts'

const log = pino({ level: 'silent' })

it('the hub tells the service manager when it is ready, alive and stopping', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-manager-'))
  const path = join(folder, 'notify')
  const socat = spawn('socat', ['-u', `UNIX-RECV:${path}`, '-'], { stdio: ['ignore', 'pipe', 2] })
  onTestFinished(async () => {
    delete process.env['NOTIFY_SOCKET']
    if (socat.kill('SIGKILL')) await once(socat, 'exit')
    rmSync(folder, { recursive: true })
  })
  let received = ''
  socat.stdout?.on('data', (chunk) => (received += chunk))
  await vi.waitFor(() => expect(existsSync(path)).toBe(true), 10_000)

  // The library reads the environment of the process, not an object of ours.
  process.env['NOTIFY_SOCKET'] = path
  const env = { NOTIFY_SOCKET: path, WATCHDOG_USEC: '30000000' }
  const manager = await connectServiceManager(env, log)
  expect(manager.watchdogIntervalMs).toBe(15_000)
  manager.ready()
  manager.alive()
  manager.stopping()
  await vi.waitFor(() => expect(received).toBe('READY=1WATCHDOG=1STOPPING=1'), 10_000)
})

it('the hub tells nobody where no service manager listens', async () => {
  const manager = await connectServiceManager({ WATCHDOG_USEC: '30000000' }, log)
  manager.ready()
  expect(manager.watchdogIntervalMs).toBeNull()
})
