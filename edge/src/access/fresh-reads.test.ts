import type { ReaderState } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import type { TagRead } from '../readers/reader.ts'
import { createManualTime } from '../testing/manual-time.ts'
import { FreshReads } from './fresh-reads.ts'

function setUp() {
  const time = createManualTime({ mono: 100_000 })
  /** What the loop has not noticed yet. */
  let standsFor = 0
  const monotonic = () => time.monotonic() + standsFor
  const fresh = new FreshReads({ monotonic, timers: time.timers })
  fresh.start()
  const read = (more: Partial<TagRead> = {}): TagRead => {
    return { reader: 'gate', uid: 'E280', mono: monotonic(), ...more }
  }
  return { time, fresh, read, standStill: (ms: number) => (standsFor += ms), monotonic }
}

const states = (...all: [string, ReaderState['state']][]): ReaderState[] =>
  all.map(([id, state]) => ({ id, state, type: 'line', path: '', simulated: false, noise: 0 }))

it('a read is fresh where its reader did not keep it, nor the edge', () => {
  const { fresh, read, monotonic } = setUp()
  expect(fresh.isFresh(read())).toBe(true)
  expect(fresh.isFresh(read({ ageMs: 2000 }))).toBe(true)
  expect(fresh.isFresh(read({ ageMs: 2001 }))).toBe(false)
  expect(fresh.isFresh(read({ mono: monotonic() - 2001 }))).toBe(false)
})

it('what comes in the first two seconds of a link may have waited in its reader', () => {
  const { fresh, read, time } = setUp()
  fresh.readersChanged(states(['gate', 'open'], ['salida', 'closed']))
  expect(fresh.isFresh(read())).toBe(false)
  expect(fresh.isFresh(read({ reader: 'other' }))).toBe(true)
  time.advance(1999)
  fresh.readersChanged(states(['gate', 'silent'], ['salida', 'open']))
  expect(fresh.isFresh(read())).toBe(false)
  time.advance(1)
  expect(fresh.isFresh(read())).toBe(true)
  expect(fresh.isFresh(read({ reader: 'salida' }))).toBe(false)
  time.advance(5000)
  fresh.readersChanged(states(['gate', 'closed']))
  fresh.readersChanged(states(['gate', 'open']))
  expect(fresh.isFresh(read())).toBe(false)
})

it.each([
  ['before the loop has come to its timers', 0],
  ['after them', 250],
])('what is read when the loop stood still is not fresh, %s', (_, passes) => {
  const { fresh, read, time, standStill } = setUp()
  time.advance(3000)
  standStill(500)
  time.advance(passes)
  expect(fresh.isFresh(read())).toBe(true)
  time.advance(1000)
  standStill(751)
  time.advance(passes)
  expect(fresh.isFresh(read())).toBe(false)
  time.advance(400 - passes)
  expect(fresh.isFresh(read())).toBe(false)
  time.advance(1000)
  expect(fresh.isFresh(read())).toBe(true)
})

it('no timer is left when it has stopped', () => {
  const { fresh, time } = setUp()
  fresh.start()
  expect(time.pending()).toBe(1)
  fresh.stop()
  expect(time.pending()).toBe(0)
})
