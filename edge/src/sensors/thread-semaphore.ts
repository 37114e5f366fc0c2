import { DeviceError } from '../device-error.ts'

interface Waiting {
  key: string
  begin: () => void
}

/**
 * A semaphore for calls that block a thread of Node's pool: at most `places` at a time, and one for
 * each device (`key`). A device that hangs holds its thread until the kernel gives up: without a
 * limit a few of them would stop all file, DNS and serial port calls of the process.
 */
export class ThreadSemaphore {
  readonly #places: number
  readonly #held = new Set<string>()
  readonly #queue = new Set<Waiting>()

  constructor(places: number) {
    this.#places = places
  }

  /**
   * Runs `work` once a place is free, and frees it when `work` settles, even if the caller has
   * given up. Rejects with a DeviceError when `signal` aborts before that.
   */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#acquire(key, signal)
    try {
      return await work()
    } finally {
      this.#held.delete(key)
      this.#admit()
    }
  }

  #acquire(key: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        key,
        begin: () => {
          signal.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      const onAbort = () => {
        this.#queue.delete(waiting)
        reject(new DeviceError('an earlier measurement hangs'))
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#queue.add(waiting)
      if (signal.aborted) onAbort()
      this.#admit()
    })
  }

  #admit(): void {
    for (const waiting of this.#queue) {
      if (this.#held.size >= this.#places) return
      if (this.#held.has(waiting.key)) continue
      this.#queue.delete(waiting)
      this.#held.add(waiting.key)
      waiting.begin()
    }
  }
}

/** The semaphore of all sensors: two of the four threads. */
export const sensorThreads = new ThreadSemaphore(2)
