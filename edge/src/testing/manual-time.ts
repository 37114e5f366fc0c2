import type { Timers } from '../clock/timers.ts'

/** Time that passes only in `advance`: a monotonic clock, a wall clock and their timers. */
export interface ManualTime {
  monotonic: () => number
  now: () => number
  timers: Timers
  /** Lets both clocks pass `ms` and runs what falls due, in order. */
  advance(ms: number): void
  /** Moves the wall clock alone, as a first NTP sync does. */
  stepWall(ms: number): void
  /** The number of timers that are set. */
  pending(): number
}

export function createManualTime(start: { mono?: number; wall?: number } = {}): ManualTime {
  let mono = start.mono ?? 0
  let offset = (start.wall ?? Date.UTC(2026, 0, 1)) - mono
  const waiting = new Set<{ at: number; run: () => void }>()

  function nextDue(until: number) {
    let next: { at: number; run: () => void } | null = null
    for (const timer of waiting) {
      if (timer.at <= until && (next === null || timer.at < next.at)) next = timer
    }
    return next
  }

  return {
    monotonic: () => mono,
    now: () => mono + offset,
    timers: {
      after(ms, run) {
        const timer = { at: mono + Math.max(0, ms), run }
        waiting.add(timer)
        return () => waiting.delete(timer)
      },
    },
    advance(ms) {
      const until = mono + ms
      for (let timer = nextDue(until); timer !== null; timer = nextDue(until)) {
        waiting.delete(timer)
        mono = Math.max(mono, timer.at)
        timer.run()
      }
      mono = until
    },
    stepWall(ms) {
      offset += ms
    },
    pending: () => waiting.size,
  }
}
