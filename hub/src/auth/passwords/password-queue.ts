import { TurnTree } from './turn-tree.ts'

export interface PasswordTurn {
  /**
   * Who asks, from the widest group to the narrowest: share, network, address, account. Groups of
   * one kind take turns, so that nobody comes sooner for asking more often.
   */
  place: readonly string[]
  /** Aborted: whoever asks has left, and waits no more. */
  signal?: AbortSignal | undefined
}

export interface PasswordQueueOptions {
  atOnce?: number
  /** So many wait in all; more, and the newest of the longest line is sent away. */
  maxWaiting?: number
  /** So many of one network. */
  maxPerNetwork?: number
}

/** A password had no turn: too many wait, or its caller left. They may try again in a moment. */
export class PasswordQueueFull extends Error {
  override name = 'PasswordQueueFull'
}

/** Share and network of a place. */
const NETWORK_DEPTH = 2

/** Lets passwords be hashed and checked in turns, a few at a time. */
export class PasswordQueue {
  readonly #options: Required<PasswordQueueOptions>
  readonly #waiting = new TurnTree()
  #running = 0

  constructor(options: PasswordQueueOptions = {}) {
    this.#options = { atOnce: 2, maxWaiting: 96, maxPerNetwork: 48, ...options }
  }

  /** So many wait. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Does the work in its turn; throws PasswordQueueFull where there is none. */
  async run<T>(turn: PasswordTurn, work: () => Promise<T>): Promise<T> {
    if (turn.signal?.aborted) throw new PasswordQueueFull('the caller left')
    if (this.#running < this.#options.atOnce) this.#running++
    else await this.#wait(turn)
    try {
      return await work()
    } finally {
      // The place goes to the next in turn directly, so that no newcomer can take it.
      const next = this.#waiting.takeNext()
      if (next) next.enter()
      else this.#running--
    }
  }

  async #wait({ place, signal }: PasswordTurn): Promise<void> {
    let leave = () => {}
    try {
      await new Promise<void>((enter, reject) => {
        const refuse = (why: string) => reject(new PasswordQueueFull(why))
        const waiting = { enter, refuse }
        this.#waiting.add(place, waiting)
        leave = () => this.#waiting.remove(place, waiting)?.refuse('the caller left')
        signal?.addEventListener('abort', leave)
        this.#keepBounds(place.slice(0, NETWORK_DEPTH))
      })
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  #keepBounds(network: readonly string[]): void {
    const { maxWaiting, maxPerNetwork } = this.#options
    if (this.#waiting.sizeOf(network) > maxPerNetwork) {
      this.#waiting.dropFromLongest(network)?.refuse('too many of one network wait')
    } else if (this.#waiting.size > maxWaiting) {
      this.#waiting.dropFromLongest()?.refuse('too many passwords wait')
    }
  }
}
