import type { Bus } from '../bus/bus.ts'
import type { MissedByKey } from '../entries/entry-kind.ts'
import type { AnnouncedName } from '../entries/kinds.ts'
import type { Db } from '../store/database.ts'

export interface MissedByKeysOptions {
  db: Db
  bus: Bus
  name: AnnouncedName
  missed: MissedByKey<never>
  now?: () => number
}

/** Announces what other replicas stored of a kind whose rows do not keep the seq of their entry. */
export class MissedByKeys {
  readonly #options: MissedByKeysOptions
  readonly #now: () => number
  #isFirst = true
  /** When each key was announced here; those that the first poll finds count as announced. */
  readonly #announcedAt = new Map<string, number>()
  /** Keys that the previous poll found not announced. */
  #waiting = new Set<string>()
  readonly #onAnnounced = (payloads: readonly unknown[]) => {
    for (const payload of payloads) this.#announcedAt.set(this.#keyOf(payload), this.#now())
  }

  constructor(options: MissedByKeysOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  start(): void {
    this.#options.bus.on(this.#options.missed.emittedAs, this.#onAnnounced)
  }

  stop(): void {
    this.#options.bus.off(this.#options.missed.emittedAs, this.#onAnnounced)
  }

  /**
   * Polls once. With `mayWait`, announces only what the previous poll found too: the bus may bring
   * the rest.
   */
  async poll(mayWait: boolean): Promise<void> {
    const { db, bus, name, missed } = this.#options
    const now = this.#now()
    const found = await missed.find(db, now)
    const missing = found.filter((payload) => !this.#announcedAt.has(this.#keyOf(payload)))
    const foundBefore = this.#waiting
    this.#waiting = new Set(missing.map((payload) => this.#keyOf(payload)))
    const due = missing.filter((payload) => !mayWait || foundBefore.has(this.#keyOf(payload)))
    if (this.#isFirst) this.#onAnnounced(missing)
    else if (due.length > 0) bus.emit(name, due as never)
    this.#isFirst = false
    for (const [key, at] of this.#announcedAt) {
      if (at < now - 2 * missed.foundForMs) this.#announcedAt.delete(key)
    }
  }

  #keyOf(payload: unknown): string {
    return this.#options.missed.keyOf(payload as never)
  }
}
