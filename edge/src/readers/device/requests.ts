import type { Timers } from '../../clock/timers.ts'
import { DeviceError } from '../../device-error.ts'

/** Who waits for which frame of a device. All of them give up when `signal` aborts. */
export class Requests<Frame> {
  readonly #timers: Timers
  readonly #signal: AbortSignal
  readonly #waiting = new Set<(frame: Frame) => void>()

  constructor(timers: Timers, signal: AbortSignal) {
    this.#timers = timers
    this.#signal = signal
  }

  /** Hot path. */
  take(frame: Frame): void {
    for (const offer of this.#waiting) offer(frame)
  }

  /** @throws DeviceError after `timeoutMs`, or when the device is lost. */
  next(match: (frame: Frame) => boolean, timeoutMs: number): Promise<Frame> {
    return this.#orGivenUp((resolve, reject) => {
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
    return this.#orGivenUp((resolve) => this.#timers.after(ms, () => resolve()))
  }

  /** `begin` answers what ends its waiting, however it came out. */
  async #orGivenUp<T>(
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
