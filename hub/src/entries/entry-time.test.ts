import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockOff, entryTime, FIRST_READ_AT } from './entry-time.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000
const DAY = 86_400_000
const clock = fc.constantFrom('synced', 'hub', 'corrected', 'unsynced')
const wall = fc.oneof(
  fc.integer({ min: NOW - 500 * DAY, max: NOW + 500 * DAY }),
  fc.integer({ min: NOW - 12 * MINUTE, max: NOW + 12 * MINUTE }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const age = fc.oneof(
  fc.constant(null),
  fc.nat(12 * MINUTE),
  fc.nat(500 * DAY),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }),
)
const entry = fc.record({ at: wall, age, clock }) as fc.Arbitrary<Parameters<typeof entryTime>[0]>

describe('the time of an entry', () => {
  it('is the edge’s, exactly, for every honest clock: near its age, or of an earlier boot', () => {
    const honest = fc.record({
      happened: fc.integer({ min: NOW - 399 * DAY, max: NOW }),
      way: fc.nat(MINUTE),
      off: fc.integer({ min: -3 * MINUTE, max: 3 * MINUTE }),
      clock: fc.constantFrom('synced', 'hub', 'corrected'),
      isOfThisBoot: fc.boolean(),
    })
    fc.assert(
      fc.property(honest, ({ happened, way, off, clock: quality, isOfThisBoot }) => {
        const at = happened + off
        const times = { at, age: isOfThisBoot ? NOW - happened : null, clock: quality } as const
        const late = !isOfThisBoot || NOW - happened > MINUTE
        expect(entryTime(times as never, NOW + way)).toEqual({ at, clock: quality, late })
        expect(clockOff(times as never, NOW + way)).toBe(null)
      }),
      { numRuns: runs(300) },
    )
  })

  it('never disagrees by over 5 minutes with an age, and never lies in the future or before 2020', () => {
    fc.assert(
      fc.property(entry, (times) => {
        const { at, clock: quality, late } = entryTime(times, NOW)
        expect(Number.isInteger(at)).toBe(true)
        expect(at).toBeGreaterThanOrEqual(FIRST_READ_AT)
        expect(at).toBeLessThanOrEqual(NOW + 5 * MINUTE)
        const isAge = times.age !== null && times.age <= 400 * DAY
        if (isAge)
          expect(Math.abs(at - (NOW - (times.age ?? 0)))).toBeLessThanOrEqual(5 * MINUTE + 1)
        if (times.age !== null && !isAge) expect(at).toBe(NOW)
        if (times.clock === 'unsynced') expect(quality).toBe('estimated')
        if (quality !== 'estimated') expect(at).toBe(Math.round(times.at))
        expect(late).toBe(!isAge || (times.age ?? 0) > MINUTE)
      }),
      { numRuns: runs(500) },
    )
  })

  it.each([
    ['a day behind its age', NOW - DAY, 100, NOW - 100],
    ['a day ahead of it', NOW - MINUTE, 2 * DAY, NOW - 2 * DAY],
    ['in the future', NOW + DAY, null, NOW],
    ['of an age that no device has', NOW - 401 * DAY, 401 * DAY, NOW],
  ])('is reckoned where the clock is %s', (_, at, since, reckoned) => {
    const times = { at, age: since, clock: 'synced' } as const
    expect(entryTime(times, NOW)).toMatchObject({ at: reckoned, clock: 'estimated' })
  })
})

describe('a clock that is off', () => {
  it('is told by how far, either way', () => {
    const off = (at: number, since: number | null, quality = 'synced') =>
      clockOff({ at, age: since, clock: quality as 'synced' }, NOW)
    expect(off(NOW - DAY - 100, 100)).toBe(-DAY)
    expect(off(NOW + DAY, 0)).toBe(DAY)
    expect(off(NOW + DAY, 0, 'unsynced')).toBe(null)
    expect(off(NOW - DAY, null)).toBe(null)
    expect(off(NOW - 5 * MINUTE, 0)).toBe(null)
  })
})
