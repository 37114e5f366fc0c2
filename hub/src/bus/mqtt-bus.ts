import mqtt, { type MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import type { BusAddress } from '../config/bus-address.ts'
import { Bus } from './bus.ts'
import {
  isSharedEvent,
  type SharedEvent,
  sharedEvents,
  type SharedEvents,
} from './replica-events.ts'

/** Of the messages; one of another version is ignored. */
const VERSION = 1
/** A message is sent when it is this long; one event may make it longer. */
const MESSAGE_BYTES = 128 * 1024
const MESSAGE_MAX_BYTES = 2 * 1024 * 1024
/** What waits for a broker that takes nothing; beyond it, events are dropped. */
const WAITING_MAX_BYTES = 8 * 1024 * 1024
const RECONNECT_EVERY_MS = 1000
const CONNECT_WITHIN_MS = 5000
const KEEPALIVE_S = 5
const STOP_WITHIN_MS = 1000

const Message = z.object({
  v: z.literal(VERSION),
  from: z.string().min(1).max(64),
  events: z.array(z.tuple([z.string(), z.unknown()])).max(10_000),
})

export interface MqttBusOptions {
  address: BusAddress
  /** The hubs of one installation hear each other; others may use the same broker. */
  installation: string
  /** This process. */
  replica: string
  log: Logger
  registry: Registry
}

/**
 * A bus between replicas over MQTT 5. It only makes things fast: everything that matters is in the
 * database, where the replicas look every few seconds. So messages go at QoS 0, and nothing is kept
 * for a broker that is away.
 */
export class MqttBus extends Bus {
  readonly #options: MqttBusOptions
  readonly #client: MqttClient
  readonly #topic: string
  readonly #metrics: ReturnType<typeof createMetrics>
  readonly #complained = new Set<string>()
  #isSubscribed = false
  #isLossLogged = false
  #events: string[] = []
  #bytes = 0
  /** Of this connection: what was written to one that broke is gone. */
  #waiting = { bytes: 0 }
  #flush: NodeJS.Immediate | undefined

  constructor(options: MqttBusOptions) {
    super()
    this.setMaxListeners(0)
    this.#options = options
    this.#metrics = createMetrics(options.registry)
    this.#topic = `vehicle-control/${options.installation}/bus`
    this.#client = mqtt.connect({
      ...options.address,
      clientId: `vc-hub-${options.replica}`,
      protocolVersion: 5,
      clean: true,
      resubscribe: false,
      queueQoSZero: false,
      reconnectPeriod: RECONNECT_EVERY_MS,
      reconnectOnConnackError: true,
      connectTimeout: CONNECT_WITHIN_MS,
      keepalive: KEEPALIVE_S,
      properties: { maximumPacketSize: MESSAGE_MAX_BYTES },
      manualConnect: true,
    })
  }

  override get isConnected(): boolean {
    return this.#isSubscribed
  }

  /** Connects, and again for ever after every loss; a broker that is away is no error. */
  start(): void {
    const client = this.#client
    const { host, port } = this.#options.address
    const log = this.#options.log.child({ broker: `${host}:${port}` })
    const lost = (error?: Error) => {
      this.#isSubscribed = false
      this.#metrics.connected.set(0)
      if (this.#isLossLogged || client.disconnecting) return
      this.#isLossLogged = true
      log.warn({ reason: error?.message }, 'the bus is away; the database is looked at instead')
    }
    client.on('connect', () => {
      this.#waiting = { bytes: 0 }
      client.subscribe(this.#topic, { qos: 0, nl: true, rh: 2 }, (error) => {
        if (error) return lost(error)
        this.#isSubscribed = true
        this.#isLossLogged = false
        this.#metrics.connected.set(1)
        log.info('the bus is connected')
      })
    })
    client.on('error', lost)
    client.on('close', () => lost())
    client.on('message', (_topic, payload) => this.#take(payload))
    client.connect()
  }

  async stop(): Promise<void> {
    clearImmediate(this.#flush)
    this.#send()
    // What was sent last goes out, but a broker that takes nothing keeps nobody from ending.
    const timer = setTimeout(() => this.#client.stream.destroy(), STOP_WITHIN_MS)
    await this.#client.endAsync(!this.#isSubscribed)
    clearTimeout(timer)
    this.#isSubscribed = false
  }

  override share<E extends SharedEvent>(event: E, payload: SharedEvents[E]): void {
    if (!this.#isSubscribed) return this.#metrics.dropped.inc({ reason: 'away' })
    const text = JSON.stringify([event, payload])
    this.#events.push(text)
    this.#bytes += text.length
    if (this.#bytes >= MESSAGE_BYTES) this.#send()
    // What belongs together is raised in one turn of the event loop, and sent together.
    else this.#flush ??= setImmediate(() => this.#send())
  }

  #send(): void {
    clearImmediate(this.#flush)
    this.#flush = undefined
    const events = this.#events
    this.#events = []
    this.#bytes = 0
    if (events.length === 0) return
    const head = `{"v":${VERSION},"from":${JSON.stringify(this.#options.replica)},"events":[`
    const payload = Buffer.from(`${head}${events.join()}]}`)
    const bytes = payload.length
    const reason = !this.#isSubscribed
      ? 'away'
      : bytes > MESSAGE_MAX_BYTES - 1024
        ? 'too_big'
        : this.#waiting.bytes + bytes > WAITING_MAX_BYTES
          ? 'broker_slow'
          : null
    if (reason !== null) return this.#metrics.dropped.inc({ reason }, events.length)
    const waiting = this.#waiting
    waiting.bytes += bytes
    this.#client.publish(this.#topic, payload, { qos: 0 }, () => (waiting.bytes -= bytes))
  }

  #take(payload: Buffer): void {
    const message = Message.safeParse(parseJson(payload))
    if (!message.success) return this.#complain('message', message.error.message)
    const { from, events } = message.data
    // The broker sends nobody his own messages back; a broker that does must not double them.
    if (from === this.#options.replica) return
    for (const [name, data] of events) {
      if (!isSharedEvent(name)) this.#complain('event', `unknown event ${name.slice(0, 64)}`)
      else this.#hearData(name, data)
    }
  }

  #hearData<E extends SharedEvent>(name: E, data: unknown): void {
    const parsed = sharedEvents[name].safeParse(data)
    if (!parsed.success) return this.#complain(name, parsed.error.message)
    // Each schema infers the payload of its own name; the compiler cannot pair them in a generic.
    this.hear(name, parsed.data as SharedEvents[E])
  }

  #complain(fault: string, reason: string): void {
    this.#metrics.ignored.inc({ fault })
    if (this.#complained.has(fault)) return
    this.#complained.add(fault)
    this.#options.log.warn({ fault, reason: reason.slice(0, 500) }, 'bus messages are ignored')
  }
}

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    // Undefined is no message either.
    return undefined
  }
}

function createMetrics(registry: Registry) {
  const registers = [registry]
  return {
    connected: new Gauge({
      name: 'vc_bus_connected',
      help: '1 while the broker between hubs is connected',
      registers,
    }),
    dropped: new Counter({
      name: 'vc_bus_dropped_total',
      help: 'Events that were not sent to other hubs, by reason',
      labelNames: ['reason'],
      registers,
    }),
    ignored: new Counter({
      name: 'vc_bus_ignored_total',
      help: 'Messages and events from the broker that were ignored, by fault',
      labelNames: ['fault'],
      registers,
    }),
  }
}
