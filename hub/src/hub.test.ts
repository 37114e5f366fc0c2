import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ConfigError, SiteState } from '@vehicle-control/protocol'
import { strFromU8, unzipSync } from 'fflate'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPasswords } from './auth/passwords/passwords.ts'
import { databaseFile, loadConfig } from './config/config.ts'
import { keepLines, LogRing } from './diagnostics/log-ring.ts'
import { type Hub, startHub, startHubWith } from './hub.ts'
import { DEMO_LOGIN } from './seed/demo-data.ts'
import { openSqlite } from './store/sqlite/open-sqlite.ts'

const cheapPasswords = createPasswords({ ln: 4, r: 8, p: 1 })
const silent = pino({ level: 'silent' })
let folder: string
let hub: Hub
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-'))
  hub = await startHub(config(), silent, cheapPasswords)
})
afterEach(async () => {
  await hub.stop()
  await rm(folder, { recursive: true })
})

function config(port = '0', dataDir = folder) {
  const data = { HUB_DATA_DIR: dataDir, HUB_DEMO: 'account' }
  return loadConfig({ HUB_HOST: '127.0.0.1', HUB_PORT: port, ...data })
}

/** What the hub answers to these bytes until it closes. */
async function raw(request: string): Promise<string> {
  const socket = connect(Number(new URL(hub.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request.replaceAll('\n', '\r\n'))
  return await text(socket)
}

async function demoToken({ url }: Hub): Promise<string> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_LOGIN),
  })
  return ((await login.json()) as { token: string }).token
}

test('serves API and health on one port', async () => {
  expect((await fetch(`${hub.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${hub.url}/readyz`)).status).toBe(200)
  const answer = await fetch(`${hub.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_LOGIN),
  })
  expect(answer.status).toBe(200)
  const metrics = await (await fetch(`${hub.url}/metrics`)).text()
  expect(metrics).toContain('process_resident_memory_bytes')
  expect(metrics).toContain('http_request_duration_seconds_count')
})

test('says how it stands, from the disk to the replicas', async () => {
  const headers = { authorization: `Bearer ${await demoToken(hub)}` }
  // The first look at the disks begins when the hub has started.
  await vi.waitFor(async () => {
    const answer = await fetch(`${hub.url}/api/config/state`, { headers })
    expect(SiteState.parse(await answer.json())).toMatchObject({
      disks: [{ path: folder, level: expect.stringMatching(/ok|warn|bad/) }],
      database: { kind: 'sqlite', level: 'ok', bytes_a_day: null },
      backup: { level: 'ok', max_hours: 0 },
      certificate: null,
      queues: { level: 'ok', mails: 0, entries: 0, outboxes: 0, dead_letters: 0 },
      replicas: [{ own: true }],
    })
  })
})

test('gives what somebody who helps has to know, from its log to its figures', async () => {
  const ring = new LogRing()
  const log = pino({ level: 'info' }, keepLines(ring, { write: () => {} }))
  const dataDir = join(folder, 'other')
  const recentLines = () => ring.lines()
  const started = { config: config('0', dataDir), log, passwords: cheapPasswords, recentLines }
  const other = await startHubWith(started)
  log.info({ token: 'planted-token' }, 'planted by ana@test.co')
  const headers = { authorization: `Bearer ${await demoToken(other)}` }
  const answer = await fetch(`${other.url}/api/config/diagnostics`, { headers })
  await other.stop()
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  expect(text('log.ndjson')).toContain('"token":"***","msg":"planted by a***@test.co"')
  expect(text('metrics.txt')).toContain('vc_build_info')
  expect(JSON.parse(text('settings.json'))).toMatchObject({
    fixed: expect.arrayContaining([{ name: 'data_dir', value: dataDir, by: 'HUB_DATA_DIR' }]),
    settings: { offline_alert_minutes: 5 },
  })
  expect(JSON.parse(text('state.json'))).toMatchObject({ database: { kind: 'sqlite' } })
})

test('says at its start that it speaks in clear to a network, and only then', async () => {
  async function warningsOf(more: NodeJS.ProcessEnv): Promise<string[]> {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const env = { HUB_PORT: '0', HUB_DATA_DIR: join(folder, 'other'), HUB_TILES_UPSTREAM: 'off' }
    await (await startHub(loadConfig({ ...env, ...more }), log, cheapPasswords)).stop()
    return lines.filter((line) => line.includes('plain http'))
  }
  expect(await warningsOf({ HUB_HOST: '0.0.0.0' })).toEqual([
    expect.stringMatching(/HUB_TLS_CERT.*HUB_PUBLIC_URL/),
  ])
  const proxied = { HUB_HOST: '0.0.0.0', HUB_PUBLIC_URL: 'https://control.example' }
  expect(await warningsOf(proxied)).toEqual([])
  expect(await warningsOf({ HUB_HOST: '127.0.0.1' })).toEqual([])
})

test('refuses an upgrade that nobody wants, and an agent without a key', async () => {
  const upgrade = (path: string) =>
    `GET ${path} HTTP/1.1\nHost: localhost\nConnection: Upgrade\nUpgrade: websocket\n` +
    'Sec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n\n'
  expect(await raw(upgrade('/elsewhere'))).toMatch(/^HTTP\/1\.1 404 /)
  expect(await raw(upgrade('/api/agent/sync'))).toMatch(/^HTTP\/1\.1 401 /)
})

test('refuses ambiguous paths as they come over the wire', async () => {
  for (const path of ['//api/auth/me', '/api%2fauth/me', '/api\\auth', '/x%00']) {
    const answer = await raw(`GET ${path} HTTP/1.1\nHost: localhost\nConnection: close\n\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  }
})

