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
import type { WebSocket } from 'ws'
import { type Arrival, type ForeignHello, readFrame } from '../frame.ts'
import type { IngestMetrics } from '../ingest-metrics.ts'
import type { AgentBudget } from '../agent-budget.ts'
import type { FrameScheduler } from './frame-scheduler.ts'
import type { RawFrame, SocketFrames } from './socket-frames.ts'
import { FRAME_PACE, type GuardFault, SocketGuard } from './socket-guard.ts'
import { TokenBucket } from '../../limits/token-bucket.ts'

/**
 * How long an agent must wait when there is no room for its frames; spread at random, up to twice
 * that.
 */
const RETRY_AFTER_MS = 5000

const speaks = (protocol: number) => protocol === SYNC_PROTOCOL || protocol === SYNC_PROTOCOL - 1

export interface AgentSocketOptions {
  log: Logger
  metrics: IngestMetrics
  /** Reads the frames of all agents. */
  scheduler: FrameScheduler
  budget: AgentBudget
}

type OnFrame = (frame: EdgeFrame | ForeignHello, arrival: Arrival) => void | Promise<void>

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
