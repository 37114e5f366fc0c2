import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

const CONNECT = 1
const SUBSCRIBE = 8
const CONNACK = Buffer.from([0x20, 2, 0, 0])
/** Bytes that may wait on one socket before the broker stops writing to it. */
const AHEAD_BYTES = 1024 * 1024

/** A broker of MQTT 3.1.1 that takes a connection and a subscription, and then attacks the client. */
export class HostileBroker {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** Bytes that its clients have taken. */
  sentBytes = 0
  /** Connections that were greeted. */
  greeted = 0

  /** `attack` is called once a client of a new connection has subscribed. */
  constructor(attack: (socket: Socket) => void) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#sockets.delete(socket)
        this.sentBytes += socket.bytesWritten - socket.writableLength
      })
      socket.on('data', (packet: Buffer) => {
        const type = (packet[0] ?? 0) >> 4
        if (type === CONNECT) {
          this.greeted++
          socket.write(CONNACK)
        }
        if (type !== SUBSCRIBE) return
        socket.write(Buffer.from([0x90, 3, packet[2] ?? 0, packet[3] ?? 0, 1]))
        attack(socket)
      })
    })
  }

  /** Bytes that wait on its open connections. */
  get waitingBytes(): number {
    return [...this.#sockets].reduce((sum, socket) => sum + socket.writableLength, 0)
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `mqtt://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async end(): Promise<void> {
    this.hangUp()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Sends what `next` makes, for as long as the client takes it. */
export function flood(socket: Socket, next: () => Buffer): void {
  const goOn = () => {
    while (!socket.destroyed && socket.writableLength < AHEAD_BYTES) socket.write(next())
  }
  socket.on('drain', goOn)
  goOn()
}

/** A PUBLISH of MQTT 3.1.1; ids count up from 1. */
export function publisher(qos: 0 | 1 | 2, payload: Buffer): () => Buffer {
  let id = 0
  const topic = Buffer.from('gate/1')
  return () => {
    id = (id % 65_535) + 1
    const head = Buffer.concat([
      Buffer.from([0, topic.length]),
      topic,
      Buffer.from(qos > 0 ? [id >> 8, id & 255] : []),
    ])
    return Buffer.concat([
      Buffer.from([0x30 | (qos << 1), ...remainingLength(head.length + payload.length)]),
      head,
      payload,
    ])
  }
}

/** Seven bits a byte, the lowest first (MQTT 3.1.1, 2.2.3). */
export function remainingLength(bytes: number): number[] {
  const [rest, low] = [Math.floor(bytes / 128), bytes % 128]
  return rest > 0 ? [low | 128, ...remainingLength(rest)] : [low]
}
