import { LlrpEmulator } from '@vehicle-control/edge/testing/emulators/llrp'
import { LlrpServer } from '@vehicle-control/edge/testing/emulators/llrp-server'
import type { ReadLog, ScanEvent, SuppressedEvent } from '@vehicle-control/protocol'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, storedReads, until } from '../rig/site.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const YEAR_MS = 365 * 24 * HOUR_MS
/** The edge tries again after up to a minute. */
const HUB_IS_BACK_MS = 90_000
const CODE = 'porton-1'
/** Read at both antennas, again and again. */
const PARKED = 'E20034120123456789000001'

const tag = (n: number) => `A0A1A2A3A4A5A6A7A8A9${n.toString(16).padStart(4, '0').toUpperCase()}`

// Its clock is wrong by decades: the times of its reads are right all the same.
const device = new LlrpEmulator({ clockAheadMs: -40 * YEAR_MS })
const server = new LlrpServer(device)
const site = new Site()
const scans: ScanEvent[] = []
const repeats: SuppressedEvent[] = []
let readers: object[]
let edge: Child
let client: HubClient
let socket: Socket

beforeAll(async () => {
  const port = await server.listen()
  const antennas = { 1: 'entrada', 2: 'salida' }
  readers = [{ id: 'porton', type: 'llrp', host: '127.0.0.1', port, antennas }]
  client = await site.startHub()
  edge = site.startEdge(CODE, readers, { EDGE_ENROLL_TOKEN: await client.enrollToken(CODE) })
  socket = io(client.url, { transports: ['websocket'], auth: { token: client.token } })
  socket.on('rfid:scan', (scan: ScanEvent) => scans.push(scan))
  socket.on('rfid:suppressed', (event: SuppressedEvent) => repeats.push(event))
  await until('the socket', () => socket.connected)
  await until('the reader', () => device.isReading)
}, 120_000)

afterAll(async () => {
  socket?.close()
  await site.end()
  await server.stop()
})

const rowsOf = async (uid: string) => (await storedReads(client)).filter((row) => row.uid === uid)
const rows = (uid: string, count: number) =>
  until(`${count} rows of ${uid}`, async () => {
    const found = await rowsOf(uid)
    return found.length >= count && found
  })

/** Runs `during` while nobody is connected to the reader, and waits until it reads for the edge again. */
async function whileAlone(during: () => void, back: () => void): Promise<void> {
  await until('the reader to be alone', () => !server.hasClient)
  const { starts } = device
  during()
  back()
  await until('the reader', () => device.starts > starts)
  expect(device.heldReports).toBe(0)
}

/** The network between reader and edge is gone while `during` runs. */
function withoutNetwork(during: () => void): Promise<void> {
  server.cut()
  return whileAlone(during, () => server.mend())
}

/** What was read before this is stored and announced when it returns. */
async function settled(n: number): Promise<void> {
  device.show({ epc: tag(n), antenna: 3 })
  await rows(tag(n), 1)
  await until('its event', () => scans.find((scan) => scan.uid === tag(n)))
}

const isAbout = (row: ReadLog | undefined, at: number) =>
  expect(Math.abs(Date.parse(row?.read_at ?? '') - at)).toBeLessThan(MINUTE_MS)

it('names the antenna that read a tag, and suppresses at each by itself', async () => {
  for (const antenna of [1, 2, 1, 2, 1]) device.show({ epc: PARKED, antenna, rssi: -50 - antenna })
  await settled(0)
  expect(await rowsOf(PARKED)).toMatchObject([
    { agent_code: CODE, reader: 'entrada', antenna: 1, rssi: -51, late: false },
    { agent_code: CODE, reader: 'salida', antenna: 2, rssi: -52, late: false },
  ])
  expect(await rowsOf(tag(0))).toMatchObject([{ reader: 'porton', antenna: 3 }])
  await until('a repeat at each', () => repeats.filter(({ uid }) => uid === PARKED).length >= 2)
})

it('stores what the reader held at the time of the read, and announces what is not late', async () => {
  const now = Date.now()
  await withoutNetwork(() => {
    device.show({ epc: tag(1), antenna: 2, ageMs: 3 * HOUR_MS })
    device.show({ epc: tag(2), antenna: 1, ageMs: 10 * MINUTE_MS })
    // Held for longer than any window: it is no repeat of what is parked there now.
    device.show({ epc: PARKED, antenna: 1, ageMs: HOUR_MS })
    device.repeat()
    device.show({ epc: tag(3), antenna: 1, ageMs: 1000 })
  })
  await settled(4)
  const held = [...(await rowsOf(tag(1))), ...(await rowsOf(tag(2))), ...(await rowsOf(tag(3)))]
  expect(held).toMatchObject([
    { reader: 'salida', late: true },
    { reader: 'entrada', late: true },
    { reader: 'entrada', late: false },
  ])
  for (const [i, ageMs] of [3 * HOUR_MS, 10 * MINUTE_MS, 1000].entries()) {
    isAbout(held[i], now - ageMs)
  }
  const parked = await rowsOf(PARKED)
  expect(parked.map(({ late }) => late)).toEqual([false, false, true])
  isAbout(parked[2], now - HOUR_MS)
  const announced = scans.map(({ uid }) => uid)
  expect(announced).toContain(tag(3))
  expect(announced).not.toContain(tag(1))
  expect(announced).not.toContain(tag(2))
  expect(scans.filter(({ uid }) => uid === PARKED)).toHaveLength(2)
})

it(
  'loses and doubles nothing while the hub, the network and the edge are away',
  async () => {
    const span = (from: number) => Array.from({ length: 20 }, (_, i) => from + i)
    const showAll = (from: number, ageMs?: number) => {
      for (const n of span(from)) device.show({ epc: tag(n), antenna: 1 + (n % 2), ageMs })
    }
    const stored = async (...spans: number[]) => {
      const shown = new Set(spans.flatMap(span).map(tag))
      return until(
        'all rows',
        async () => {
          const found = (await storedReads(client)).filter(({ uid }) => shown.has(uid))
          return found.length >= shown.size && found
        },
        HUB_IS_BACK_MS,
      )
    }
    await site.hub.child.stop('SIGKILL')
    await withoutNetwork(() => {
      showAll(100, 2 * HOUR_MS)
      device.repeat()
    })
    showAll(200)
    client = await site.startHub()
    await stored(100, 200)
    await edge.stop('SIGKILL')
    await whileAlone(
      () => showAll(300, HOUR_MS),
      () => (edge = site.startEdge(CODE, readers)),
    )
    showAll(400)
    const found = await stored(100, 200, 300, 400)
    expect(found.map(({ uid }) => uid).toSorted()).toEqual(
      [100, 200, 300, 400].flatMap(span).map(tag),
    )
    for (const { uid, reader, antenna } of found) {
      const isOdd = Number.parseInt(uid.slice(-4), 16) % 2 === 1
      expect([uid, reader, antenna]).toEqual([uid, isOdd ? 'salida' : 'entrada', isOdd ? 2 : 1])
    }
    const late = found.filter(({ late: isLate }) => isLate).map(({ uid }) => uid)
    expect(late).toEqual(expect.arrayContaining([100, 300].flatMap(span).map(tag)))
  },
  4 * HUB_IS_BACK_MS,
)
