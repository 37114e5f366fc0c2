/** A request in the queue; exactly one of its two functions is called, once. */
export interface QueuedRequest {
  admit: () => void
  refuse: (why: string) => void
}

/**
 * A queue of nested groups. Groups side by side take turns, however many requests are in each; the
 * requests of an innermost group keep their order.
 */
export class FairQueue {
  /** The first one is next. */
  readonly #groups = new Map<string, FairQueue>()
  readonly #requests: QueuedRequest[] = []
  #size = 0

  /** Requests of this queue and of all groups within. */
  get size(): number {
    return this.#size
  }

  /** Requests of the group at this path and of all groups within it. */
  sizeOf([name, ...rest]: readonly string[]): number {
    return name === undefined ? this.#size : (this.#groups.get(name)?.sizeOf(rest) ?? 0)
  }

  add([name, ...rest]: readonly string[], request: QueuedRequest): void {
    this.#size++
    if (name === undefined) {
      this.#requests.push(request)
      return
    }
    const group = this.#groups.get(name) ?? new FairQueue()
    this.#groups.set(name, group)
    group.add(rest, request)
  }

  /** Removes the request whose turn it is, among the outermost groups that may have one. */
  takeNext(mayHaveOne: (group: string) => boolean = () => true): QueuedRequest | undefined {
    for (const [name, group] of this.#groups) {
      if (!mayHaveOne(name)) continue
      const next = this.#taken(group.takeNext())
      // To the end of the round, while it has more requests.
      this.#groups.delete(name)
      if (group.size > 0) this.#groups.set(name, group)
      return next
    }
    return this.#taken(this.#requests.shift())
  }

  /**
   * Removes the newest request of the largest group, and within it of its largest one, and so on;
   * of groups of one size, that whose turn comes last.
   */
  dropFromLargest([name, ...rest]: readonly string[] = []): QueuedRequest | undefined {
    const from = name ?? this.#largest()
    if (from === undefined) return this.#taken(this.#requests.pop())
    const group = this.#groups.get(from)
    const dropped = this.#taken(group?.dropFromLargest(rest))
    if (group?.size === 0) this.#groups.delete(from)
    return dropped
  }

  /** Removes a request of this group, if it is still there. */
  remove([name, ...rest]: readonly string[], request: QueuedRequest): QueuedRequest | undefined {
    if (name === undefined) {
      const at = this.#requests.indexOf(request)
      return at === -1 ? undefined : this.#taken(this.#requests.splice(at, 1)[0])
    }
    const group = this.#groups.get(name)
    const removed = this.#taken(group?.remove(rest, request))
    if (group?.size === 0) this.#groups.delete(name)
    return removed
  }

  #taken(request: QueuedRequest | undefined): QueuedRequest | undefined {
    if (request) this.#size--
    return request
  }

  #largest(): string | undefined {
    let largest: string | undefined
    let most = 0
    for (const [name, { size }] of this.#groups) {
      if (size < most) continue
      largest = name
      most = size
    }
    return largest
  }
}
