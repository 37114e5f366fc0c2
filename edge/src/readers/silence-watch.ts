import type { Timers } from '../clock/timers.ts'

export interface SilenceWatchOptions {
  /** 0 turns the watch off. */
  afterMs: number
  monotonic: () => number
  timers: Timers
  /** Called when `silent()` changes while watching. */
  onChange: () => void
}

/** Tells when a device that is connected has said nothing for too long. */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions
  #heardAt = 0
  #silent = false
  #watching = false
  #cancel = () => {}

  constructor(options: SilenceWatchOptions) {
    this.#options = options
  }

  /** The device is connected; the time runs from now. */
  start(): void {
    if (this.#options.afterMs === 0) return
    this.stop()
    this.#heardAt = this.#options.monotonic()
    this.#watching = true
    this.#wait(this.#options.afterMs)
  }

  /** The device is gone: neither silent nor watched. */
  stop(): void {
    this.#cancel()
    this.#watching = false
    this.#silent = false
  }

  /** The device said something at `mono`. Hot path: sets no timer while all is well. */
  heard(mono: number): void {
    this.#heardAt = mono
    if (!this.#silent) return
    this.#silent = false
    this.#wait(this.#options.afterMs)
    this.#options.onChange()
  }

  silent(): boolean {
    return this.#silent
  }

  #wait(ms: number): void {
    this.#cancel = this.#options.timers.after(ms, () => {
      if (!this.#watching) return
      const left = this.#heardAt + this.#options.afterMs - this.#options.monotonic()
      if (left > 0) {
        this.#wait(left)
        return
      }
      this.#silent = true
      this.#options.onChange()
    })
  }
}
