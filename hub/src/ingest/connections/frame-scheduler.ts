import {
  MAX_BATCH_ENTRIES,
  MAX_BATCHES_IN_FLIGHT,
  MAX_FRAME_BYTES,
} from '@vehicle-control/protocol'
import type { AgentBudget } from '../agent-budget.ts'

/** The most that an edge has in flight, with some live frames. */
const SOCKET_MAX_BYTES = (MAX_BATCHES_IN_FLIGHT + 2) * MAX_FRAME_BYTES
/** A frame up to this size is cheap to read, and so does not wait for large ones. */
const LIGHT_BYTES = 4096

/** The first bytes of frames that may overtake the others of their socket. */
const URGENT = ['live', 'ping'].map((type) => Buffer.from(`{"type":"${type}"`))

const isUrgent = (data: Buffer) =>
  URGENT.some((start) => data.subarray(0, start.length).equals(start))

/** A frame as it arrived. */
export interface RawFrame {
  data: Buffer
  /** When it arrived: by the wall clock, and (`arrived`) by performance.now(). */
  receivedAt: number
  arrived: number
}

/** Frames that are handled one after the other. */
interface FrameQueue {
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

export interface FrameSchedulerOptions {
  /** Milliseconds in each turn of the event loop for reading frames. */
  budgetMs?: number
  /**
   * Limit of bytes that wait to be read, over all sockets; beyond it, sockets with a large frame
   * are paused.
   */
  maxBytes?: number
  /** Limit of entries that are read but not stored; beyond it, no large frame is read. */
  maxUnstored?: number
  /** The same in bytes of their frames; in memory the entries may take ten times as much. */
  maxUnstoredBytes?: number
  /** Milliseconds that only go forward. */
  now?: () => number
  /** Calls in a later turn of the event loop. */
  later?: (run: () => void) => void
  /** Calls after so many milliseconds. */
  after?: (ms: number, run: () => void) => void
}

/**
 * Reads some frames in every turn of the event loop, one socket after the other, so that a thousand
 * backlogs at once do not starve any agent. Small frames go first, for at most half of a turn's
 * budget. An agent that has used more than its share of the hub's time waits until its budget is
 * balanced, whatever its frames are.
 */
export class FrameScheduler {
  readonly #options: Required<FrameSchedulerOptions>
  /**
   * Queues whose next frame can be read, in the order of their turns, by the size of that frame.
   */
  #light: FrameQueue[] = []
  #heavy: FrameQueue[] = []
  readonly #paused = new Set<SocketFrames>()
  #bytes = 0
  #unstored = 0
  #unstoredBytes = 0
  #isDue = false

  constructor(options: FrameSchedulerOptions = {}) {
    this.#options = {
      budgetMs: 10,
      maxBytes: 64 * 1024 * 1024,
      maxUnstored: 8 * MAX_BATCH_ENTRIES,
      maxUnstoredBytes: 4 * 1024 * 1024,
      now: () => performance.now(),
      later: setImmediate,
      after: (ms, run) => void setTimeout(run, ms).unref(),
      ...options,
    }
  }

  /** Bytes that have arrived and are not read yet. */
  get bytes(): number {
    return this.#bytes
  }

  /** Entries that are read and not stored yet. */
  get unstored(): number {
    return this.#unstored
  }

  /** Number of paused sockets. */
  get pausedSockets(): number {
    return this.#paused.size
  }

  /** True when more bytes wait than can be read and stored within a second or two. */
  get isBusy(): boolean {
    return this.#bytes > this.#options.maxBytes / 16
  }

  /** Registers a socket; the cost of its frames is charged to the budget. */
  open(socket: FrameSocket, budget: AgentBudget): SocketFrames {
    return new SocketFrames(socket, budget)
  }

