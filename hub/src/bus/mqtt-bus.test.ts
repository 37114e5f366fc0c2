import mqtt from 'mqtt'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Mosquitto, startMosquitto } from '../testing/mosquitto.ts'
import { MqttBus } from './mqtt-bus.ts'

let broker: Mosquitto
let buses: MqttBus[]
beforeEach(async () => {
  broker = await startMosquitto()
  buses = []
})
afterEach(async () => {
  for (const bus of buses) await bus.stop()
  await broker.stop()
})

async function openBus(replica: string, installation = 'ours', warnings: object[] = []) {
  const registry = new Registry()
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line)) })
  const address = { protocol: 'mqtt' as const, host: '127.0.0.1', port: broker.port }
  const bus = new MqttBus({ address, installation, replica, log, registry })
  buses.push(bus)
  bus.start()
  await vi.waitFor(() => expect(bus.isConnected).toBe(true), { timeout: 10_000 })
  const metric = (name: string) => registry.getSingleMetricAsString(`vc_bus_${name}`)
  return { bus, metric }
}

function windowsOf(bus: MqttBus): number[] {
  const received: number[] = []
  bus.on('suppressWindow', (ms) => received.push(ms))
  return received
}

it('brings what is published to the others, in order, and only what is broadcast to oneself', async () => {
  const a = await openBus('a')
  const b = await openBus('b')
  const [here, there] = [windowsOf(a.bus), windowsOf(b.bus)]
  a.bus.broadcast('suppressWindow', 10_000)
  a.bus.publish('suppressWindow', 20_000)
  b.bus.publish('suppressWindow', 30_000)
  await vi.waitFor(() =>
    expect([here, there]).toEqual([
      [10_000, 30_000],
      [10_000, 20_000],
    ]),
  )
})

it('keeps installations on one broker apart', async () => {
  const ours = await openBus('a')
  const other = windowsOf((await openBus('b', 'theirs')).bus)
  const mine = windowsOf((await openBus('c')).bus)
  ours.bus.publish('suppressWindow', 10_000)
  await vi.waitFor(() => expect(mine).toEqual([10_000]))
  expect(other).toEqual([])
})

it('counts what it cannot read, says so once, and goes on', async () => {
  const warnings: { fault?: string }[] = []
  const { bus, metric } = await openBus('a', 'ours', warnings)
  const received = windowsOf(bus)
  const stranger = await mqtt.connectAsync(broker.url, { protocolVersion: 5 })
  const send = (message: unknown) => {
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    return stranger.publishAsync('vehicle-control/ours/bus', text, { qos: 1 })
  }
  const events = (...list: unknown[]) => ({ v: 1, from: 'x', events: list })
  for (let i = 0; i < 3; i++) await send('nonsense')
  await send({ ...events(['suppressWindow', 10_000]), v: 2 })
  await send({ ...events(['suppressWindow', 10_000]), from: 'a' })
  await send(events(['suppressWindow', 'soon'], ['open', {}], ['__proto__', {}]))
  await send(events(['sessionsRevoked', [-1]], ['suppressWindow', 30_000]))
  await vi.waitFor(() => expect(received).toEqual([30_000]))
  await stranger.endAsync()
  expect(warnings.map((w) => w.fault)).toEqual([
    'message',
    'suppressWindow',
    'event',
    'sessionsRevoked',
  ])
  const ignored = await metric('ignored_total')
  expect(ignored).toContain('{fault="message"} 4')
  expect(ignored).toContain('{fault="event"} 2')
})

it('drops what it cannot send while the broker is away, and comes back by itself', async () => {
  const warnings: { msg?: string }[] = []
  const a = await openBus('a', 'ours', warnings)
  const received = windowsOf((await openBus('b')).bus)
  await broker.kill()
  await vi.waitFor(() => expect(buses.map((bus) => bus.isConnected)).toEqual([false, false]))
  a.bus.publish('suppressWindow', 10_000)
  expect(await a.metric('dropped_total')).toContain('{reason="away"} 1')
  await broker.restart()
  await vi.waitFor(() => expect(buses.map((bus) => bus.isConnected)).toEqual([true, true]), {
    timeout: 20_000,
  })
  a.bus.publish('suppressWindow', 20_000)
  await vi.waitFor(() => expect(received).toEqual([20_000]))
  expect(warnings).toHaveLength(1)
}, 60_000)

it('keeps little for a broker that takes nothing, goes on after it, and ends without it', async () => {
  const { bus, metric } = await openBus('a')
  const received = windowsOf((await openBus('b')).bus)
  broker.freeze()
  try {
    const reason = 'x'.repeat(100_000)
    for (let i = 0; i < 1000; i++) {
      bus.publish('agentChanged', { agentId: 1, closeCode: 4010, reason })
      // What the kernel takes goes out between two events.
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await metric('dropped_total')).toMatch(/\{reason="broker_slow"\} [1-9]/)
    await broker.restart()
    await vi.waitFor(() => expect(buses.map((each) => each.isConnected)).toEqual([true, true]), {
      timeout: 20_000,
    })
    bus.publish('suppressWindow', 20_000)
    await vi.waitFor(() => expect(received).toEqual([20_000]))
    broker.freeze()
    for (const each of buses.splice(0)) await each.stop()
  } finally {
    broker.thaw()
  }
}, 60_000)
