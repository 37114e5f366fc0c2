import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo, Socket as Wire } from 'node:net'
import { createServer, type IncomingMessage, request } from 'node:http'
import { READ_BURST, type Role, type ScanEvent } from '@vehicle-control/protocol'
import { Registry } from 'prom-client'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Client, gone, next, refusal } from '../testing/browser-client.ts'
import { type TestHub, createTestHub, silent, testPassword } from '../testing/test-hub.ts'
import { type BrowserSockets, createBrowserSockets } from './browser-sockets.ts'

let hub: TestHub
let sockets: BrowserSockets
let server: ReturnType<typeof createServer>
let clients: Client[]
/** The hub's ends of all connections that are open. */
let serverSide: Set<Wire>
let now: number
let isBusy: boolean
let lacking: Role[]
let registry: Registry
const unread = { maxBytes: 256 * 1024 }
beforeEach(async () => {
  hub = await createTestHub()
  server = createServer()
  serverSide = new Set()
  server.on('connection', (wire: Wire) => {
    serverSide.add(wire)
    wire.once('close', () => serverSide.delete(wire))
  })
  now = Date.now()
  isBusy = false
  lacking = []
  registry = new Registry()
  sockets = createBrowserSockets({
    server,
    db: hub.db,
    bus: hub.bus,
    log: silent,
    rfidStatus: () => ({ connected: true, simulate: true, port: 'sim' }),
    publicOrigin: null,
    knowsHost: (req) => req.headers.host !== 'stranger.example',
    secondFactorRoles: lacking,
    registry,
    now: () => now,
    unread,
    load: { isHigh: () => isBusy, stop() {} },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  clients = []
})
afterEach(async () => {
  for (const client of clients) client.disconnect()
  sockets.stop()
  server.close()
  await hub.close()
})

function open(auth: object, origin?: string, transports = ['websocket']): Client {
  const { port } = server.address() as AddressInfo
  const headers: Record<string, string> = {}
  if (origin !== undefined) headers['origin'] = origin.replace('PORT', String(port))
  const client: Client = io(`http://127.0.0.1:${port}`, {
    auth,
    transports,
    reconnection: false,
    forceNew: true,
    extraHeaders: headers,
  })
  clients.push(client)
  return client
}

const scan = (id: string): ScanEvent => ({
  id,
  uid: 'TEST-001',
  ts: '2026-01-01T00:00:00.000Z',
  received_at: '2026-01-01T00:00:00.000Z',
  vehicle: null,
  agent: { code: 'G1', name: 'Gate', location: null },
})

test('sends a browser the state of the readers as soon as it is in', async () => {
  const client = open({ token: await hub.tokenOf('operator') })
  expect(await next(client, 'rfid:status')).toEqual({
    connected: true,
    simulate: true,
    port: 'sim',
  })
})

test.each([[{}], [{ token: 'nobody' }], [{ token: 7 }], [{ token: { length: { toString: 0 } } }]])(
  'refuses %o as unauthorized',
  async (auth) => {
    expect(await refusal(open(auth))).toBe('unauthorized')
  },
)

test('refuses an account without the factor that its role needs, but no wall screen', async () => {
  lacking.push('operator')
  const token = await hub.tokenOf('operator')
  expect(await refusal(open({ token }))).toBe('second_factor_required')
  await next(open({ token: await hub.tokenOf('operator', true) }), 'rfid:status')
})

test('takes its own page and refuses one of another site', async () => {
  const token = await hub.tokenOf('operator')
  await next(open({ token }, 'http://127.0.0.1:PORT'), 'rfid:status')
  expect(await refusal(open({ token }, 'http://evil.example'))).toMatch(/websocket error/)
})

test('refuses a page whose own name was led here', async () => {
  const token = await hub.tokenOf('operator')
  const { port } = server.address() as AddressInfo
  const client = io(`http://127.0.0.1:${port}`, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { host: 'stranger.example', origin: 'http://stranger.example' },
  })
  clients.push(client)
  expect(await refusal(client)).toMatch(/websocket error/)
})

test('speaks WebSocket only', async () => {
  const token = await hub.tokenOf('operator')
  expect(await refusal(open({ token }, undefined, ['polling']))).toMatch(/poll error/)
  const { port } = server.address() as AddressInfo
  const polled = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`)
  expect([polled.status, polled.headers.get('x-content-type-options')]).toEqual([400, 'nosniff'])
  expect(polled.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('sends reads in arrays to those who asked, one by one to others', async () => {
  const token = await hub.tokenOf('operator')
  const batch = open({ token, batch: true })
  const each = open({ token })
  await Promise.all([next(batch, 'rfid:status'), next(each, 'rfid:status')])
  const strays: string[] = []
  batch.on('rfid:scan', () => strays.push('rfid:scan'))
  each.on('rfid:tags', () => strays.push('rfid:tags'))
  const one: ScanEvent[] = []
  each.on('rfid:scan', (event) => one.push(event))
  const arrays: ScanEvent[][] = []
  batch.on('rfid:tags', (events) => arrays.push(events))

  // Twice the burst that goes read by read.
  const scans = Array.from({ length: 2 * READ_BURST.burst }, (_, i) => scan(`E-${i}`))
  for (const event of scans) hub.bus.emit('scans', [{ event, known: true }])
  await expect.poll(() => arrays.flat()).toEqual(scans)
  expect(arrays[0]).toEqual([scans[0]])
  expect(arrays.length).toBeLessThan(scans.length)
  await expect.poll(() => one).toEqual(scans)
  expect(strays).toEqual([])
})

test('announces tags that no asset has to admins only', async () => {
  const adminToken = await hub.tokenOf('admin')
  const operatorToken = await hub.tokenOf('operator')
  const admin = open({ token: adminToken })
  const operator = open({ token: operatorToken })
  await Promise.all([next(admin, 'rfid:status'), next(operator, 'rfid:status')])
  const told: string[] = []
  operator.on('rfid:tag', (event) => told.push(event.id))
  admin.on('rfid:tag', (event) => told.push(`admin ${event.id}`))
  hub.bus.emit('scans', [
    { event: scan('E-1'), known: true },
    { event: scan('E-2'), known: false },
  ])
  // Events of one socket keep their order: after this one nothing of the above is still under way.
  const last = [next(admin, 'agent:telemetry'), next(operator, 'agent:telemetry')]
  const sample = { agent: { code: 'G1' }, ts: 'x', type: 'temp', value: 1, unit: '°C' }
  hub.bus.emit('telemetry', [sample])
  expect(await Promise.all(last)).toEqual([sample, sample])
  expect(told).toEqual(['admin E-2'])
})

test('passes on suppressed reads and states of agents and readers', async () => {
  const client = open({ token: await hub.tokenOf('operator') })
  await next(client, 'rfid:status')
  const agent = scan('x').agent
  const state = { agent, last_seen: null, online: false, connected: false }
  const answers = [
    next(client, 'rfid:suppressed'),
    next(client, 'agent:status'),
    next(client, 'rfid:status'),
  ]
  hub.bus.emit('suppressed', [{ ...scan('E-1'), count: 3 }])
  hub.bus.emit('agentStatus', state)
  hub.bus.emit('rfidStatus', { connected: false, simulate: false, port: null })
  expect(await Promise.all(answers)).toEqual([
    { ...scan('E-1'), count: 3 },
    state,
    { connected: false, simulate: false, port: null },
  ])
})

test('disconnects the sockets of a session that ended, and no others', async () => {
  const token = await hub.tokenOf('operator')
  const otherToken = await hub.tokenOf('admin')
  const client = open({ token })
  const other = open({ token: otherToken })
  await Promise.all([next(client, 'rfid:status'), next(other, 'rfid:status')])
  const left = gone(client)
  expect((await hub.call('POST', '/api/auth/logout', { token })).status).toBe(200)
  expect(await left).toBe('io server disconnect')
  expect(other.connected).toBe(true)
})

test('disconnects people who were disabled or got another role or password', async () => {
  const superadmin = await hub.tokenOf('superadmin')
  for (const [id, change] of [
    [2, { disabled: true }],
    [3, { role: 'operator' }],
    [4, { password: 'blue tractor' }],
  ] as const) {
    const token = await hub.tokenOf('admin')
    await hub.db
      .updateTable('users')
      .set({ email: `${id}@test.co` })
      .where('id', '=', id)
      .execute()
    const client = open({ token })
    await next(client, 'rfid:status')
    const left = gone(client)
    const call = { token: superadmin, body: change }
    expect((await hub.call('PATCH', `/api/users/${id}`, call)).status).toBe(200)
    expect(await left).toBe('io server disconnect')
  }
})

test('disconnects the old sockets of a person who changed the password', async () => {
  const token = await hub.tokenOf('operator')
  const client = open({ token })
  await next(client, 'rfid:status')
  const left = gone(client)
  const body = { currentPassword: testPassword, newPassword: 'blue tractor' }
  expect((await hub.call('POST', '/api/auth/change-password', { token, body })).status).toBe(200)
  expect(await left).toBe('io server disconnect')
})

test('leaves everybody connected when a password is reset for a person without a session', async () => {
  const client = open({ token: await hub.tokenOf('operator') })
  await next(client, 'rfid:status')
  hub.bus.broadcast('sessionsRevoked', [])
  const status = { connected: false, simulate: false, port: null }
  const told = next(client, 'rfid:status')
  hub.bus.emit('rfidStatus', status)
  expect(await Promise.race([told, gone(client)])).toEqual(status)
})

test('cuts a browser off that reads nothing, which then comes back; others hear everything', async () => {
  const token = await hub.tokenOf('operator')
  const client = open({ token })
  const { port } = server.address() as AddressInfo
  const asleep: Client = io(`http://127.0.0.1:${port}`, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 1,
  })
  clients.push(asleep)
  await Promise.all([next(client, 'rfid:status'), next(asleep, 'rfid:status')])
  const wire = (asleep.io.engine.transport as unknown as { ws: { _socket: Wire } }).ws._socket
  wire.pause()
  const left = gone(asleep)
  const back = new Promise<void>((resolve) => void asleep.once('connect', resolve))
  let sent = 0
  let heard = 0
  client.on('agent:telemetry', () => void heard++)
  while (serverSide.size === 2) {
    const unit = randomBytes(200_000).toString('hex')
    hub.bus.emit('telemetry', [{ agent: { code: 'G1' }, ts: 'x', type: 'temp', value: 1, unit }])
    sent++
    await expect.poll(() => heard, { interval: 1, timeout: 20_000 }).toBe(sent)
  }
  wire.resume()
  expect(await left).toMatch(/transport/)
  await back
  expect(client.connected).toBe(true)
  const text = await registry.metrics()
  expect(text).toContain('vc_browser_cut_total 1')
  expect(text).toContain('vc_browser_sockets 2')
}, 60_000)

