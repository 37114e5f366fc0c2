import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { byShownColumn, type HubAlert } from '@vehicle-control/protocol'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, next } from '../testing/browser-client.ts'
import { type TestHub, createTestHub, silent } from '../testing/test-hub.ts'
import { type BrowserSockets, createBrowserSockets } from './browser-sockets.ts'

let hub: TestHub
let sockets: BrowserSockets
let server: ReturnType<typeof createServer>
let clients: Client[]
let hubAlerts: HubAlert[]
beforeEach(async () => {
  hub = await createTestHub()
  hubAlerts = []
  server = createServer()
  sockets = createBrowserSockets({
    server,
    db: hub.db,
    bus: hub.bus,
    log: silent,
    rfidStatus: () => ({ connected: true, simulate: true, port: 'sim' }),
    hubAlerts: () => hubAlerts,
    publicOrigin: null,
    knowsHost: () => true,
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

function open(auth: { token: string; batch?: boolean }): Client {
  const { port } = server.address() as AddressInfo
  const how = { auth, transports: ['websocket'], reconnection: false, forceNew: true }
  const client: Client = io(`http://127.0.0.1:${port}`, how)
  clients.push(client)
  return client
}

test('tells a screen on a wall how many readers read, and no path', async () => {
  const tokens = [await hub.tokenOf('operator', true), await hub.tokenOf('operator')]
  const [kiosk, operator] = tokens.map((token) => open({ token })) as [Client, Client]
  const heard = () => Promise.all([next(kiosk, 'rfid:status'), next(operator, 'rfid:status')])
  expect((await heard()).map(({ port }) => port)).toEqual(['1 lector', 'sim'])
  for (const [port, told] of [
    ['10.0.0.9:5084', '1 lector'],
    ['12 lectores', '12 lectores'],
    [null, null],
  ]) {
    const both = heard()
    hub.bus.emit('rfidStatus', { connected: port !== null, simulate: false, port: port ?? null })
    expect((await both).map((status) => status.port)).toEqual([told, port])
  }
})

test('tells people what is wrong with the hub as they come and as it changes, and a wall nothing', async () => {
  const since = '2026-01-01T00:00:00.000Z'
  const standing = { hub: 'hub-1', since, until: null, cause: null }
  const full = { ...standing, kind: 'disk_full' as const, cause: 'hub', free_bytes: 9 }
  const mail = { ...standing, kind: 'mail_failing' as const, server: 'mail.test:25' }
  const over = { ...standing, kind: 'database_away' as const, until: since, cause: 'refused' }
  const forOperators = (
    ...alerts: { kind: string; cause: string | null; until: string | null }[]
  ) => alerts.map(({ kind, cause, until }) => ({ kind, hub: '', since, until, cause }))
  hubAlerts = [full, mail]
  const wallToken = await hub.tokenOf('operator', true)
  const tokens = await Promise.all(
    (['admin', 'operator', 'superadmin'] as const).map((role) => hub.tokenOf(role)),
  )
  // What a socket hears first comes when it is in: nothing is awaited before all listen.
  const kiosk = open({ token: wallToken })
  const heardByWall: unknown[] = []
  kiosk.on('hub:alerts', (event) => heardByWall.push(event))
  const [admin, operator, boss] = tokens.map((token) => open({ token })) as [Client, Client, Client]
  const heard = () => Promise.all([admin, operator, boss].map((one) => next(one, 'hub:alerts')))
  const all = { open: 2, alerts: [full, mail] }
  expect(await heard()).toEqual([all, { open: 1, alerts: forOperators(full) }, all])

  const change = heard()
  hub.bus.emit('hubAlerts', { alerts: [over, mail] })
  const [, toOperator] = await change
  const ended = { ...over, cause: null }
  expect(toOperator).toEqual({ open: 0, alerts: forOperators(ended) })

  const heardByOperator: unknown[] = []
  operator.on('hub:alerts', (event) => heardByOperator.push(event))
  const more = next(admin, 'hub:alerts')
  hub.bus.emit('hubAlerts', { alerts: [over], isNewsToOperators: false })
  expect((await more).alerts).toEqual([over])
  const operatorIsIn = next(operator, 'rfid:status')
  const wallIsIn = next(kiosk, 'rfid:status')
  hub.bus.emit('rfidStatus', { connected: false, simulate: false, port: null })
  await Promise.all([wallIsIn, operatorIsIn])
  expect([heardByWall, heardByOperator]).toEqual([[], []])
})

test('tells a screen on a wall the owner of nothing, unless it may see them', async () => {
  const people = await hub.tokenOf('operator')
  const wall = await hub.tokenOf('operator', true)
  await hub.db.updateTable('users').set({ kiosk_owners: 1 }).where('kiosk', '=', 1).execute()
  const told = open({ token: wall })
  await next(told, 'rfid:status')
  await hub.db.updateTable('users').set({ kiosk_owners: 0 }).execute()
  const others = [
    open({ token: wall }),
    open({ token: wall, batch: true }),
    open({ token: people }),
  ]
  await Promise.all(others.map((client) => next(client, 'rfid:status')))
  const [each, batch, person] = others as [Client, Client, Client]
  const shown = { plate: 'KLM482', model: 'Duster', owner: 'Ana Peña' }
  const vehicle = { ...byShownColumn(() => null), ...shown, asset_id: 7 }
  const times = { ts: '2026-01-01T00:00:00.000Z', received_at: '2026-01-01T00:00:00.000Z' }
  const agent = { code: 'G1', name: 'Gate', location: null }
  const event = { id: 'a-1', uid: 'TEST-001', ...times, vehicle, agent }
  const bare = { ...event, vehicle: { ...vehicle, owner: null } }
  const heard = Promise.all([
    next(each, 'rfid:scan'),
    next(batch, 'rfid:tags'),
    next(told, 'rfid:scan'),
    next(person, 'rfid:scan'),
  ])
  hub.bus.emit('scans', [{ event, known: true }])
  expect(await heard).toEqual([bare, [bare], event, event])
  const all = [each, batch, told, person]
  const repeats = Promise.all(all.map((client) => next(client, 'rfid:suppressed')))
  hub.bus.emit('suppressed', [{ ...event, count: 3 }])
  expect(await repeats).toEqual([bare, bare, event, event].map((one) => ({ ...one, count: 3 })))
  // What is announced is as it was.
  expect(event.vehicle.owner).toBe('Ana Peña')
})

test('tells people why a gate decided, and a wall the verdict alone', async () => {
  const tokens = await Promise.all([
    hub.tokenOf('operator'),
    hub.tokenOf('superadmin'),
    hub.tokenOf('operator', true),
  ])
  await hub.db.updateTable('users').set({ kiosk_owners: 1 }).where('kiosk', '=', 1).execute()
  const all = tokens.map((token) => open({ token }))
  await Promise.all(all.map((client) => next(client, 'rfid:status')))
  const at = '2026-01-01T00:00:00.000Z'
  const vehicle = { ...byShownColumn(() => null), plate: 'KLM482', owner: 'Ana', asset_id: 7 }
  const read = { uid: 'TEST-001', ts: at, received_at: at, vehicle }
  const seen = { ...read, agent: { code: 'G1', name: 'Gate', location: null } }
  const verdict = { id: 'a-2', read: 'a-1', verdict: 'deny' }
  const why = { reason: 'hours', rule: 3, marked: false, mode: 'observe', count: 1 }
  const heard = Promise.all(all.map((client) => next(client, 'access:decision')))
  hub.bus.emit('decisions', [{ ...seen, ...verdict, ...why }])
  const bare = { ...seen, ...verdict, vehicle: { ...vehicle, owner: null } }
  expect(await heard).toEqual([
    { ...seen, ...verdict, ...why },
    { ...seen, ...verdict, ...why },
    bare,
  ])
})
