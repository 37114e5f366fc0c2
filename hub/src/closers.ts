/**
 * How the parts that are open are closed again: in the reverse order of their opening, so that a part goes
 * while all that it was opened with is still there.
 */
export class Closers {
  readonly #closers: (() => unknown)[] = []
  #closing: Promise<void> | undefined

  /** Adds how a part is closed that was just opened. */
  add(close: () => unknown): void {
    this.#closers.push(close)
  }

  /**
   * Closes one part after the other, those behind one that fails too; rejects then with what failed first.
   * Repeated calls wait for the first.
   */
  close(): Promise<void> {
    return (this.#closing ??= this.#closeAll())
  }

  async #closeAll(): Promise<void> {
    const faults: unknown[] = []
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      try {
        await close()
      } catch (error) {
        faults.push(error)
      }
    }
    if (faults.length > 0) throw faults[0]
  }
}
