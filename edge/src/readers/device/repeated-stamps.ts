import type { DriverTag } from './device-driver.ts'

const REMEMBERED = 4096

/**
 * Knows the reads that a reader stamped by its own time: one that comes again, as after a
 * reconnect or by QoS 1, is the same read.
 */
export class RepeatedStamps {
  readonly #known = new Set<string>()

  /** Remembers the read; true when it was known before. A read without a stamp never is. */
  isRepeat({ uid, antenna, stamp }: DriverTag): boolean {
    if (stamp === undefined) return false
    const key = `${stamp}\0${antenna ?? ''}\0${uid}`
    if (this.#known.has(key)) return true
    this.#known.add(key)
    if (this.#known.size > REMEMBERED) {
      for (const oldest of this.#known) {
        this.#known.delete(oldest)
        break
      }
    }
    return false
  }
}
