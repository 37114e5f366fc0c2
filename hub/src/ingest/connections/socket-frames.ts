import type { AgentAccount } from '../agent-account.ts'

/** A frame as it came. */
export interface RawFrame {
  data: Buffer
  /** When it came: by the wall clock, and by performance.now(). */
  receivedAt: number
  arrived: number
}

/** Frames that are taken one after the other. */
export interface FrameQueue {
  of: SocketFrames
  frames: RawFrame[]
  /** One of them is being taken, or its agent has to wait. */
  isBusy: boolean
}

/** The socket that frames come from. */
export interface FrameSocket {
  /** Takes the next frame of a queue; the one after it waits for the promise, which never rejects. */
  take: (frame: RawFrame) => void | Promise<void>
  /** Reads nothing more: what the peer sends waits in the kernel's buffers, and then at the peer. */
  hold: () => void
  release: () => void
  /** Ends the connection for now: there is no room for what it sends, held or not. */
  putOff: () => void
}

/** The first bytes of frames that need no place in the order of their socket. */
const URGENT = ['live', 'ping'].map((type) => Buffer.from(`{"type":"${type}"`))

const isUrgent = (data: Buffer) =>
  URGENT.some((start) => data.subarray(0, start.length).equals(start))

/** Frames of one socket that have come and are not read yet. */
export class SocketFrames {
  readonly socket: FrameSocket
  readonly account: AgentAccount
  /** Past its hello: a read shown live, and a clock's question, no longer wait for a backlog. */
  isGreeted = false
  isHeld = false
  bytes = 0
  readonly #inOrder: FrameQueue = { of: this, frames: [], isBusy: false }
  readonly #urgent: FrameQueue = { of: this, frames: [], isBusy: false }

  constructor(socket: FrameSocket, account: AgentAccount) {
    this.socket = socket
    this.account = account
  }

  /** Adds a frame; answers the queue that it waits in. */
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
