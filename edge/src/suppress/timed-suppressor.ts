import {
  type ReadData,
  SUPPRESS_WINDOW_DEFAULT_MS,
  SUPPRESS_WINDOW_MAX_MS,
  SUPPRESS_WINDOW_MIN_MS,
} from '@vehicle-control/protocol'
import type { Timers } from '../clock/timers.ts'
import type { NewEntry, RecentRead } from '../entry.ts'
import type { TagRead } from '../readers/reader.ts'
import { Suppressor } from './suppressor.ts'

/** Reads that wait for the windows of an earlier run; with more, they pass without those. */
const MAX_HELD = 20_000

export interface TimedSuppressorOptions {
  /** The length that the hub set last; absent: the default. */
  windowMs?: number
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
  /** Takes what reads and ended windows cause, oldest first. */
  onEntries: (entries: readonly NewEntry[]) => void
}

/** The suppressor with a timer that closes its windows when they end, also when no read comes. */
export class TimedSuppressor {
  readonly #options: TimedSuppressorOptions
  readonly #suppressor: Suppressor
  #expiryAt: number | null = null
  #cancelExpiry = () => {}

  constructor(options: TimedSuppressorOptions) {
    this.#options = options
    const windowMs = allowed(options.windowMs ?? SUPPRESS_WINDOW_DEFAULT_MS)
    this.#suppressor = new Suppressor({ windowMs })
  }

  get windowMs(): number {
    return this.#suppressor.windowMs
  }

  /** True when the read has become an entry of its own, which is the last that it caused. Hot path. */
  offer(read: TagRead): boolean {
    const entries = this.#suppressor.offer(read)
    this.#options.onEntries(entries)
    this.#scheduleExpiry()
    return entries.at(-1)?.kind === 'read'
  }

  /** Sets the nearest allowed length; false when it is the present one. */
  setWindowMs(asked: number): boolean {
    const windowMs = allowed(asked)
    if (windowMs === this.windowMs) return false
    this.#suppressor.setWindowMs(windowMs)
    this.#scheduleExpiry()
    return true
  }

  /**
   * Monotonic milliseconds of the oldest read that `rebuild` needs, whatever length was set since.
   */
  rebuildSince(): number {
    return this.#options.monotonic() - SUPPRESS_WINDOW_MAX_MS
  }

  /** Opens the windows of an earlier run of this boot again, before the first `offer`. */
  rebuild(accepted: readonly RecentRead[]): void {
    this.#suppressor.rebuild(
      accepted.map(({ mono, data }) => {
        const { reader, uid } = JSON.parse(data) as ReadData
        return { reader, uid, mono } satisfies TagRead
      }),
    )
    this.#expire()
  }

  /** Reports the repeats counted so far; the timer stops, and the windows stay open. */
  stop(): void {
    this.#cancelExpiry()
    this.#options.onEntries(this.#suppressor.flush())
  }

  #expire(): void {
    this.#options.onEntries(this.#suppressor.expire(this.#options.monotonic()))
    this.#scheduleExpiry()
  }

  #scheduleExpiry(): void {
    const next = this.#suppressor.nextExpiry()
    if (next === this.#expiryAt) return
    this.#cancelExpiry()
    this.#expiryAt = next
    if (next === null) return
    const { monotonic, timers } = this.#options
    this.#cancelExpiry = timers.after(Math.max(0, next - monotonic()), () => {
      this.#expiryAt = null
      this.#expire()
    })
  }
}

/** Whatever the hub says, a window neither hides a tag for days nor lets every repeat pass. */
function allowed(windowMs: number): number {
  return Math.min(Math.max(windowMs, SUPPRESS_WINDOW_MIN_MS), SUPPRESS_WINDOW_MAX_MS)
}

/**
 * Holds reads back, in order, until `release`, which is called once the windows of the edge's
 * earlier run are rebuilt. When too many wait, it releases them without those windows.
 */
export class HeldReads {
  readonly #pass: (read: TagRead, wasHeld: boolean) => void
  #held: TagRead[] | null = []
  #onReleased = () => {}
  /** Resolves once `release` was called. */
  readonly released = new Promise<void>((resolve) => (this.#onReleased = resolve))

  constructor(pass: (read: TagRead, wasHeld: boolean) => void) {
    this.#pass = pass
  }

  get isHolding(): boolean {
    return this.#held !== null
  }

  /** Hot path. */
  offer(read: TagRead): void {
    if (this.#held === null) this.#pass(read, false)
    else if (this.#held.push(read) >= MAX_HELD) this.release()
  }

  /** Passes on what was kept, and from now on every read at once. */
  release(): void {
    const held = this.#held ?? []
    this.#held = null
    for (const read of held) this.#pass(read, true)
    this.#onReleased()
  }
}
