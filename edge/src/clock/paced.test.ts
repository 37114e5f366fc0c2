import { expect, it } from 'vitest'
import { createManualTime } from '../testing/manual-time.ts'
import { Paced } from './paced.ts'

it('few changes are told at once, of many the last now and then, and the very last always', () => {
  const time = createManualTime()
  const told: number[] = []
  const paced = new Paced<number>({
    timers: time.timers,
    burst: 3,
    everyMs: 1000,
    tell: (last) => told.push(last),
  })
  for (let i = 1; i <= 200; i++) {
    paced.changed(i)
    if (i <= 3) expect(told).toHaveLength(i)
    time.advance(20)
  }
  expect(told).toEqual([1, 2, 3, 50, 100, 150, 200])
  time.advance(10_000)
  expect(told).toHaveLength(7)
  for (let i = 201; i <= 204; i++) paced.changed(i)
  expect(told.slice(7)).toEqual([201, 202, 203])
  paced.stop()
  time.advance(10_000)
  expect(told).toHaveLength(10)
})
