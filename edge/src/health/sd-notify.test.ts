import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectServiceManager } from './sd-notify.ts'

function logOf() {
  const messages: string[] = []
  const log = pino({}, { write: (line) => messages.push(JSON.parse(line).msg) })
  return { log, messages }
}

describe('connectServiceManager through libsystemd', { timeout: 20_000 }, () => {
  const directory = mkdtempSync(join(tmpdir(), 'sd-notify-'))
  let socat: ChildProcess | null = null

  afterEach(async () => {
    delete process.env['NOTIFY_SOCKET']
    if (socat?.kill('SIGKILL')) await once(socat, 'exit')
    rmSync(directory, { recursive: true })
  })

  it('reaches the socket that the service manager listens on', async () => {
    const path = join(directory, 'notify')
    socat = spawn('socat', ['-u', `UNIX-RECV:${path}`, '-'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let received = ''
    socat.stdout?.on('data', (chunk) => (received += chunk))
    await vi.waitFor(() => expect(existsSync(path)).toBe(true), 10_000)

    // The library reads the environment of the process, not an object of ours.
    process.env['NOTIFY_SOCKET'] = path
    const { log, messages } = logOf()
    const manager = await connectServiceManager({ log, env: process.env })
    manager.ready()
    manager.status('two readers\nREADY=0')
    manager.alive()
    manager.stopping()
    await vi.waitFor(
      () => expect(received).toBe('READY=1STATUS=two readers READY=0WATCHDOG=1STOPPING=1'),
      10_000,
    )
    expect(messages).toEqual([])
  })
})

describe('connectServiceManager', () => {
  it('loads nothing and does nothing without a socket', async () => {
    const { log } = logOf()
    const load = vi.fn()
    const manager = await connectServiceManager({ log, env: { WATCHDOG_USEC: '1000' }, load })
    manager.ready()
    expect(load).not.toHaveBeenCalled()
    expect(manager.watchdogIntervalMs).toBeNull()
  })

  it('warns once and goes on where the library is missing', async () => {
    const { log, messages } = logOf()
    const load = () => Promise.reject(new Error('cannot open shared object file'))
    const manager = await connectServiceManager({ log, env: { NOTIFY_SOCKET: '/run/x' }, load })
    manager.ready()
    manager.alive()
    expect(messages).toHaveLength(1)
  })

  it('warns once when the socket does not answer', async () => {
    const { log, messages } = logOf()
    const load = async () => () => -111
    const manager = await connectServiceManager({ log, env: { NOTIFY_SOCKET: '/run/x' }, load })
    manager.ready()
    manager.alive()
    expect(messages).toEqual(['service manager cannot be told'])
  })

  it.each([
    [{ WATCHDOG_USEC: '10000000' }, 5000],
    [{ WATCHDOG_USEC: '10000000', WATCHDOG_PID: String(process.pid) }, 5000],
    [{ WATCHDOG_USEC: '10000000', WATCHDOG_PID: '1' }, null],
    [{ WATCHDOG_USEC: 'soon' }, null],
    [{}, null],
  ])('with %j pings every %s ms', async (variables, intervalMs) => {
    const { log } = logOf()
    const env = { NOTIFY_SOCKET: '/run/x', ...variables }
    const manager = await connectServiceManager({ log, env, load: async () => () => 1 })
    expect(manager.watchdogIntervalMs).toBe(intervalMs)
  })
})
