import type { BarrierPosition, BarrierState } from '@vehicle-control/protocol'
import type { Timers } from '../clock/timers.ts'

/** Longest time in which both contacts may be active while the barrier leaves one for the other. */
const SETTLE_MS = 2000

/** The levels of a barrier's contacts: null while one cannot be read, undefined where there is none. */
export interface ContactLevels {
  open?: boolean | null
  closed?: boolean | null
}

export interface BarrierOptions {
  name: string | undefined
  contacts: readonly (keyof ContactLevels)[]
  /** After so long without being closed it was left open, milliseconds; 0: never. */
  leftOpenAfterMs: number
  /** The longest debouncing of its contacts: by so much one may tell later than the other. */
  debounceMs: number
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
  /** Called when time alone has changed its state, not when a contact has. */
  onChange: (state: BarrierState) => void
}

/**
 * A barrier by its contacts. It is left open when it has been seen without being closed, on and on,
 * for longer than it may: whatever was before a contact could not be read, or before the start, does
 * not count.
 */
export class Barrier {
  readonly #options: BarrierOptions
  readonly #levels: ContactLevels = {}
  #position: BarrierPosition = 'unknown'
  /** Since when it is not closed; null while it is, or nobody knows. */
  #openSince: number | null = null
  #wasLeft = false
  #cancelLeft: (() => void) | null = null
  #cancelSettle: (() => void) | null = null

  constructor(options: BarrierOptions) {
    this.#options = options
    for (const contact of options.contacts) this.#levels[contact] = null
  }

  state(): BarrierState {
    const { name, monotonic } = this.#options
    return {
      ...(name !== undefined && { name }),
      position: this.#position,
      ...(this.#wasLeft && { leftOpenMs: Math.round(monotonic() - (this.#openSince ?? 0)) }),
    }
  }

  /** A contact has this level since `at`, CLOCK_MONOTONIC in milliseconds; null: it cannot be read. */
  set(contact: keyof ContactLevels, active: boolean | null, at: number): void {
    const { timers, monotonic, debounceMs, onChange } = this.#options
    this.#levels[contact] = active
    const position = positionOf(this.#levels)
    if (position !== 'contradictory') {
      this.#cancelSettle?.()
      this.#cancelSettle = null
      this.#move(position, at)
      return
    }
    if (this.#position === position) return
    this.#cancelSettle ??= timers.after(SETTLE_MS + debounceMs, () => {
      this.#cancelSettle = null
      this.#move('contradictory', monotonic())
      onChange(this.state())
    })
  }

  /** Nothing is reported afterwards. Idempotent. */
  stop(): void {
    this.#cancelSettle?.()
    this.#cancelLeft?.()
  }

  #move(to: BarrierPosition, at: number): void {
    this.#position = to
    if (to !== 'open' && to !== 'between') {
      this.#cancelLeft?.()
      this.#cancelLeft = null
      this.#openSince = null
      this.#wasLeft = false
      return
    }
    if (this.#openSince !== null) return
    this.#openSince = at
    const { leftOpenAfterMs, timers, monotonic, onChange } = this.#options
    if (leftOpenAfterMs === 0) return
    this.#cancelLeft = timers.after(Math.max(0, at + leftOpenAfterMs - monotonic()), () => {
      this.#wasLeft = true
      onChange(this.state())
    })
  }
}

/**
 * Where contacts of these levels say that a barrier is. One that cannot be read counts as missing,
 * but that it is closed nobody takes from a contact for open while there is another one for it.
 */
export function positionOf({ open, closed }: ContactLevels): BarrierPosition {
  if (typeof closed === 'boolean' && typeof open === 'boolean') {
    if (open) return closed ? 'contradictory' : 'open'
    return closed ? 'closed' : 'between'
  }
  if (typeof closed === 'boolean') return closed ? 'closed' : 'open'
  if (open === true) return 'open'
  return open === false && closed === undefined ? 'closed' : 'unknown'
}