  /** Adds a frame that has arrived. */
  add(from: SocketFrames, frame: RawFrame): void {
    const queue = from.push(frame)
    this.#bytes += frame.data.length
    if (queue.frames.length === 1 && !queue.isBusy) this.#enqueue(queue)
    const { maxBytes } = this.#options
    // Each paused socket has sent one more frame: with thousands of them that is too much too.
    if (this.#bytes > 2 * maxBytes) return from.socket.closeForRetry()
    const isFull = this.#bytes > maxBytes && frame.data.length > LIGHT_BYTES
    if (from.isPaused || !(isFull || from.bytes > SOCKET_MAX_BYTES)) return
    from.isPaused = true
    this.#paused.add(from)
    from.socket.pause()
  }

  /**
   * Drops the waiting frames of a socket that is closing, and resumes it, so that it gets the
   * close.
   */
  close(from: SocketFrames): void {
    this.#bytes -= from.bytes
    from.clear()
    if (this.#paused.has(from)) this.#resume(from)
    this.#resumeSome()
  }

  /** Counts entries that are being stored, until `stored` has settled. */
  storing<T>(entries: number, bytes: number, stored: Promise<T>): Promise<T> {
    this.#unstored += entries
    this.#unstoredBytes += bytes
    return stored.finally(() => {
      this.#unstored -= entries
      this.#unstoredBytes -= bytes
      this.#schedule()
    })
  }

  #enqueue(queue: FrameQueue): void {
    const [next] = queue.frames
    if (next === undefined) return
    const queues = next.data.length > LIGHT_BYTES ? this.#heavy : this.#light
    queues.push(queue)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isDue || !(this.#canTakeLight || this.#canTakeHeavy)) return
    this.#isDue = true
    this.#options.later(() => this.#turn())
  }

  get #canTakeHeavy(): boolean {
    return this.#heavy.length > 0 && this.#hasRoom(1)
  }

  // Twice the limit for small frames, else they would wait until large ones are stored.
  get #canTakeLight(): boolean {
    return this.#light.length > 0 && this.#hasRoom(2)
  }

  #hasRoom(times: number): boolean {
    const { maxUnstored, maxUnstoredBytes } = this.#options
    return this.#unstored < times * maxUnstored && this.#unstoredBytes < times * maxUnstoredBytes
  }

  #turn(): void {
    this.#isDue = false
    const { budgetMs, now } = this.#options
    const start = now()
    while (this.#canTakeLight && now() - start < budgetMs / 2) this.#takeFrom(this.#light)
    do {
      if (this.#canTakeHeavy) this.#takeFrom(this.#heavy)
      else if (this.#canTakeLight) this.#takeFrom(this.#light)
      else break
    } while (now() - start < budgetMs)
    this.#resumeSome()
    this.#schedule()
  }

  #takeFrom(queues: FrameQueue[]): void {
    const queue = queues.shift()
    // Its socket has closed meanwhile.
    if (queue === undefined || queue.frames.length === 0) return
    const { budget } = queue.of
    const waitMs = budget.waitMs()
    if (waitMs > 0) {
      queue.isBusy = true
      this.#options.after(waitMs, () => this.#finish(queue))
      return
    }
    const frame = queue.frames.shift() as RawFrame
    queue.of.bytes -= frame.data.length
    this.#bytes -= frame.data.length
    const start = this.#options.now()
    const taken = queue.of.socket.take(frame)
    budget.spend(this.#options.now() - start)
    if (taken === undefined) return this.#enqueue(queue)
    queue.isBusy = true
    void taken.then(() => this.#finish(queue))
  }

  #finish(queue: FrameQueue): void {
    queue.isBusy = false
    this.#enqueue(queue)
  }

  /** Resumes paused sockets, the longest paused first, as many as there is room for. */
  #resumeSome(): void {
    let room = Math.floor((this.#options.maxBytes - this.#bytes) / MAX_FRAME_BYTES)
    for (const from of this.#paused) {
      if (room < 1) return
      if (from.bytes > SOCKET_MAX_BYTES / 2) continue
      room--
      this.#resume(from)
    }
  }

  #resume(from: SocketFrames): void {
    this.#paused.delete(from)
    from.isPaused = false
    from.socket.resume()
  }
}

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