test('lets a session open twenty sockets and no more, until one of them closes', async () => {
  const token = await hub.tokenOf('operator')
  const first = Array.from({ length: 20 }, () => open({ token }))
  await Promise.all(first.map((client) => next(client, 'rfid:status')))
  expect(await refusal(open({ token }))).toMatch(/demasiadas pantallas/)
  await next(open({ token: await hub.tokenOf('admin') }), 'rfid:status')
  first[0]?.disconnect()
  await expect
    .poll(async () => {
      const client = open({ token })
      return await Promise.race([refusal(client), next(client, 'rfid:status').then(() => 'in')])
    })
    .toBe('in')
})

test('disconnects a session that ran out', async () => {
  const client = open({ token: await hub.tokenOf('operator') })
  await next(client, 'rfid:status')
  const left = gone(client)
  now += 61_000
  sockets.dropExpired()
  expect(await left).toBe('io server disconnect')
})

test('sends events compressed, since links to gates are slow', async () => {
  const connected = once(server, 'connection') as Promise<[Wire]>
  const client = open({ token: await hub.tokenOf('operator'), batch: true })
  const [wire] = await connected
  await next(client, 'rfid:status')
  const before = wire.bytesWritten
  const events = Array.from({ length: 100 }, (_, i) => scan(`E-${i}`))
  hub.bus.emit(
    'scans',
    events.map((event) => ({ known: true, event })),
  )
  expect(await next(client, 'rfid:tags')).toEqual(events)
  expect(wire.bytesWritten - before).toBeLessThan(JSON.stringify(events).length / 4)
})

