import { expect, it } from 'vitest'
import { createManualTime } from '../testing/manual-time.ts'
import { ThrottledChanges } from './throttled-changes.ts'

it('few changes are reported at once, of many the last now and then, and the very last always', () => {
  const time = createManualTime()
  const reported: number[] = []
  const changes = new ThrottledChanges<number>({
    timers: time.timers,
    burst: 3,
    everyMs: 1000,
    report: (last) => reported.push(last),
  })
  for (let i = 1; i <= 200; i++) {
    changes.changed(i)
    if (i <= 3) expect(reported).toHaveLength(i)
    time.advance(20)
  }
  expect(reported).toEqual([1, 2, 3, 50, 100, 150, 200])
  time.advance(10_000)
  expect(reported).toHaveLength(7)
  for (let i = 201; i <= 204; i++) changes.changed(i)
  expect(reported.slice(7)).toEqual([201, 202, 203])
  changes.stop()
  time.advance(10_000)
  expect(reported).toHaveLength(10)
})
