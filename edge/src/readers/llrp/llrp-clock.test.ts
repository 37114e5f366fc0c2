import { beforeEach, expect, it } from 'vitest'
import { LlrpClock } from './llrp-clock.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** What the reader's clock shows when the edge's monotonic one shows 0: nothing that is right. */
const AHEAD = 123_456_789
let clock: LlrpClock

beforeEach(() => {
  clock = new LlrpClock()
  clock.restart(0)
  clock.compare(AHEAD, 0)
})

const ageOfRead = (happenedAt: number, arrivedAt: number) =>
  clock.age(AHEAD + happenedAt, arrivedAt)

it('a read that the reader held is as old as both clocks say', () => {
  expect(ageOfRead(-90_000, 500)).toBe(90_500)
  expect(ageOfRead(-10 * DAY_MS, 0)).toBe(10 * DAY_MS)
})

it('a read that comes at once has no age, nor does one of the time to come', () => {
  expect(ageOfRead(1000, 1020)).toBeUndefined()
  expect(ageOfRead(90_000, 1020)).toBeUndefined()
})

it('clocks that run apart give no read an age, however long the connection lasts', () => {
  const seconds = 20 * 86_400
  expect(ageOfRead(seconds * 1000 - seconds * 0.1, seconds * 1000)).toBeUndefined()
})

it('a read is of its arrival where the clock is not known, or was set since', () => {
  expect(clock.age(undefined, 0)).toBeUndefined()
  expect(ageOfRead(-40 * DAY_MS, 0)).toBeUndefined()
  // Set back by an hour on a connection that has lasted for half of one.
  expect(ageOfRead(-30 * MINUTE_MS, 30 * MINUTE_MS)).toBeUndefined()
  expect(ageOfRead(20 * MINUTE_MS, 30 * MINUTE_MS)).toBe(10 * MINUTE_MS)
  clock.restart(1000)
  expect(ageOfRead(-90_000, 1000)).toBeUndefined()
  clock.compare(AHEAD - DAY_MS, 1000)
  expect(clock.age(AHEAD - DAY_MS - 90_000, 1000)).toBe(90_000)
})
