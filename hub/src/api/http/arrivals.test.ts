import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWebServer, listen, type WebServer } from '../../http-server.ts'
import { makeCertificate } from '../../testing/own-certificate.ts'
import { createTestHub, type TestHub } from '../../testing/test-hub.ts'
import { Arrivals } from './arrivals.ts'

const HELD_MS = 6200
/** More than Node reads of a body that nobody takes. */
const LONG = 'x'.repeat(256 * 1024)

let hub: TestHub
let arrivals: Arrivals
let sent: string[]
const servers: WebServer[] = []
let folder: string
let readOn: (() => void) | undefined
let token: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-arrivals-'))
  sent = []
  arrivals = new Arrivals()
  hub = await createTestHub({
    arrivals,
    presence: { isConnected: () => true, lastSeen: () => null },
    deliver: (_agent, { id }) => {
      sent.push(id)
      return 'sent'
    },
  })
  const agent = { code: 'G1', code_key: 'g1', name: 'Gate', created_at: 0 }
  await hub.db
    .insertInto('agents')
    .values({ ...agent, replica: hub.replicas.me })
    .execute()
  token = await hub.tokenOf('operator')
})
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  arrivals.stop()
  await hub.close()
  rmSync(folder, { recursive: true })
})

/** Leaves a body, and what is sent behind it, unread until `readOn` is called. */
async function readLate(request: Request): Promise<Response> {
  await new Promise<void>((resolve) => (readOn = resolve))
  await request.text()
  return new Response()
}

async function serve(tls: Parameters<typeof createWebServer>[0]): Promise<number> {
  const server = createWebServer(tls, (request, env) =>
    request.url.endsWith('/slow') ? readLate(request) : hub.app.fetch(request, env),
  )
  arrivals.watch(server)
  // Otherwise a connection that nothing came on for 5 s may be closed before it is read.
  server.keepAliveTimeout = 60_000
  servers.push(server)
  return await listen(server, 0, '127.0.0.1')
}

/** Sends what it is told, and on `go` all else, some time later, while the hub's thread stands still. */
const CLIENT = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { ports, lines } = workerData
  const sockets = {}
  const told = {}
  const write = (name, line) => {
    sockets[name] ??= open(name)
    sockets[name].write(line)
  }
  const open = (name) => {
    const isTls = name === 'tls'
    const to = { port: ports[isTls ? 'tls' : 'plain'], host: '127.0.0.1', rejectUnauthorized: false }
    const socket = require(isTls ? 'node:tls' : 'node:net').connect(to)
    told[name] = ''
    socket.on('error', () => {})
    socket.on('data', (data) => {
      told[name] += data
      parentPort.postMessage(told)
    })
    return socket
  }
  parentPort.on('message', ({ name, line }) => {
    if (name) return write(name, line)
    setTimeout(() => {
      for (const name of Object.keys(lines)) write(name, lines[name])
    }, 400)
  })
  parentPort.postMessage(told)`

const request = (head: string, body = '') =>
  [head, 'Host: localhost', `Authorization: Bearer ${token}`, 'Content-Type: application/json']
    .concat(`Content-Length: ${Buffer.byteLength(body)}`, '', body)
    .join('\r\n')
const press = (id: string) =>
  request(
    'POST /api/agents/G1/command/relay HTTP/1.1',
    JSON.stringify({ id, pin: 17, state: 1, duration: 500 }),
  )
const hold = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

it('sends no command that waited before it was read, whichever way it came', async () => {
  const own = makeCertificate(folder, { name: 'DNS:localhost' })
  const tls = { cert: own.cert, key: readFileSync(own.keyFile) }
  const ports = { plain: await serve(null), tls: await serve(tls) }
  const [ask, half] = [request('GET /api/auth/me HTTP/1.1'), press('half')]
  // One poll accepts one connection: the last of them waits longest.
  const fresh = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const lines = {
    kept: press('kept'),
    tls: press('tls'),
    half: half.slice(-9),
    unread: press('unread'),
    ...Object.fromEntries(fresh.map((name) => [name, press(name)])),
    behind: ask + press('behind'),
  }
  const client = new Worker(CLIENT, { eval: true, workerData: { ports, lines } })
  let told: Record<string, string> = {}
  client.on('message', (message: Record<string, string>) => (told = message))
  await once(client, 'message')
  client.postMessage({ name: 'kept', line: ask })
  client.postMessage({ name: 'tls', line: ask })
  client.postMessage({ name: 'half', line: half.slice(0, -9) })
  const statuses = () => {
    const found = Object.entries(told).map(([name, text]) => {
      return [name, text.match(/(?<=HTTP\/1.1 )\d+/g)?.join()] as const
    })
    return Object.fromEntries(found)
  }
  await expect.poll(statuses).toMatchObject({ kept: '200', tls: '200' })
  client.postMessage({ name: 'unread', line: request('POST /slow HTTP/1.1', LONG) })
  await expect.poll(() => readOn).toBeDefined()
  client.postMessage({})
  hold(HELD_MS)
  // What is read from now on arrives now, but for what waits behind that body.
  setTimeout(() => readOn?.(), 500)
  await expect.poll(statuses, { timeout: 15_000 }).toEqual({
    ...Object.fromEntries(['half', ...fresh].map((name) => [name, '503'])),
    ...Object.fromEntries(['kept', 'tls', 'behind'].map((name) => [name, '200,503'])),
    unread: '200,503',
  })
  expect(Object.values(told).join('')).toContain('La orden no se envió')
  expect(sent).toEqual([])
  client.postMessage({ name: 'kept', line: press('after') })
  await expect.poll(() => sent).toEqual(['after'])
  await client.terminate()
})
