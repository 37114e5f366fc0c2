import type { Timers } from '../clock/timers.ts'

export interface SilenceWatchOptions {
  /** 0 turns the watch off. */
  afterMs: number
  monotonic: () => number
  timers: Timers
  /** Called after `silent()` has changed, other than by `start` and `stop`. */
  onChange: () => void
}

/** Reports a connected device that has sent nothing for too long. */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions
  #receivedAt = 0
  #silent = false
  #watching = false
  #cancel = () => {}

  constructor(options: SilenceWatchOptions) {
    this.#options = options
  }

  /** Called when the device is connected; the time runs from then. */
  start(): void {
    if (this.#options.afterMs === 0) return
    this.stop()
    this.#receivedAt = this.#options.monotonic()
    this.#watching = true
    this.#wait(this.#options.afterMs)
  }

  /** Called when the device is gone: it counts as closed, not as silent. */
  stop(): void {
    this.#cancel()
    this.#watching = false
    this.#silent = false
  }

  /** Called when bytes arrived at `mono`. Hot path: sets no timer unless it was silent. */
  dataReceived(mono: number): void {
    this.#receivedAt = mono
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
      const left = this.#receivedAt + this.#options.afterMs - this.#options.monotonic()
      if (left > 0) {
        this.#wait(left)
        return
      }
      this.#silent = true
      this.#options.onChange()
    })
  }
}
