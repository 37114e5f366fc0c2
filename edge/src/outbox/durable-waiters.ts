interface Waiter {
  upTo: number
  resolve: () => void
  reject: (reason: Error) => void
}

/** Callers that wait until the entries taken so far are durable. */
export class DurableWaiters {
  #taken = 0
  #durable = 0
  #waiting: Waiter[] = []

  get areWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** Counts one more entry, which becomes durable after those before it. Hot path. */
  taken(): void {
    this.#taken++
  }

  /** Counts the next `n` entries as durable, and resolves the callers that waited for them. */
  durable(n: number): void {
    this.#durable += n
    const isDone = ({ upTo }: Waiter) => upTo <= this.#durable
    const done = this.#waiting.filter(isDone)
    if (done.length === 0) return
    this.#waiting = this.#waiting.filter((waiter) => !isDone(waiter))
    for (const { resolve } of done) resolve()
  }

  /** Rejects every caller that waits: nothing becomes durable for now. */
  refuse(reason: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(reason)
  }

  /** Resolves once every entry taken so far is durable; rejects with the reason of `refuse`. */
  all(): Promise<void> {
    if (this.#durable >= this.#taken) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ upTo: this.#taken, resolve, reject })
    })
  }
}
