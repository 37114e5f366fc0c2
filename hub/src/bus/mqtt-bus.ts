import { parseUntrusted } from '@vehicle-control/protocol'
import mqtt, { type MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { z } from 'zod'
import type { BusAddress } from '../config/bus-address.ts'
import { type BusMetrics, createBusMetrics } from './bus-metrics.ts'
import { Bus } from './bus.ts'
import {
  isReplicaEvent,
  type ReplicaEvent,
  replicaEvents,
  type ReplicaEvents,
} from './replica-events.ts'

/** Version of the messages; messages of another version are ignored. */
const VERSION = 1
/** Events are gathered to messages of this size; the last event may exceed it. */
const MESSAGE_BYTES = 128 * 1024
const MESSAGE_MAX_BYTES = 2 * 1024 * 1024
/** Limit of bytes that wait for a slow broker; beyond it, events are dropped. */
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
  /** Name of the installation: only its own replicas exchange events at a broker of many. */
  installation: string
  /** Name of this replica. */
  replica: string
  log: Logger
  registry: Registry
}

/**
 * A bus between replicas over MQTT 5. It only saves time: everything that matters is in the
 * database, which the replicas poll every few seconds. So messages are sent at QoS 0, and dropped
 * while the broker is away.
 */
export class MqttBus extends Bus {
  readonly #options: MqttBusOptions
  readonly #client: MqttClient
  readonly #topic: string
  readonly #metrics: BusMetrics
  readonly #loggedFaults = new Set<string>()
  #isSubscribed = false
  #isLossLogged = false
  #events: string[] = []
  #bytes = 0
  /**
   * Bytes that are not sent yet; a new object for each connection, since a broken one loses its
   * bytes.
   */
  #waiting = { bytes: 0 }
  #flush: NodeJS.Immediate | undefined

  constructor(options: MqttBusOptions) {
    super()
    this.setMaxListeners(0)
    this.#options = options
    this.#metrics = createBusMetrics(options.registry)
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

  /** Connects, and reconnects after every loss; a broker that is away is no error. */
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
    // Wait for the last message, but not for ever: a hanging broker must not keep the hub running.
    const timer = setTimeout(() => this.#client.stream.destroy(), STOP_WITHIN_MS)
    await this.#client.endAsync(!this.#isSubscribed)
    clearTimeout(timer)
    this.#isSubscribed = false
  }

  override publish<E extends ReplicaEvent>(event: E, payload: ReplicaEvents[E]): void {
    if (!this.#isSubscribed) return this.#metrics.dropped.inc({ reason: 'away' })
    const text = JSON.stringify([event, payload])
    this.#events.push(text)
    this.#bytes += text.length
    if (this.#bytes >= MESSAGE_BYTES) this.#send()
    // Events of one turn of the event loop are sent together.
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
    const message = parseUntrusted(Message, parseJson(payload))
    if (!message.success) return this.#ignore('message', message.error.message)
    const { from, events } = message.data
    // In case the broker ignores no-local and echoes this replica's messages.
    if (from === this.#options.replica) return
    for (const [name, data] of events) {
      if (!isReplicaEvent(name)) this.#ignore('event', `unknown event ${name.slice(0, 64)}`)
      else this.#receive(name, data)
    }
  }

  #receive<E extends ReplicaEvent>(name: E, data: unknown): void {
    const parsed = parseUntrusted(replicaEvents[name], data)
    if (!parsed.success) return this.#ignore(name, parsed.error.message)
    // The compiler cannot see that the schema of `name` yields the payload of `name`.
    this.emitHere(name, parsed.data as ReplicaEvents[E])
  }

  #ignore(fault: string, reason: string): void {
    this.#metrics.ignored.inc({ fault })
    if (this.#loggedFaults.has(fault)) return
    this.#loggedFaults.add(fault)
    this.#options.log.warn({ fault, reason: reason.slice(0, 500) }, 'bus messages are ignored')
  }
}

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    // The caller's schema refuses undefined.
    return undefined
  }
}
