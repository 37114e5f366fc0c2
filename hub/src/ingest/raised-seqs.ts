const epochsRemembered = 10_000
/** Of one epoch: the live lane leaves out little, so an honest agent has a handful. */
const rangesRemembered = 100

/**
 * Which entries the live lane has shown already, by epoch: the same entry is not raised again when
 * it comes with its batch.
 */
export class RaisedSeqs {
  readonly #ranges = new Map<string, { from: number; to: number }[]>()

  /** Notes a seq; false when it was noted before. */
  add(epoch: string, seq: number): boolean {
    if (this.has(epoch, seq)) return false
    let ranges = this.#ranges.get(epoch)
    if (ranges === undefined) {
      ranges = []
      this.#ranges.set(epoch, ranges)
      this.#forgetOldest()
    }
    const last = ranges.at(-1)
    if (last !== undefined && seq === last.to + 1) last.to = seq
    else ranges.push({ from: seq, to: seq })
    if (ranges.length > rangesRemembered) ranges.shift()
    return true
  }

  has(epoch: string, seq: number): boolean {
    const ranges = this.#ranges.get(epoch)
    return ranges?.some((r) => seq >= r.from && seq <= r.to) ?? false
  }

  /** What is committed never comes again. */
  forgetUpTo(epoch: string, watermark: number): void {
    const ranges = this.#ranges.get(epoch)?.filter((r) => r.to > watermark)
    if (ranges === undefined) return
    if (ranges.length === 0) this.#ranges.delete(epoch)
    else this.#ranges.set(epoch, ranges)
  }

  #forgetOldest(): void {
    if (this.#ranges.size <= epochsRemembered) return
    for (const oldest of this.#ranges.keys()) {
      this.#ranges.delete(oldest)
      return
    }
  }
}
