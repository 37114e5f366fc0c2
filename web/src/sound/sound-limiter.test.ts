import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { createSoundLimiter } from './sound-limiter.ts'

it('a sound may start 2.5 s after the one before, not 1 ms earlier', () => {
  let now = 1e12
  const limiter = createSoundLimiter(() => now)
  expect(limiter.take()).toBe(true)
  now += 2499
  expect(limiter.take()).toBe(false)
  now += 1
  expect(limiter.take()).toBe(true)
})

it('sounds are never closer than 2.5 s, and none is held back without one before it', () => {
  const waits = fc.array(fc.oneof(fc.nat(3), fc.nat(600), fc.nat(6000)), { maxLength: 200 })
  fc.assert(
    fc.property(waits, (steps) => {
      let now = 1e12
      const limiter = createSoundLimiter(() => now)
      let last = Number.NEGATIVE_INFINITY
      for (const step of steps) {
        now += step
        const mayStart = now - last >= 2500
        expect(limiter.take()).toBe(mayStart)
        if (mayStart) last = now
      }
    }),
    { numRuns: runs(200) },
  )
})

it('a clock that is set back does not silence the page', () => {
  let now = 1e12
  const limiter = createSoundLimiter(() => now)
  limiter.take()
  now -= 3_600_000
  expect(limiter.take()).toBe(true)
  now += 2499
  expect(limiter.take()).toBe(false)
})
