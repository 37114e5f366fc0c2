import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Stamp } from '../../clock/clock.ts'
import { createManualTime } from '../../testing/manual-time.ts'
import { AGE_MAX_MS, CLOCKS_AGREE_MS, ReaderClock, STEADY_MS } from './reader-clock.ts'

const HOUR = 3_600_000

let time: ReturnType<typeof createManualTime>
let quality: Stamp['clock']
let clock: ReaderClock
beforeEach(() => {
  time = createManualTime()
  quality = 'synced'
  clock = new ReaderClock((mono) => ({
    at: time.now() - time.monotonic() + mono,
    clock: quality,
  }))
})

const ageOf = (at: number) => clock.ageMs(at, time.monotonic())

describe('the age of a read', () => {
  it('is how long before its arrival it was, where the clocks agree', () => {
    expect([ageOf(time.now()), ageOf(time.now() - 250), ageOf(time.now() - HOUR)]).toEqual([
      0,
      250,
      HOUR,
    ])
    expect(clock.behindMs()).toBe(0)
  })

  it('is 0 for a clock that is a little ahead, and counted from that for one further ahead', () => {
    expect(ageOf(time.now() + CLOCKS_AGREE_MS)).toBe(0)
    expect(clock.behindMs()).toBe(0)
    expect(ageOf(time.now() + HOUR)).toBe(0)
    expect(ageOf(time.now() + HOUR - 60_000)).toBe(60_000)
    expect(clock.behindMs()).toBe(-HOUR)
  })

  it('is none for a time that no read can have', () => {
    const absurd = [
      0,
      time.now() - AGE_MAX_MS - 1,
      time.now() + AGE_MAX_MS + 1,
      Number.NaN,
      Infinity,
    ]
    expect(absurd.map(ageOf)).toEqual(absurd.map(() => undefined))
  })
})

describe('a reader whose clock is behind', () => {
  it('is found out by reads that stay late by the same', () => {
    expect(ageOf(time.now() - 5 * HOUR)).toBe(5 * HOUR)
    time.advance(STEADY_MS)
    expect(ageOf(time.now() - 5 * HOUR - 300)).toBe(300)
    expect(clock.behindMs()).toBe(5 * HOUR)
    time.advance(HOUR)
    expect(ageOf(time.now() - 5 * HOUR - 60_000)).toBe(60_000)
  })

  it('is believed again once it is set', () => {
    ageOf(time.now() - 5 * HOUR)
    time.advance(STEADY_MS)
    ageOf(time.now() - 5 * HOUR)
    expect(ageOf(time.now() - 100)).toBe(100)
    expect(clock.behindMs()).toBe(0)
  })

  it('is not seen in what a broker kept and sends for a minute', () => {
    const began = time.now() - HOUR
    for (let i = 0; i < 60; i++) {
      expect(ageOf(began + i * 50_000)).toBe(time.now() - began - i * 50_000)
      time.advance(1000)
    }
    expect(clock.behindMs()).toBe(0)
  })
})

it('an edge without a clock counts ages from the latest read, and begins anew with one', () => {
  quality = 'unsynced'
  expect(ageOf(time.now() - 90 * 60_000)).toBe(0)
  expect(ageOf(time.now() - 100 * 60_000)).toBe(10 * 60_000)
  expect(clock.behindMs()).toBe(0)
  quality = 'synced'
  expect(ageOf(time.now() - 90 * 60_000)).toBe(90 * 60_000)
})

it('every age is finite, not negative and at most a week, whatever the clocks do', () => {
  const step = fc.record({
    advance: fc.nat(100_000),
    stepWall: fc.integer({ min: -HOUR, max: HOUR }),
    late: fc.oneof(fc.double(), fc.integer({ min: -HOUR, max: HOUR }), fc.constant(NaN)),
    synced: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      for (const { advance, stepWall, late, synced } of steps) {
        time.advance(advance)
        time.stepWall(stepWall)
        quality = synced ? 'synced' : 'unsynced'
        const age = ageOf(time.now() - late)
        expect(age === undefined || (age >= 0 && age <= AGE_MAX_MS)).toBe(true)
      }
    }),
    { numRuns: runs(100) },
  )
})