test('sends events as they are while the hub is busy, in order, and compressed again afterwards', async () => {
  const connected = once(server, 'connection') as Promise<[Wire]>
  const client = open({ token: await hub.tokenOf('operator') })
  const [wire] = await connected
  await next(client, 'rfid:status')
  const heard: string[] = []
  client.on('rfid:scan', ({ id }) => heard.push(id))
  const bytesOf = async (name: string) => {
    const before = wire.bytesWritten
    const event = { ...scan(name), uid: 'E'.repeat(10_000) }
    hub.bus.emit('scans', [{ known: true, event }])
    await expect.poll(() => heard.at(-1)).toBe(name)
    return wire.bytesWritten - before
  }
  expect(await bytesOf('E-1')).toBeLessThan(1000)
  isBusy = true
  expect(await bytesOf('E-2')).toBeGreaterThan(10_000)
  isBusy = false
  expect(await bytesOf('E-3')).toBeLessThan(1000)
  const names = Array.from({ length: 50 }, (_, i) => `E-${i + 4}`)
  for (const [i, name] of names.entries()) {
    isBusy = i % 3 === 1
    hub.bus.emit('scans', [{ known: true, event: scan(name.padEnd(200)) }])
  }
  await expect.poll(() => heard.slice(3).map((id) => id.trim())).toEqual(names)
})

test('compresses for fifty browsers at the most: each further one would cost as much again', async () => {
  const { port } = server.address() as AddressInfo
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Extensions': 'permessage-deflate',
  }
  const path = '/socket.io/?EIO=4&transport=websocket'
  const wires: Wire[] = []
  const compressed: boolean[] = []
  for (let i = 0; i < 52; i++) {
    const asked = request({ host: '127.0.0.1', port, path, headers }).end()
    const [answer, wire] = (await once(asked, 'upgrade')) as [IncomingMessage, Wire]
    wires.push(wire)
    compressed.push(answer.headers['sec-websocket-extensions'] !== undefined)
  }
  for (const wire of wires) wire.destroy()
  expect(compressed.filter(Boolean)).toHaveLength(50)
  expect(compressed.slice(-2)).toEqual([false, false])
})

test('who asks to be let in without end is cut off, without a session too', async () => {
  const { port } = server.address() as AddressInfo
  const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(url)
  socket.on('error', () => {})
  let answers = 0
  socket.on('message', () => answers++)
  await once(socket, 'open')
  const closed = once(socket, 'close')
  for (let i = 0; i < 2000; i++) socket.send('40/elsewhere,')
  await closed
  expect(answers).toBeLessThan(40)
  expect(await registry.metrics()).toMatch(/^vc_browser_cut_total 1$/m)
})
