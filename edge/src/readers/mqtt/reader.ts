import mqtt, { type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt'
import { DeviceError } from '../../device-error.ts'
import { createFeedReader, type FeedOutput } from '../device/feed-reader.ts'
import { AGE_MAX_MS } from '../json/reader-clock.ts'
import { JsonReads } from '../json/json-reads.ts'
import { authoritiesIn } from '../link/ca-file.ts'
import { InputPace } from '../link/input-pace.ts'
import type { Attempt, Connection } from '../link/reconnector.ts'
import type { ReaderContext } from '../reader-context.ts'
import type { Reader } from '../reader.ts'
import { faultOf, refusalOf } from './broker-fault.ts'
import { clientIdOf } from './client-id.ts'
import type { MqttReaderConfig } from './config.ts'
import { DurableAcks } from './durable-acks.ts'
import { PacketGuard } from './packet-guard.ts'

/** A batch of a thousand tags; a broker of MQTT 5 sends no more, and of another it is a fault. */
export const MESSAGE_MAX_BYTES = 512 * 1024
const CONNECT_WITHIN_MS = 10_000
const KEEPALIVE_S = 15
/** A broker that does not answer the disconnect within this time is cut off. */
const DISCONNECT_WITHIN_MS = 500
/** A stop waits this long for the last reads to become durable, so that they do not come again. */
const LAST_ACKS_MS = 400
/** Messages without an ack; more wait at the broker. */
const UNACKED_MAX = 20
const SUBACK_FAILURE = 128
/** Acks that the broker does not take; each costs some ten times its bytes. */
const UNSENT_MAX_BYTES = 16 * 1024
const TAKES_NOTHING = new DeviceError('the broker takes nothing of what it is sent')

/**
 * Reads that others publish. The subscription is at QoS 1 in a session that the broker keeps while
 * the edge is away, and a message is acked once its reads are durable. A retained message
 * is no read: it comes again at every subscription.
 */
export function createMqttReader(config: MqttReaderConfig, context: ReaderContext): Reader {
  const { url, topic } = config
  const reads = new JsonReads(context.stamp)

  function connect(attempt: Attempt, output: FeedOutput): Connection {
    let client: MqttClient
    try {
      client = mqtt.connect(clientOptions(config, context))
    } catch (error) {
      attempt.lost(error instanceof Error ? error : new Error(String(error)))
      return { close: () => Promise.resolve() }
    }
    client.on('connect', () => {
      attempt.opened()
      client.subscribe(topic, { qos: 1, rh: 2 }, (error, granted) => {
        if (error) attempt.lost(faultOf(error))
        else if ((granted?.[0]?.qos ?? SUBACK_FAILURE) < SUBACK_FAILURE) attempt.ready()
        else attempt.lost(new DeviceError(`the broker does not let this user read ${topic}`))
      })
    })
    /** True for a message that is acked later. */
    async function take({ topic: source, payload, retain, qos, messageId }: IPublishPacket) {
      if (retain) return false
      const bytes = Buffer.from(payload)
      output.arrived(bytes)
      await reads.takeText(bytes.toString(), { mono: context.monotonic(), output, source }, pace)
      if (qos === 0 || messageId === undefined) return false
      await acks.taken(messageId)
      return true
    }

    // A message that is not taken is not acked either, and comes again.
    client.handleMessage = (packet, ack) => {
      void take(packet).then(async (isAckedLater) => {
        await pace.rest()
        // The client goes on to the next message, and leaves the ack of this one.
        if (attempt.isCurrent) ack(isAckedLater ? new Error('it is acked later') : undefined)
      })
    }
    client.on('disconnect', ({ reasonCode }) => attempt.lost(refusalOf(reasonCode)))
    client.on('error', (error) => attempt.lost(faultOf(error)))
    // Mosquitto 2.0 gives no reason to a client whose session another takes over.
    client.on('close', () =>
      attempt.lost(
        new DeviceError(`the broker closed the connection of ${client.options.clientId}`),
      ),
    )
    const pace = new InputPace(context, attempt)
    const acks = new DurableAcks(context, attempt, (bytes) => {
      if (client.stream.writableLength > UNSENT_MAX_BYTES) attempt.lost(TAKES_NOTHING)
      else if (client.stream.writable) client.stream.write(bytes)
    })
    client.connect()
    watchPackets(client, (fault) => {
      client.stream.destroy()
      output.noise()
      attempt.lost(fault)
    })
    return {
      async close() {
        if (client.connected) await acks.end(LAST_ACKS_MS)
        await end(client, context)
      },
    }
  }

  return createFeedReader(config, context, { what: 'broker', where: `${url} ${topic}`, connect })
}

function clientOptions(config: MqttReaderConfig, { secret }: ReaderContext): IClientOptions {
  const { protocol, hostname, port } = new URL(config.url)
  const { userEnv, passwordEnv, caFile, mqttVersion } = config
  return {
    protocol: protocol === 'mqtts:' ? 'mqtts' : 'mqtt',
    // Of an IPv6 address a URL has the brackets too.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'mqtts:' ? 8883 : 1883) : Number(port),
    clientId: clientIdOf(config),
    username: userEnv === undefined ? undefined : secret(userEnv),
    password: passwordEnv === undefined ? undefined : secret(passwordEnv),
    ca: authoritiesIn(caFile),
    protocolVersion: mqttVersion,
    clean: false,
    resubscribe: false,
    queueQoSZero: false,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_WITHIN_MS,
    keepalive: KEEPALIVE_S,
    properties:
      mqttVersion === 5
        ? {
            maximumPacketSize: MESSAGE_MAX_BYTES,
            receiveMaximum: UNACKED_MAX,
            sessionExpiryInterval: AGE_MAX_MS / 1000,
          }
        : undefined,
    manualConnect: true,
  }
}

/** Has each packet looked at before the client is given its bytes. */
function watchPackets(client: MqttClient, onFault: (fault: Error) => void): void {
  const packets = new PacketGuard(MESSAGE_MAX_BYTES)
  client.on('packetsend', ({ cmd }) => {
    if (cmd === 'pingreq') packets.pinged()
  })
  client.stream.prependListener('data', (chunk: Buffer) => {
    try {
      packets.push(chunk)
    } catch (error) {
      onFault(error as Error)
    }
  })
}

async function end(client: MqttClient, { timers }: ReaderContext): Promise<void> {
  const cancel = timers.after(DISCONNECT_WITHIN_MS, () => client.stream.destroy())
  await client.endAsync(!client.connected).catch(() => {})
  cancel()
}
