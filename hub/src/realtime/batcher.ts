/** Gathers items: the first after a quiet interval goes at once, the rest together. */
export interface Batcher<T> {
  add(items: readonly T[]): void
  /** Drops what waits and ends the timer. */
  stop(): void
}

/** Calls `send` at once and then at most every `intervalMs`, never with nothing. */
export function createBatcher<T>(
  send: (items: T[]) => void,
  intervalMs: number,
  startTimer: (run: () => void, ms: number) => NodeJS.Timeout = setTimeout,
): Batcher<T> {
  let waiting: T[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    timer = undefined
    if (waiting.length === 0) return
    const items = waiting
    waiting = []
    timer = startTimer(flush, intervalMs)
    send(items)
  }

  return {
    add(items) {
      for (const item of items) waiting.push(item)
      if (timer === undefined) flush()
    },
    stop() {
      clearTimeout(timer)
      waiting = []
    },
  }
}
