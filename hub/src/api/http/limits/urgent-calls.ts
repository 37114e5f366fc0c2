/**
 * Calls that somebody waits for at a barrier. Each makes a dozen queries, one after the other, and
 * every one would wait behind a slice of other work: what can wait awaits `whenIdle` before a slice.
 */
export class UrgentCalls {
  #underWay = 0
  #whenOver: (() => void)[] = []

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay++
    try {
      return await work()
    } finally {
      this.#underWay--
      if (this.#underWay === 0) for (const goOn of this.#whenOver.splice(0)) goOn()
    }
  }

  /** Resolves when no urgent call is under way, or after `maxMs`. */
  async whenIdle(maxMs: number): Promise<void> {
    if (this.#underWay === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxMs)
      this.#whenOver.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}
