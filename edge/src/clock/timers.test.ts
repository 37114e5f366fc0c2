import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { systemTimers } from './timers.ts'

const DAY_MS = 86_400_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([1, 24.8, 25, 30, 400])('a timer of %s days runs then, once, and not before', (days) => {
  const run = vi.fn()
  systemTimers.after(days * DAY_MS, run)
  vi.advanceTimersByTime(days * DAY_MS - 1)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

it('a timer of 60 days is cancelled in its first part and in a later one', () => {
  for (const days of [1, 40]) {
    const cancel = systemTimers.after(60 * DAY_MS, () => expect.unreachable())
    vi.advanceTimersByTime(days * DAY_MS)
    cancel()
    expect(vi.getTimerCount()).toBe(0)
  }
})
