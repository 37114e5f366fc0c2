export interface TurnstileOptions {
  /** So many are inside at the same time. */
  atOnce: number
  /** So many wait outside; beyond that, nobody is let in line. */
  maxWaiting: number
  /** False while nobody more may enter; asked again every `askAgainMs`. */
  mayEnter?: () => boolean
  askAgainMs?: number
  /** Calls in a later turn of the event loop. */
  later?: (run: () => void) => void
}

interface Waiting {
  isWanted: () => boolean
  enter: (leave: () => void) => void
}

/**
 * Lets work in, a little in every turn of the event loop, in the order in which it came: what
 * touches SQLite is done within one turn, and a thousand of it at once would be one long turn.
 */
export class Turnstile {
  readonly #options: Required<TurnstileOptions>
  #waiting: Waiting[] = []
  #inside = 0
  #isDue = false
  #timer: NodeJS.Timeout | null = null

  constructor(options: TurnstileOptions) {
    this.#options = {
      mayEnter: () => true,
      askAgainMs: 50,
      later: setImmediate,
      ...options,
    }
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * Resolves with how to leave, once there is room inside; null where the line is full. Who is not
   * wanted any more when its turn comes (false of `isWanted`) is let through all the same, to leave
   * at once.
   */
  enter(isWanted: () => boolean = () => true): Promise<(() => void) | null> {
    if (this.#waiting.length >= this.#options.maxWaiting) return Promise.resolve(null)
    return new Promise((enter) => {
      this.#waiting.push({ isWanted, enter })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isDue || this.#waiting.length === 0 || this.#inside >= this.#options.atOnce) return
    this.#isDue = true
    this.#options.later(() => this.#turn())
  }

  #turn(): void {
    this.#isDue = false
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const { atOnce, mayEnter, askAgainMs } = this.#options
    while (this.#inside < atOnce) {
      const [first] = this.#waiting
      if (first === undefined) return
      if (first.isWanted() && !mayEnter()) {
        this.#timer = setTimeout(() => this.#turn(), askAgainMs)
        return
      }
      this.#waiting.shift()
      this.#inside++
      first.enter(this.#leaveOnce())
    }
  }

  #leaveOnce(): () => void {
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.#inside--
      this.#schedule()
    }
  }
}
