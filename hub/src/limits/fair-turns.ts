export interface FairTurnsOptions {
  /** So many are answered at the same time. */
  atOnce?: number
  /** So many of one session, while others wait or not. */
  perSession?: number
  /** So many of one session wait; a screen asks a dozen at once. */
  maxWaiting?: number
  /** Nobody waits longer than this. */
  patienceMs?: number
}

/** Thrown for a request that could not be answered in time, or would wait behind too many others. */
export class TooBusy extends Error {
  override name = 'TooBusy'
}

interface Waiting {
  enter: () => void
  patience: NodeJS.Timeout | undefined
}

/**
 * Lets sessions take turns, so that one that asks three hundred things at once slows down itself
 * and nobody else.
 */
export class FairTurns {
  readonly #options: Required<FairTurnsOptions>
  /** By session; the first one is next. */
  readonly #waiting = new Map<number, Waiting[]>()
  readonly #inside = new Map<number, number>()
  #total = 0

  constructor(options: FairTurnsOptions = {}) {
    this.#options = { atOnce: 8, perSession: 3, maxWaiting: 60, patienceMs: 10_000, ...options }
  }

  /** Does the work in the session's turn; throws TooBusy where that is not to be expected soon. */
  async run<T>(session: number, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(session)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * Resolves in the session's turn with the function that ends it, to be called once. Throws TooBusy where
   * the turn does not come within `patienceMs`, or too many of the session wait.
   */
  async enter(session: number, patienceMs = this.#options.patienceMs): Promise<() => void> {
    if (this.#mayEnter(session)) this.#count(session, 1)
    else await this.#wait(session, patienceMs)
    return () => {
      this.#count(session, -1)
      this.#next()
    }
  }

  #mayEnter(session: number): boolean {
    const { atOnce, perSession } = this.#options
    return this.#total < atOnce && (this.#inside.get(session) ?? 0) < perSession
  }

  #count(session: number, change: 1 | -1): void {
    this.#total += change
    const inside = (this.#inside.get(session) ?? 0) + change
    if (inside === 0) this.#inside.delete(session)
    else this.#inside.set(session, inside)
  }

  #wait(session: number, patienceMs: number): Promise<void> {
    const line = this.#waiting.get(session) ?? []
    if (line.length >= this.#options.maxWaiting) throw new TooBusy('too many requests wait')
    this.#waiting.set(session, line)
    return new Promise((resolve, reject) => {
      const loseIt = () => {
        line.splice(line.indexOf(waiting), 1)
        if (line.length === 0) this.#waiting.delete(session)
        reject(new TooBusy('a request waited too long'))
      }
      const patience = patienceMs === Infinity ? undefined : setTimeout(loseIt, patienceMs)
      const waiting: Waiting = { enter: resolve, patience }
      line.push(waiting)
    })
  }

  #next(): void {
    for (const [session, line] of this.#waiting) {
      if (!this.#mayEnter(session)) continue
      const first = line.shift()
      // To the end of the round, where it goes on.
      this.#waiting.delete(session)
      if (line.length > 0) this.#waiting.set(session, line)
      if (first === undefined) return
      clearTimeout(first.patience)
      this.#count(session, 1)
      first.enter()
      return
    }
  }
}
