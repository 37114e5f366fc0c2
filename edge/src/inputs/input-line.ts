import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import { Debounce } from './debounce.ts'
import type { InputPort } from './input-port.ts'

/** How often a line is polled; a button acts within this time and its debouncing. */
const POLL_EVERY_MS = 20
const RETRY_FIRST_MS = 1000
const RETRY_MAX_MS = 60_000

export interface InputLineOptions {
  id: string
  debounceMs: number
  open: () => Promise<InputPort>
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
  log: Logger
  /**
   * The input has changed to `active`, which is null while it cannot be read, and was so at `at`.
   */
  onChange: (active: boolean | null, before: boolean | null, at: number) => void
}

/**
 * Watches one input line. One that cannot be read is opened again for ever, 1 s to 1 min apart; the
 * loss and the recovery are logged once each.
 */
export class InputLine {
  readonly #options: InputLineOptions
  #port: InputPort | null = null
  #debounce: Debounce | null = null
  #active: boolean | null = null
  #error: string | null = null
  #delayMs = RETRY_FIRST_MS
  #cancel = () => {}
  #stopped = true

  constructor(options: InputLineOptions) {
    this.#options = options
  }

  /** Null while the line cannot be read, or its first level has not held yet. */
  get active(): boolean | null {
    return this.#active
  }

  /** Why the line cannot be read. */
  get error(): string | null {
    return this.#error
  }

  start(): void {
    if (!this.#stopped) return
    this.#stopped = false
    void this.#open()
  }

  /** Releases the line; no change is reported afterwards. Idempotent. */
  stop(): void {
    this.#stopped = true
    this.#cancel()
    this.#port?.close()
    this.#port = null
  }

  async #open(): Promise<void> {
    try {
      const port = await this.#options.open()
      if (this.#stopped) return port.close()
      this.#port = port
    } catch (error) {
      this.#lose(error)
      return
    }
    this.#poll()
  }

  #poll(): void {
    const { debounceMs, monotonic, timers, id, log } = this.#options
    this.#cancel = timers.after(POLL_EVERY_MS, () => this.#poll())
    let edges
    try {
      edges = this.#port?.changes() ?? []
    } catch (error) {
      this.#lose(error)
      return
    }
    if (this.#error !== null) log.info({ input: id }, 'the input can be read')
    this.#error = null
    this.#delayMs = RETRY_FIRST_MS
    for (const edge of edges) {
      if (this.#debounce === null) this.#debounce = new Debounce(debounceMs, edge)
      else this.#setActive(this.#debounce.edge(edge), edge.at)
    }
    const now = monotonic()
    this.#setActive(this.#debounce?.settle(now) ?? null, now)
  }

  #setActive(active: boolean | null, at: number): void {
    if (active === null || this.#stopped) return
    const before = this.#active
    this.#active = active
    if (active !== before) this.#options.onChange(active, before, at)
  }

  #lose(error: unknown): void {
    const { id, log, monotonic, timers, onChange } = this.#options
    this.#cancel()
    this.#port?.close()
    this.#port = null
    this.#debounce = null
    if (this.#stopped) return
    const message = error instanceof Error ? error.message : String(error)
    if (this.#error === null) log.error({ input: id, err: error }, 'an input cannot be read')
    this.#cancel = timers.after(this.#delayMs, () => void this.#open())
    this.#delayMs = Math.min(this.#delayMs * 2, RETRY_MAX_MS)
    const before = this.#active
    const isChange = this.#error !== message || before !== null
    this.#error = message
    this.#active = null
    if (isChange) onChange(null, before, monotonic())
  }
}
