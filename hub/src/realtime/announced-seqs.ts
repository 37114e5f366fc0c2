const epochsRemembered = 50_000
/** Of one epoch: the live lane leaves out little, so an honest agent has a handful. */
const rangesRemembered = 100

interface Raised {
  /** Everything up to it was raised, or is none of our business; null while that is not known. */
  through: number | null
  /** Raised beyond it, oldest first. */
  ranges: { from: number; to: number }[]
}

/**
 * Which entries the screens of this process have been told of, by epoch: the same entry is not
 * raised again when it comes with its batch, from another replica, or out of the database.
 */
export class RaisedSeqs {
  readonly #epochs = new Map<string, Raised>()

  /** Notes a seq; false when it was noted before. */
  add(epoch: string, seq: number): boolean {
    if (this.has(epoch, seq)) return false
    this.#note(this.#of(epoch), seq, seq)
    return true
  }

  has(epoch: string, seq: number): boolean {
    const raised = this.#epochs.get(epoch)
    if (raised === undefined) return false
    if (raised.through !== null && seq <= raised.through) return true
    return raised.ranges.some((r) => seq >= r.from && seq <= r.to)
  }

  /** Notes everything above `from` up to `to`. */
  cover(epoch: string, from: number, to: number): void {
    if (to <= from) return
    const raised = this.#of(epoch)
    if (raised.through !== null && from <= raised.through) this.settle(epoch, to)
    else this.#note(raised, from + 1, to)
  }

  /** Notes everything up to `watermark`: none of it is raised any more. */
  settle(epoch: string, watermark: number): void {
    const raised = this.#of(epoch)
    raised.through = Math.max(raised.through ?? 0, watermark)
    raised.ranges = raised.ranges.filter((r) => r.to > (raised.through ?? 0))
  }

  /** Up to where everything was raised; null while that is not known. */
  through(epoch: string): number | null {
    return this.#epochs.get(epoch)?.through ?? null
  }

  #note({ ranges }: Raised, from: number, to: number): void {
    const last = ranges.at(-1)
    if (last !== undefined && from >= last.from && from <= last.to + 1) {
      last.to = Math.max(last.to, to)
    } else ranges.push({ from, to })
    if (ranges.length > rangesRemembered) ranges.shift()
  }

  #of(epoch: string): Raised {
    const raised = this.#epochs.get(epoch) ?? { through: null, ranges: [] }
    // The map's order is that of use: its first is forgotten first.
    this.#epochs.delete(epoch)
    this.#epochs.set(epoch, raised)
    if (this.#epochs.size > epochsRemembered) {
      const [oldest] = this.#epochs.keys()
      if (oldest !== undefined) this.#epochs.delete(oldest)
    }
    return raised
  }
}