test('looks at the host in each place where a request may name one', async () => {
  const ask = (target: string, ...hosts: string[]) => {
    const lines = hosts.map((host) => `Host: ${host}\n`).join('')
    return raw(`GET ${target} HTTP/1.1\n${lines}Connection: close\n\n`)
  }
  const config = '/api/public-config'
  expect(await ask(config, 'LOCALHOST.:1')).toMatch(/^HTTP\/1\.1 200 [^]*demoLogin/)
  for (const hosts of [['stranger.example'], ['localhost', 'stranger.example']])
    expect(await ask(config, ...hosts)).toMatch(/^HTTP\/1\.1 421 /)
  const elsewhere = `http://stranger.example${config}`
  expect(await ask(elsewhere, 'localhost')).toMatch(/^HTTP\/1\.1 421 /)
  for (const host of ['localhost@stranger.example', '[::1%25eth0]', '[stranger.example]', '']) {
    const answer = await ask(config, host)
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|21) /)
    expect(answer).not.toContain('demoLogin')
  }
  expect(await raw(`GET ${config} HTTP/1.0\n\n`)).toMatch(/^HTTP\/1\.1 400 /)
  expect(await ask('/api/agent/sync', 'stranger.example')).toMatch(/^HTTP\/1\.1 421 /)
})

test('has no method but those of its calls, and echoes nothing', async () => {
  const ask = (method: string, target: string) =>
    raw(`${method} ${target} HTTP/1.1\nHost: localhost\nX-Secret: canary\nConnection: close\n\n`)
  for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'PUT', 'M-SEARCH']) {
    for (const target of ['/', '/login', '/api/public-config', '/healthz', '/metrics']) {
      const answer = await ask(method, target)
      expect(`${method} ${target} ${answer}`).toMatch(/ HTTP\/1\.1 404 /)
      expect(answer).not.toMatch(/canary|access-control|^allow:/im)
    }
  }
  expect(await ask('OPTIONS', '*')).toMatch(/^HTTP\/1\.1 400 /)
  expect(await ask('BREW', '/')).toMatch(/^HTTP\/1\.1 400 /)
  expect(await ask('CONNECT', 'stranger.example:443')).toBe('')
  const head = await ask('HEAD', '/api/public-config')
  expect(head).toMatch(/^HTTP\/1\.1 200 [^]*cache-control: no-store[^]*\r\n\r\n$/)
})

test('refuses headers above 8 KiB', async () => {
  const answer = await raw(`GET / HTTP/1.1\nHost: localhost\nX: ${'x'.repeat(9000)}\n\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
})

test('fails to start on a port in use, and leaves nothing behind', async () => {
  const { port } = new URL(hub.url)
  const start = () => startHub(config(port, join(folder, 'other')), silent, cheapPasswords)
  for (let i = 0; i < 2; i++) {
    const error: unknown = await start().catch((fault: unknown) => fault)
    expect(error).toBeInstanceOf(ConfigError)
    expect(String(error)).toContain(`HUB_PORT=${port} está en uso`)
  }
})

test('leaves the data of another hub alone, until that one ends', async () => {
  const start = () => startHub(config(), silent, cheapPasswords)
  await expect(start()).rejects.toThrow(/^HUB_DATA_DIR="[^"]+" está en uso por otro hub/)
  await hub.stop()
  hub = await start()
})

test('takes a request that breaks off for the fault of the client', async () => {
  await hub.stop()
  const refused = new Promise<{ level: number; msg: string }>((resolve) => {
    const write = (line: string) => {
      const entry = JSON.parse(line) as { level: number; msg: string }
      if (/request/.test(entry.msg)) resolve(entry)
    }
    const log = pino({ level: 'debug' }, { write })
    void startHub(config(), log, cheapPasswords).then(async (started) => {
      hub = started
      const socket = connect(Number(new URL(hub.url).port), '127.0.0.1')
      await once(socket, 'connect')
      const head = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 99'
      socket.write(`POST /api/auth/login HTTP/1.1\r\n${head}\r\n\r\n{`, () => socket.destroy())
    })
  })
  expect(await refused).toMatchObject({ level: 20, msg: 'the client broke off its request' })
})

test('stops even while a peer neither speaks nor hangs up', async () => {
  const socket = connect(Number(new URL(hub.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const origin = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n' +
      `Upgrade: websocket\r\n${origin}\r\n`,
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 101 /)
  const closed = once(socket, 'close')
  socket.on('error', () => {
    // Being cut off is what the test is about.
  })
  await hub.stop()
  await closed
}, 15_000)

test('stops once, however often it is asked to, and starts again on the same data', async () => {
  await Promise.all([hub.stop(), hub.stop()])
  await expect(fetch(`${hub.url}/healthz`)).rejects.toThrow()
  hub = await startHub(config(), silent, cheapPasswords)
  expect((await fetch(`${hub.url}/readyz`)).status).toBe(200)
})

test('deletes what is older than HUB_RETENTION_DAYS, and without it nothing', async () => {
  await hub.stop()
  const store = await openSqlite(databaseFile({ dataDir: folder }))
  const letter = { epoch_id: 1, seq: 1, agent_id: 1, kind: 'x', payload: '', error: '' }
  await store.db
    .insertInto('dead_letters')
    .values({ ...letter, received_at: 1 })
    .execute()
  await store.close()
  hub = await startHub(config(), silent, cheapPasswords)
  await hub.stop()
  const deleted: unknown[] = []
  const write = (line: string) => {
    const entry = JSON.parse(line) as { deleted?: unknown }
    if (entry.deleted) deleted.push(entry.deleted)
  }
  const log = pino({ level: 'info' }, { write })
  hub = await startHub({ ...config(), retentionDays: 1 }, log, cheapPasswords)
  await vi.waitFor(() => expect(deleted).toEqual([{ dead_letters: 1 }]))
})
