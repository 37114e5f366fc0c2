import type { Duplex } from 'node:stream'
import {
  CloseCode,
  type HubFrame,
  PEER_DEAD_AFTER_MS,
  ProtocolError,
  type Refuse,
  SYNC_PROTOCOL,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { type Arrival, type ReadFrame, readFrame } from '../frame.ts'
import type { IngestMetrics } from '../ingest-metrics.ts'
import type { AgentBudget } from '../agent-budget.ts'
import type { FrameScheduler, RawFrame, SocketFrames } from './frame-scheduler.ts'
import { TokenBucket } from '../../limits/token-bucket.ts'

/**
 * How long an agent must wait when there is no room for its frames; spread at random, up to twice
 * that.
 */
const RETRY_AFTER_MS = 5000
const HELLO_WITHIN_MS = 5000
const MESSAGE_WITHIN_MS = 10_000
/**
 * Limit of bytes that the peer has not read: a sound agent has only a welcome and some acks to
 * read.
 */
const UNREAD_MAX_BYTES = 256 * 1024
/** How long a peer may need for one long frame: 64 KB over a link of 1 KB a second. */
const TAKEN_WITHIN_MS = 60_000
const TICK_MS = 1000

/** Why a peer is cut off: it is too slow or too fast. */
export type GuardFault = 'hello_timeout' | 'slow_frame' | 'silent' | 'too_many_frames' | 'unread'

/** Limit of the frames of one connection, of all types. */
export const FRAME_PACE = { perSecond: 100, burst: 400 }

const speaks = (protocol: number) => protocol === SYNC_PROTOCOL || protocol === SYNC_PROTOCOL - 1

export interface AgentSocketOptions {
  log: Logger
  metrics: IngestMetrics
  /** Reads the frames of all agents. */
  scheduler: FrameScheduler
  budget: AgentBudget
}

type OnFrame = (frame: ReadFrame, arrival: Arrival) => void | Promise<void>

/** One agent's WebSocket: passes its frames to the scheduler, and closes after a bad one. */
export class AgentSocket {
  readonly #socket: WebSocket
  readonly #options: AgentSocketOptions
  readonly #pace = new TokenBucket(FRAME_PACE)
  readonly #frames: SocketFrames
  readonly #guard: SocketGuard
  readonly #onFrame: OnFrame

  /** Accepts frames from now on; each waits until `onFrame` has finished with the one before. */
  constructor(
    socket: WebSocket,
    stream: Duplex,
    options: AgentSocketOptions & { onFrame: OnFrame },
  ) {
    this.#socket = socket
    this.#options = options
    this.#onFrame = options.onFrame
    const { scheduler, budget } = options
    this.#guard = new SocketGuard(socket, stream, (fault) => this.#giveUp(fault))
    const take = (frame: RawFrame) => this.#take(frame)
    const pause = () => {
      this.#guard.pause()
      socket.pause()
    }
    const resume = () => {
      this.#guard.resume()
      socket.resume()
    }
    const closeForRetry = () => {
      options.metrics.refused.inc({ reason: 'busy' })
      this.tryLater(RETRY_AFTER_MS * (1 + Math.random()))
    }
    const frames = scheduler.open({ take, pause, resume, closeForRetry }, budget)
    this.#frames = frames
    socket.on('message', (data, isBinary) => {
      if (!this.isOpen) return
      if (isBinary) {
        this.#fault('binary')
        socket.terminate()
      } else if (!this.#pace.take()) this.#giveUp('too_many_frames')
      else {
        const arrived = performance.now()
        scheduler.add(frames, { data: data as Buffer, receivedAt: Date.now(), arrived })
      }
    })
    socket.on('error', (error) => {
      options.metrics.badFrames.inc({ fault: 'socket' })
      options.log.warn({ err: error }, 'agent socket failed')
    })
    socket.on('close', () => scheduler.close(frames))
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  #take({ data, ...arrival }: RawFrame): void | Promise<void> {
    if (!this.isOpen) return
    try {
      const frame = readFrame(data.toString(), speaks)
      if (frame.type === 'hello') this.#frames.isGreeted = true
      return this.#onFrame(frame, { ...arrival, bytes: data.length })?.catch((error: unknown) =>
        this.#failed(error),
      )
    } catch (error) {
      this.#failed(error)
    }
  }

  #failed(error: unknown): void {
    if (error instanceof ProtocolError) this.#fault('malformed', error.message)
    else {
      this.#options.log.error({ err: error }, 'an agent frame could not be handled')
      this.tryLater(1000)
    }
  }

  #fault(fault: string, message = fault): void {
    this.#options.metrics.badFrames.inc({ fault })
    this.#options.log.warn({ fault, reason: message }, 'agent connection closed for a bad frame')
    this.close(CloseCode.policy, message)
  }

  /** Closes the connection of a peer that is too fast or too slow. */
  #giveUp(fault: GuardFault): void {
    this.#options.metrics.badFrames.inc({ fault })
    const code = fault === 'hello_timeout' ? CloseCode.helloTimeout : CloseCode.policy
    this.close(code, fault)
    // A peer that is too slow to send a message would not answer a close either.
    if (fault !== 'too_many_frames') this.#socket.terminate()
  }

  send(frame: HubFrame): void {
    if (this.isOpen) this.#socket.send(JSON.stringify(frame))
  }

  /**
   * Sends a long frame and resolves when the network took all of it, or the connection ended: whoever waits
   * for it never has more unread at the peer than that. A peer that does not take it in time is given up.
   */
  async sendSlowly(text: string): Promise<void> {
    if (!this.isOpen) return
    const timer = setTimeout(() => this.#giveUp('unread'), TAKEN_WITHIN_MS)
    await new Promise<void>((resolve) => this.#socket.send(text, () => resolve()))
    clearTimeout(timer)
  }

  refuse(code: Refuse['code'], message: string): void {
    this.#options.metrics.refused.inc({ reason: code })
    this.send({ type: 'refuse', code, message })
  }

  /** Ends the connection and makes the agent wait `retryAfterMs` before it connects again. */
  tryLater(retryAfterMs: number): void {
    this.close(CloseCode.tryLater, JSON.stringify({ retryAfterMs: Math.round(retryAfterMs) }))
  }

  close(code: number, reason: string): void {
    // Resumes a paused socket: it would not receive the peer's close.
    this.#options.scheduler.close(this.#frames)
    // A close frame takes at most 123 bytes of reason, and toString turns a cut character into 3
    // bytes.
    this.#socket.close(code, Buffer.from(reason).subarray(0, 120).toString())
  }
}

/**
 * Enforces one peer's timeouts: hello within 5 s, a message complete within 10 s, a message every
 * 45 s; and that it reads what it is sent. `ws` itself limits size and fragments.
 */
export class SocketGuard {
  readonly #socket: WebSocket
  readonly #timer: NodeJS.Timeout
  readonly #openedAt = performance.now()
  #lastMessageAt = this.#openedAt
  /** When a message began that is not complete yet. */
  #begunAt: number | null = null
  #isGreeted = false
  #isPaused = false

  constructor(socket: WebSocket, stream: Duplex, onFault: (fault: GuardFault) => void) {
    this.#socket = socket
    // Runs before the receiver's own listener: first the bytes of a message, then its end.
    stream.prependListener('data', () => (this.#begunAt ??= performance.now()))
    for (const event of ['ping', 'pong'] as const) socket.on(event, () => (this.#begunAt = null))
    // Pings and pongs of the WebSocket do not count: they go on when the agent itself hangs.
    socket.on('message', () => {
      this.#begunAt = null
      this.#lastMessageAt = performance.now()
      this.#isGreeted = true
    })
    this.#timer = setInterval(() => {
      const fault = this.#fault(performance.now())
      if (fault !== null) onFault(fault)
    }, TICK_MS)
    socket.on('close', () => clearInterval(this.#timer))
  }

  /** Pauses the timeouts, since the hub has stopped reading from this peer. */
  pause(): void {
    this.#isPaused = true
  }

  /** Starts the timeouts anew, since the hub reads again. */
  resume(): void {
    this.#isPaused = false
    this.#lastMessageAt = performance.now()
    if (this.#begunAt !== null) this.#begunAt = this.#lastMessageAt
  }

  #fault(now: number): GuardFault | null {
    // Checked even while paused: each frame that the peer sends adds answers that it does not read.
    if (this.#socket.bufferedAmount > UNREAD_MAX_BYTES) return 'unread'
    if (this.#isPaused) return null
    if (!this.#isGreeted && now - this.#openedAt > HELLO_WITHIN_MS) return 'hello_timeout'
    if (this.#begunAt !== null && now - this.#begunAt > MESSAGE_WITHIN_MS) return 'slow_frame'
    return now - this.#lastMessageAt > PEER_DEAD_AFTER_MS ? 'silent' : null
  }
}
