import type { Readable } from 'node:stream'
import type { Timers } from '../../clock/timers.ts'
import type { ReaderDisk } from '../reader-context.ts'
import type { Attempt } from './reconnector.ts'

/** Most time of the event loop that one peer takes; then it pauses for as long. */
const TURN_MS = 5
/** Longest pause for a slow disk: reads that then find no room are counted as lost. */
const ROOM_WITHIN_MS = 50
const LOOK_EVERY_MS = 10
/** Bytes that are parsed between two looks at the time: some hundred of the shortest frames. */
export const SLICE_BYTES = 4096

export interface InputPaceOptions {
  monotonic: () => number
  timers: Timers
  disk?: ReaderDisk
}

/**
 * How fast a connection's input is taken: a peer that sends without end gets half of the loop's time,
 * and some thousand reads a second while many wait for the disk. What is not taken waits at the peer, so
 * that relays and other readers go on.
 */
export class InputPace {
  readonly #options: InputPaceOptions
  readonly #attempt: Pick<Attempt, 'isCurrent'>
  #turnBegan: number | null = null

  constructor(options: InputPaceOptions, attempt: Pick<Attempt, 'isCurrent'>) {
    this.#options = options
    this.#attempt = attempt
  }

  /** The connection is gone: what is left of its input is not to be taken. */
  get isOver(): boolean {
    return !this.#attempt.isCurrent
  }

  /** Asked after a piece of input: null to go on at once, else what to wait for. Hot path. */
  rest(): Promise<void> | null {
    if (this.isOver) return null
    const now = this.#options.monotonic()
    if (this.#turnBegan === null) {
      this.#turnBegan = now
      setImmediate(() => (this.#turnBegan = null))
    }
    const usedMs = now - this.#turnBegan
    if (usedMs < TURN_MS && this.#hasRoom()) return null
    return this.#rest(usedMs)
  }

  async #rest(usedMs: number): Promise<void> {
    await this.#wait(usedMs)
    for (let ms = 0; ms < ROOM_WITHIN_MS && !this.isOver && !this.#hasRoom(); ms += LOOK_EVERY_MS) {
      await this.#wait(LOOK_EVERY_MS)
    }
  }

  #hasRoom(): boolean {
    return this.#options.disk?.hasRoom ?? true
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#options.timers.after(ms, resolve))
  }
}

/** Hands on what a stream brings, in small pieces, at that pace. */
export function readPaced(stream: Readable, pace: InputPace, take: (bytes: Buffer) => void): void {
  stream.on('data', (chunk: Buffer) => {
    let at = 0
    function goOn(): void {
      while (at < chunk.length) {
        take(chunk.subarray(at, at + SLICE_BYTES))
        at += SLICE_BYTES
        const rest = pace.rest()
        if (rest === null) continue
        stream.pause()
        void rest.then(goOn)
        return
      }
      stream.resume()
    }
    goOn()
  })
}
