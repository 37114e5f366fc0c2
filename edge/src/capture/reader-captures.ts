import type { ReaderState } from '@vehicle-control/protocol'
import type { ReaderTap } from '../readers/reader-context.ts'
import type { TagRead } from '../readers/reader.ts'
import type { CaptureLine } from './capture-line.ts'

/** The ids of one reader: its own, and those of the antennas that are logical readers. */
export interface CapturedReader {
  id: string
  antennas?: Record<string, string> | undefined
}

export interface ReaderCapturesOptions {
  readers: readonly CapturedReader[]
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
}

interface Capture {
  /** The reader whose bytes are shown. */
  device: string
  /** Those whose tags are shown. */
  readers: ReadonlySet<string>
  since: number
  send: (line: CaptureLine) => void
}

/** The captures that are under way; it is the tap of all readers, and costs nothing without any. */
export class ReaderCaptures implements ReaderTap {
  readonly #options: ReaderCapturesOptions
  readonly #captures = new Set<Capture>()

  constructor(options: ReaderCapturesOptions) {
    this.#options = options
  }

  /** Sends what passes a reader until the returned function is called; null: no such reader. */
  begin(
    wanted: string,
    states: readonly ReaderState[],
    send: (line: CaptureLine) => void,
  ): (() => void) | null {
    for (const { id, antennas = {} } of this.#options.readers) {
      const named = Object.values(antennas)
      if (id !== wanted && !named.includes(wanted)) continue
      const readers = new Set(id === wanted ? [id, ...named] : [wanted])
      const capture = { device: id, readers, since: this.#options.monotonic(), send }
      this.#captures.add(capture)
      const state = states.find((one) => one.id === wanted)
      if (state !== undefined) send({ state })
      return () => this.#captures.delete(capture)
    }
    return null
  }

  bytes(reader: string, direction: 'in' | 'out', bytes: Uint8Array): void {
    if (this.#captures.size === 0) return
    for (const { device, since, send } of this.#captures) {
      if (device !== reader) continue
      send({ t: this.#since(since), direction, hex: Buffer.from(bytes).toString('hex') })
    }
  }

  read(read: TagRead): void {
    if (this.#captures.size === 0) return
    const { mono: _, ...tag } = read
    for (const { readers, since, send } of this.#captures) {
      if (readers.has(read.reader)) send({ t: this.#since(since), tag })
    }
  }

  /** Sends their present states to the captures of these readers. */
  changed(states: readonly ReaderState[]): void {
    for (const { device, send } of this.#captures) {
      const state = states.find((one) => one.id === device)
      if (state !== undefined) send({ state })
    }
  }

  // To microseconds: more digits are noise in a file that people read.
  #since(start: number): number {
    return Math.max(0, Math.round((this.#options.monotonic() - start) * 1000) / 1000)
  }
}
