import { DeviceError } from '../device-error.ts'

interface Waiting {
  key: string
  begin: () => void
}

/**
 * Lets through so many calls at a time that block a thread of Node's pool, and one for each device.
 * A device that hangs holds its thread until the kernel gives up: without this a few of them would
 * stop every file, name and serial port of the process.
 */
export class PoolShare {
  readonly #places: number
  readonly #held = new Set<string>()
  readonly #queue = new Set<Waiting>()

  constructor(places: number) {
    this.#places = places
  }

  /**
   * Runs `work` in its turn; its place is given back when it settles, also when nobody waits for it
   * any more. Rejects with a DeviceError when `signal` aborts before its turn.
   */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(key, signal)
    try {
      return await work()
    } finally {
      this.#held.delete(key)
      this.#admit()
    }
  }

  #turn(key: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        key,
        begin: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      const leave = () => {
        this.#queue.delete(waiting)
        reject(new DeviceError('an earlier measurement hangs'))
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#queue.add(waiting)
      if (signal.aborted) leave()
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

/** Two of the four threads, for every sensor of the process. */
export const sensorThreads = new PoolShare(2)
