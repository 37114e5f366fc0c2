import type { BurstPace } from '@vehicle-control/protocol'

/** Sends items: at once within a burst, gathered beyond it. */
export interface Batcher<T> {
  add(items: readonly T[]): void
  /** Drops waiting items and stops the timer. */
  stop(): void
}

interface Time {
  /** Monotonic milliseconds. */
  now: () => number
  startTimer: (run: () => void, ms: number) => NodeJS.Timeout
}

const systemTime: Time = { now: () => performance.now(), startTimer: setTimeout }

/** Makes a batcher that calls `send` at the given pace, never with an empty array. */
export function createBatcher<T>(
  send: (items: T[]) => void,
  pace: BurstPace,
  { now, startTimer }: Time = systemTime,
): Batcher<T> {
  let waiting: T[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    timer = undefined
    const items = waiting
    waiting = []
    pace.begin(now())
    send(items)
  }

  return {
    add(items) {
      for (const item of items) waiting.push(item)
      if (waiting.length === 0 || timer !== undefined) return
      const wait = pace.waitMs(now())
      if (wait <= 0) flush()
      else timer = startTimer(flush, wait)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}
