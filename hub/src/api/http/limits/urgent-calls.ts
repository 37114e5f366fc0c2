/**
 * Calls that somebody waits for at a barrier. Each asks the database a dozen times, one after the other,
 * and every time it would stand behind a slice of whatever can wait.
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

  /** Resolves when none is under way, after `mostMs` at the latest. */
  async over(mostMs: number): Promise<void> {
    if (this.#underWay === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, mostMs)
      this.#whenOver.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}
