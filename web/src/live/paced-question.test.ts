import { expect, it, vi } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createPacedQuestion } from './paced-question.ts'

const question = (clock: ReturnType<typeof createFakeClock>, ask: () => void) =>
  createPacedQuestion({ clock, withinMs: 2000, restMs: () => 5000, ask })

it('asks once for all news of a moment, and for what comes later after a rest', () => {
  const clock = createFakeClock()
  const ask = vi.fn<() => void>()
  const { hear } = question(clock, ask)
  hear()
  clock.advance(999)
  hear()
  expect(ask).not.toHaveBeenCalled()
  clock.advance(1001)
  expect(ask).toHaveBeenCalledTimes(1)
  hear()
  // The first may have come a second ago.
  clock.advance(3999)
  expect(ask).toHaveBeenCalledTimes(1)
  clock.advance(1001)
  expect(ask).toHaveBeenCalledTimes(2)
  clock.advance(60_000)
  expect(ask).toHaveBeenCalledTimes(2)
})

it('spreads what 500 screens ask that hear the same news', () => {
  const clock = createFakeClock()
  let asked = 0
  for (let screen = 0; screen < 500; screen++) question(clock, () => asked++).hear()
  const atOnce = Array.from({ length: 40 }, () => {
    const before = asked
    clock.advance(50)
    return asked - before
  })
  expect(asked).toBe(500)
  expect(Math.max(...atOnce)).toBeLessThan(60)
})

it('asks nothing once it is stopped', () => {
  const clock = createFakeClock()
  const ask = vi.fn<() => void>()
  const { hear, stop } = question(clock, ask)
  hear()
  stop()
  clock.advance(60_000)
  expect(ask).not.toHaveBeenCalled()
})
