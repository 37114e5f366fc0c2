/**
 * Closes open parts in the reverse order of their opening, so that each closes while all that it
 * was opened with is still open.
 */
export class Closers {
  readonly #closers: (() => unknown)[] = []
  #closing: Promise<void> | undefined

  /** Adds the function that closes a part which was just opened. */
  add(close: () => unknown): void {
    this.#closers.push(close)
  }

  /**
   * Closes one part after the other, also after one that fails; rejects then with the first error.
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
