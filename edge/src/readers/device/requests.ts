import type { Timers } from '../../clock/timers.ts'
import { DeviceError } from '../../device-error.ts'

/** Callers that wait for a frame of the device. All of them are rejected when `signal` aborts. */
export class Requests<Frame> {
  readonly #timers: Timers
  readonly #signal: AbortSignal
  readonly #waiting = new Set<(frame: Frame) => void>()

  constructor(timers: Timers, signal: AbortSignal) {
    this.#timers = timers
    this.#signal = signal
  }

  /** Offers a frame to every caller that waits. Hot path. */
  take(frame: Frame): void {
    for (const offer of this.#waiting) offer(frame)
  }

  /** @throws DeviceError after `timeoutMs`, or when the device is lost. */
  next(match: (frame: Frame) => boolean, timeoutMs: number): Promise<Frame> {
    return this.#untilAborted((resolve, reject) => {
      const offer = (frame: Frame) => {
        if (match(frame)) resolve(frame)
      }
      this.#waiting.add(offer)
      const fault = new DeviceError(`the device gives no answer within ${timeoutMs} ms`)
      const cancel = this.#timers.after(timeoutMs, () => reject(fault))
      return () => {
        cancel()
        this.#waiting.delete(offer)
      }
    })
  }

  /** @throws DeviceError when the device is lost meanwhile. */
  sleep(ms: number): Promise<void> {
    return this.#untilAborted((resolve) => this.#timers.after(ms, () => resolve()))
  }

  /**
   * `begin` starts the waiting; the function that it returns cleans up after it, however it ends.
   */
  async #untilAborted<T>(
    begin: (resolve: (value: T) => void, reject: (error: Error) => void) => () => void,
  ): Promise<T> {
    const gone = () => new DeviceError('the device is gone')
    if (this.#signal.aborted) throw gone()
    let end = () => {}
    let onAbort = () => {}
    try {
      return await new Promise<T>((resolve, reject) => {
        onAbort = () => reject(gone())
        this.#signal.addEventListener('abort', onAbort)
        end = begin(resolve, reject)
      })
    } finally {
      end()
      this.#signal.removeEventListener('abort', onAbort)
    }
  }
}
