import { FairQueue, type QueuedRequest } from './fair-queue.ts'

export interface SemaphoreOptions {
  /** How many holders of a permit there are at the same time. */
  permits: number
  /** How many of them of one outermost group. */
  permitsPerGroup?: number
  /** How many requests may wait; beyond it the newest of the largest group is refused. */
  maxWaiting?: number
  /** The same for each group, which is named by the first `depth` names of its path. */
  maxWaitingPerGroup?: { depth: number; max: number }
  /** A request that has waited for so long is refused. */
  patienceMs?: number
  /**
   * Calls `admit` when requests may be admitted; absent: at once. `setImmediate` spreads work that
   * blocks the event loop over its turns: no more is admitted in one than there are permits.
   */
  schedule?: (admit: () => void) => void
  /** The error of a refusal; absent: Overloaded. */
  refusal?: (why: string) => Error
}

/** A request for a permit. */
export interface PermitRequest {
  /**
   * The path of its group, the widest first. Groups side by side take turns, so that nobody is
   * admitted sooner for asking more often. Absent: one group for all.
   */
  group?: readonly string[]
  /** Aborted: whoever asked has left, and no longer waits. */
  signal?: AbortSignal | undefined
  patienceMs?: number
}

/** A request got no permit: too many wait, it waited for too long, or whoever asked has left. */
export class Overloaded extends Error {
  override name = 'Overloaded'
}

/** Ends the use of a permit; a second call does nothing. */
export type Release = () => void

const NO_GROUP: readonly string[] = []

/** A semaphore whose queue is fair between groups and bounded. */
export class Semaphore {
  readonly #options: SemaphoreOptions
  readonly #queue = new FairQueue()
  #used = 0
  readonly #usedByGroup = new Map<string, number>()
  #isScheduled = false

  constructor(options: SemaphoreOptions) {
    this.#options = options
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.#queue.size
  }

  /** Does the work with a permit; rejects as `acquire` does where there is none. */
  async run<T>(request: PermitRequest, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(request)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Resolves with a permit when it is the request's turn; rejects where it is refused. */
  async acquire(request: PermitRequest = {}): Promise<Release> {
    const { group = NO_GROUP, signal, patienceMs = this.#options.patienceMs } = request
    if (signal?.aborted) throw this.#refusal('the caller left')
    let timer: NodeJS.Timeout | undefined
    let leave = () => {}
    try {
      await new Promise<void>((resolve, reject) => {
        let isWaiting = true
        const queued: QueuedRequest = {
          admit: () => {
            isWaiting = false
            this.#use(group, 1)
            resolve()
          },
          refuse: (why) => {
            isWaiting = false
            reject(this.#refusal(why))
          },
        }
        this.#queue.add(group, queued)
        this.#schedule()
        this.#keepBounds(group)
        if (!isWaiting) return
        const refuse = (why: string) => this.#queue.remove(group, queued)?.refuse(why)
        leave = () => refuse('the caller left')
        signal?.addEventListener('abort', leave)
        if (patienceMs === undefined || patienceMs === Infinity) return
        timer = setTimeout(() => refuse('a request waited too long'), patienceMs)
      })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
    return this.#releaseOnce(group)
  }

  #refusal(why: string): Error {
    return this.#options.refusal?.(why) ?? new Overloaded(why)
  }

  #schedule(): void {
    const { schedule, permits } = this.#options
    if (schedule === undefined) return this.#admit()
    if (this.#isScheduled || this.#queue.size === 0 || this.#used >= permits) return
    this.#isScheduled = true
    schedule(() => {
      this.#isScheduled = false
      this.#admit()
    })
  }

  #admit(): void {
    const { permits, permitsPerGroup = Infinity } = this.#options
    const hasPermit = (group: string) => (this.#usedByGroup.get(group) ?? 0) < permitsPerGroup
    while (this.#used < permits) {
      const next = this.#queue.takeNext(hasPermit)
      if (next === undefined) return
      next.admit()
    }
  }

  #keepBounds(group: readonly string[]): void {
    const { maxWaiting = Infinity, maxWaitingPerGroup } = this.#options
    if (maxWaitingPerGroup !== undefined) {
      const bounded = group.slice(0, maxWaitingPerGroup.depth)
      if (this.#queue.sizeOf(bounded) > maxWaitingPerGroup.max) {
        this.#queue.dropFromLargest(bounded)?.refuse('too many requests of one group wait')
        return
      }
    }
    if (this.#queue.size > maxWaiting) {
      this.#queue.dropFromLargest()?.refuse('too many requests wait')
    }
  }

  #use([outermost]: readonly string[], change: 1 | -1): void {
    this.#used += change
    if (outermost === undefined) return
    const used = (this.#usedByGroup.get(outermost) ?? 0) + change
    if (used === 0) this.#usedByGroup.delete(outermost)
    else this.#usedByGroup.set(outermost, used)
  }

  #releaseOnce(group: readonly string[]): Release {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#use(group, -1)
      this.#schedule()
    }
  }
}
