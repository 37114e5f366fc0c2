import type { Socket } from 'node:net'
import { MqttReaderConfig } from '@vehicle-control/edge/readers/mqtt/config'
import { createMqttReader } from '@vehicle-control/edge/readers/mqtt/reader'
import type { ReaderDisk } from '@vehicle-control/edge/readers/reader-context'
import type { Reader } from '@vehicle-control/edge/readers/reader'
import { readerContext } from '@vehicle-control/edge/testing/reader-context'
import { afterEach, expect, it, vi } from 'vitest'
import { flood, HostileBroker, publisher, remainingLength } from './hostile-broker.ts'

const READ = Buffer.from(JSON.stringify({ uid: 'E200341200000001' }))

let broker: HostileBroker
let reader: Reader
let context: ReturnType<typeof readerContext>
afterEach(async () => {
  await reader.stop()
  await broker.end()
})

async function follow(attack: (socket: Socket) => void, disk?: ReaderDisk): Promise<void> {
  broker = new HostileBroker(attack)
  context = readerContext({ disk, secret: () => '' })
  const config = { id: 'gate', type: 'mqtt', url: await broker.listen(), topic: 'gate/#' }
  reader = createMqttReader(
    MqttReaderConfig.parse({ ...config, clientId: 'edge-1', mqttVersion: 4 }),
    context,
  )
  reader.start()
}

const says = (error: RegExp) =>
  vi.waitFor(() => expect(reader.states()[0]?.error).toMatch(error), { timeout: 10_000 })

it('leaves a broker at the first message of QoS 2, before the client keeps it', async () => {
  await follow((socket) => flood(socket, publisher(2, Buffer.alloc(100_000, 'x'))))
  await says(/QoS 2 .*clientId/)
  await vi.waitFor(() => expect(broker.greeted).toBeGreaterThan(2))
  // Of each connection what the kernels had taken by then, and not what it goes on with.
  expect(broker.sentBytes / broker.greeted).toBeLessThan(16 * 1024 * 1024)
  expect(context.reads).toEqual([])
})

it('leaves a broker that announces a message as long as MQTT allows', async () => {
  const announced = Buffer.from([0x30, ...remainingLength(2 ** 28 - 1)])
  await follow((socket) => void socket.write(announced))
  await says(/too big/)
})

it.each([
  ['an answer to no ping', Buffer.from([0xd0, 0])],
  ['a second greeting', Buffer.from([0x20, 2, 0, 0])],
  ['a release of QoS 2', Buffer.from([0x62, 2, 0, 1])],
  ['a packet of a client', Buffer.from([0x82, 2, 0, 1])],
])('leaves a broker that floods it with %s', async (_, packet) => {
  await follow((socket) => flood(socket, () => Buffer.alloc(64 * 1024, packet)))
  await says(/nobody asked for/)
})

it('takes a thousand messages of a broker that waits for no acks while none is durable', async () => {
  const disk = { isBlocked: false, hasRoom: true, durable: () => new Promise<void>(() => {}) }
  await follow((socket) => flood(socket, publisher(1, READ)), disk)
  await vi.waitFor(() => expect(context.reads).toHaveLength(1000))
  await vi.waitFor(async () => {
    const before = broker.waitingBytes
    await new Promise(setImmediate)
    expect(broker.waitingBytes).toBeGreaterThan(0)
    expect(broker.waitingBytes).toBe(before)
  })
  expect(context.reads).toHaveLength(1000)
})

it('takes a flood slowly while the disk has no room, and leaves the rest at the broker', async () => {
  const disk = { isBlocked: false, hasRoom: false, durable: () => Promise.resolve() }
  await follow((socket) => flood(socket, publisher(0, READ)), disk)
  await vi.waitFor(() => expect(broker.waitingBytes).toBeGreaterThan(0))
  const read = context.reads.length
  await vi.waitFor(() => expect(context.reads.length).toBeGreaterThan(read))
  expect(reader.states()[0]?.state).toBe('open')
})
