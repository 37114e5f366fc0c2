import type { AgentBudget } from '../agent-budget.ts'

/** A frame as it arrived. */
export interface RawFrame {
  data: Buffer
  /** When it arrived: by the wall clock, and (`arrived`) by performance.now(). */
  receivedAt: number
  arrived: number
}

/** Frames that are handled one after the other. */
export interface FrameQueue {
  of: SocketFrames
  frames: RawFrame[]
  /** True while one of them is being handled, or while the agent has to wait. */
  isBusy: boolean
}

/** The socket that frames come from. */
export interface FrameSocket {
  /** Handles a frame; the next one of its queue waits for the promise, which never rejects. */
  take: (frame: RawFrame) => void | Promise<void>
  /** Pauses reading: what the peer sends then fills the kernel's buffers, and waits at the peer. */
  pause: () => void
  resume: () => void
  /**
   * Closes the connection and makes the agent retry later, since there is no room even while paused.
   */
  closeForRetry: () => void
}

/** The first bytes of frames that may overtake the others of their socket. */
const URGENT = ['live', 'ping'].map((type) => Buffer.from(`{"type":"${type}"`))

const isUrgent = (data: Buffer) =>
  URGENT.some((start) => data.subarray(0, start.length).equals(start))

/** Frames of one socket that have arrived and are not read yet. */
export class SocketFrames {
  readonly socket: FrameSocket
  readonly budget: AgentBudget
  /** Past its hello: live frames and pings may overtake a backlog. */
  isGreeted = false
  isPaused = false
  bytes = 0
  readonly #inOrder: FrameQueue = { of: this, frames: [], isBusy: false }
  readonly #urgent: FrameQueue = { of: this, frames: [], isBusy: false }

  constructor(socket: FrameSocket, budget: AgentBudget) {
    this.socket = socket
    this.budget = budget
  }

  /** Adds a frame; returns the queue in which it waits. */
  push(frame: RawFrame): FrameQueue {
    const queue = this.isGreeted && isUrgent(frame.data) ? this.#urgent : this.#inOrder
    queue.frames.push(frame)
    this.bytes += frame.data.length
    return queue
  }

  clear(): void {
    this.#inOrder.frames.length = 0
    this.#urgent.frames.length = 0
    this.bytes = 0
  }
}
