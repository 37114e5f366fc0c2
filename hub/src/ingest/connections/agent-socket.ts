import type { Duplex } from 'node:stream'
import {
  CloseCode,
  type EdgeFrame,
  type HubFrame,
  ProtocolError,
  type Refuse,
  SYNC_PROTOCOL,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { BurstyRateLimiter } from 'rate-limiter-flexible'
import type { WebSocket } from 'ws'
import { type ForeignHello, readFrame } from '../frame.ts'
import type { IngestMetrics } from '../ingest-metrics.ts'
import { type GuardFault, SocketGuard } from './socket-guard.ts'

/** Frames that have come and are not read yet: a peer that sends faster than we take is cut off. */
const WAITING_MAX_BYTES = 2 * 1024 * 1024

const speaks = (protocol: number) => protocol === SYNC_PROTOCOL || protocol === SYNC_PROTOCOL - 1

/** When a frame came: by the wall clock, and by performance.now(). */
export interface Arrival {
  receivedAt: number
  arrived: number
}

export interface AgentSocketOptions {
  log: Logger
  metrics: IngestMetrics
  limiter: BurstyRateLimiter
  /** Names this socket to the limiter. */
  key: string
}

/** One agent's WebSocket: hands on its frames, one after the other, and ends it for a bad one. */
export class AgentSocket {
  readonly #socket: WebSocket
  readonly #options: AgentSocketOptions
  #chain: Promise<void> = Promise.resolve()
  #waitingBytes = 0

  constructor(socket: WebSocket, options: AgentSocketOptions) {
    this.#socket = socket
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Takes frames from now on; the next one waits until `onFrame` has done with the one before. */
  start(
    stream: Duplex,
    onFrame: (frame: EdgeFrame | ForeignHello, arrival: Arrival) => void | Promise<void>,
  ): void {
    const guard = new SocketGuard(this.#socket, stream, (fault) => this.#giveUp(fault))
    this.#socket.on('message', (data, isBinary) => {
      if (!this.isOpen) return
      const arrival = { receivedAt: Date.now(), arrived: performance.now() }
      const text = (data as Buffer).toString()
      this.#waitingBytes += text.length
      if (isBinary || this.#waitingBytes > WAITING_MAX_BYTES) {
        this.#fault(isBinary ? 'binary' : 'flood')
        this.#socket.terminate()
        return
      }
      this.#chain = this.#chain.then(async () => {
        this.#waitingBytes -= text.length
        await this.#take(text, guard, (frame) => onFrame(frame, arrival))
      })
    })
    this.#socket.on('error', (error) => {
      this.#options.metrics.badFrames.inc({ fault: 'socket' })
      this.#options.log.warn({ err: error }, 'agent socket failed')
    })
  }

  async #take(
    text: string,
    guard: SocketGuard,
    handle: (frame: EdgeFrame | ForeignHello) => void | Promise<void>,
  ): Promise<void> {
    if (!this.isOpen) return
    try {
      await this.#options.limiter.consume(this.#options.key)
    } catch {
      this.#giveUp('too_many_frames')
      return
    }
    try {
      const frame = readFrame(text, speaks)
      if (frame.type === 'hello') guard.greeted()
      await handle(frame)
    } catch (error) {
      if (error instanceof ProtocolError) this.#fault('malformed', error.message)
      else {
        this.#options.log.error({ err: error }, 'an agent frame could not be handled')
        this.close(CloseCode.tryLater, JSON.stringify({ retryAfterMs: 1000 }))
      }
    }
  }

  #fault(fault: string, message = fault): void {
    this.#options.metrics.badFrames.inc({ fault })
    this.#options.log.warn({ fault, reason: message }, 'agent connection closed for a bad frame')
    this.close(CloseCode.policy, message)
  }

  /** Ends the connection for a fault of its pace. */
  #giveUp(fault: GuardFault): void {
    this.#options.metrics.badFrames.inc({ fault })
    const code = fault === 'hello_timeout' ? CloseCode.helloTimeout : CloseCode.policy
    this.close(code, fault)
    // A peer that is too slow to send a message is too slow to answer a close.
    if (fault !== 'too_many_frames') this.#socket.terminate()
  }

  send(frame: HubFrame): void {
    if (this.isOpen) this.#socket.send(JSON.stringify(frame))
  }

  refuse(code: Refuse['code'], message: string): void {
    this.#options.metrics.refused.inc({ reason: code })
    this.send({ type: 'refuse', code, message })
  }

  close(code: number, reason: string): void {
    // A close frame takes at most 123 bytes of reason; a character that is cut becomes one of three.
    this.#socket.close(code, Buffer.from(reason).subarray(0, 120).toString())
  }
}
