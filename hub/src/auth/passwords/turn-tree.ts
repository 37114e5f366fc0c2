/** One who waits; exactly one of the two is called. */
export interface Waiting {
  enter: () => void
  refuse: (why: string) => void
}

/**
 * Those who wait, in groups within groups. The groups within one take turns, however many are in
 * each; those of an innermost group come in their order.
 */
export class TurnTree {
  /** The first one is next. */
  readonly #groups = new Map<string, TurnTree>()
  readonly #line: Waiting[] = []
  #size = 0

  /** All that wait here and within. */
  get size(): number {
    return this.#size
  }

  sizeOf([name, ...rest]: readonly string[]): number {
    return name === undefined ? this.#size : (this.#groups.get(name)?.sizeOf(rest) ?? 0)
  }

  add([name, ...rest]: readonly string[], waiting: Waiting): void {
    this.#size++
    if (name === undefined) {
      this.#line.push(waiting)
      return
    }
    const group = this.#groups.get(name) ?? new TurnTree()
    this.#groups.set(name, group)
    group.add(rest, waiting)
  }

  /** Takes out the one whose turn it is. */
  takeNext(): Waiting | undefined {
    const [name] = this.#groups.keys()
    if (name === undefined) return this.#taken(this.#line.shift())
    const group = this.#groups.get(name)
    const next = this.#taken(group?.takeNext())
    // To the end of the round, where it goes on.
    this.#groups.delete(name)
    if (group && group.size > 0) this.#groups.set(name, group)
    return next
  }

  /** Takes out the newest of the longest line; of equal ones, of that whose turn is farthest. */
  dropFromLongest([name, ...rest]: readonly string[] = []): Waiting | undefined {
    const from = name ?? this.#longest()
    if (from === undefined) return this.#taken(this.#line.pop())
    const group = this.#groups.get(from)
    const dropped = this.#taken(group?.dropFromLongest(rest))
    if (group?.size === 0) this.#groups.delete(from)
    return dropped
  }

  /** Takes one out who waits at this place, if they still do. */
  remove([name, ...rest]: readonly string[], waiting: Waiting): Waiting | undefined {
    if (name === undefined) {
      const at = this.#line.indexOf(waiting)
      return at === -1 ? undefined : this.#taken(this.#line.splice(at, 1)[0])
    }
    const group = this.#groups.get(name)
    const removed = this.#taken(group?.remove(rest, waiting))
    if (group?.size === 0) this.#groups.delete(name)
    return removed
  }

  #taken(waiting: Waiting | undefined): Waiting | undefined {
    if (waiting) this.#size--
    return waiting
  }

  #longest(): string | undefined {
    let longest: string | undefined
    let most = 0
    for (const [name, { size }] of this.#groups) {
      if (size < most) continue
      longest = name
      most = size
    }
    return longest
  }
}
