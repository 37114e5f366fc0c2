import { expect, it, vi } from 'vitest'
import { watchLoopLoad } from './loop-load.ts'

it('is high from a long turn of the event loop on, until none has come for a second', () => {
  vi.useFakeTimers()
  try {
    let now = 0
    const load = watchLoopLoad(() => now)
    const look = (afterMs: number) => {
      now += afterMs
      vi.advanceTimersByTime(50)
      return load.isHigh()
    }
    expect([look(50), look(60), look(90), look(50)]).toEqual([false, false, true, true])
    expect(Array.from({ length: 20 }, () => look(50)).at(-1)).toBe(false)
    load.stop()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
