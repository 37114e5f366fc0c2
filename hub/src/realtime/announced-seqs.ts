const EPOCHS_REMEMBERED = 50_000
/** Ranges kept of one epoch: the live lane skips few entries, so a sound agent has a handful. */
const RANGES_REMEMBERED = 100

interface EpochSeqs {
  /** Everything up to this seq was announced, or is left to other replicas; null while unknown. */
  through: number | null
  /** Ranges beyond `through` that were announced, oldest first. */
  ranges: { from: number; to: number }[]
}

/**
 * Remembers by epoch which seqs were announced to the browsers of this replica, so that an entry is
 * not announced again when it comes with its batch, from another replica, or from the database.
 */
export class AnnouncedSeqs {
  readonly #epochs = new Map<string, EpochSeqs>()

  /** Notes a seq; returns false when it was noted before. */
  add(epoch: string, seq: number): boolean {
    if (this.has(epoch, seq)) return false
    this.#note(this.#of(epoch), seq, seq)
    return true
  }

  has(epoch: string, seq: number): boolean {
    const seqs = this.#epochs.get(epoch)
    if (seqs === undefined) return false
    if (seqs.through !== null && seq <= seqs.through) return true
    return seqs.ranges.some((r) => seq >= r.from && seq <= r.to)
  }

  /** Notes everything above `from` up to `to`. */
  cover(epoch: string, from: number, to: number): void {
    if (to <= from) return
    const seqs = this.#of(epoch)
    if (seqs.through !== null && from <= seqs.through) this.settle(epoch, to)
    else this.#note(seqs, from + 1, to)
  }

  /** Notes everything up to `watermark`. */
  settle(epoch: string, watermark: number): void {
    const seqs = this.#of(epoch)
    seqs.through = Math.max(seqs.through ?? 0, watermark)
    seqs.ranges = seqs.ranges.filter((r) => r.to > (seqs.through ?? 0))
  }

  /** The seq up to which everything was noted; null while unknown. */
  through(epoch: string): number | null {
    return this.#epochs.get(epoch)?.through ?? null
  }

  #note({ ranges }: EpochSeqs, from: number, to: number): void {
    const last = ranges.at(-1)
    if (last !== undefined && from >= last.from && from <= last.to + 1) {
      last.to = Math.max(last.to, to)
    } else ranges.push({ from, to })
    if (ranges.length > RANGES_REMEMBERED) ranges.shift()
  }

  #of(epoch: string): EpochSeqs {
    const seqs = this.#epochs.get(epoch) ?? { through: null, ranges: [] }
    // The map is in the order of use: the least recently used epoch is forgotten first.
    this.#epochs.delete(epoch)
    this.#epochs.set(epoch, seqs)
    if (this.#epochs.size > EPOCHS_REMEMBERED) {
      const [oldest] = this.#epochs.keys()
      if (oldest !== undefined) this.#epochs.delete(oldest)
    }
    return seqs
  }
}
