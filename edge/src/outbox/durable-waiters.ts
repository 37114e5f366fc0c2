interface Waiter {
  upTo: number
  resolve: () => void
  reject: (reason: Error) => void
}

/** Who waits until the entries that were taken so far are durable. */
export class DurableWaiters {
  #taken = 0
  #durable = 0
  #waiting: Waiter[] = []

  get areWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** One more entry is to become durable, after those before it. Hot path. */
  taken(): void {
    this.#taken++
  }

  /** The oldest `n` of those that were not yet, are. */
  durable(n: number): void {
    this.#durable += n
    const isDone = ({ upTo }: Waiter) => upTo <= this.#durable
    const done = this.#waiting.filter(isDone)
    if (done.length === 0) return
    this.#waiting = this.#waiting.filter((waiter) => !isDone(waiter))
    for (const { resolve } of done) resolve()
  }

  /** Nothing becomes durable for now. */
  refuse(reason: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(reason)
  }

  /** Resolves once all that was taken is durable; rejects when that is refused first. */
  all(): Promise<void> {
    if (this.#durable >= this.#taken) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ upTo: this.#taken, resolve, reject })
    })
  }
}
