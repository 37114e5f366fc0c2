import { expect, test } from 'vitest'
import { RepairPace } from './repair-pace.ts'

test('what was mended is mended again at once, a few times', () => {
  const pace = new RepairPace()
  const waits = Array.from({ length: 8 }, (_, n) => pace.takeMs(`digest ${n}`))
  expect(waits.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0])
  expect(waits[6]).toBeGreaterThan(25_000)
  expect(waits[7]).toBeGreaterThan(waits[6] ?? 0)
})

test('what nothing is mended of waits twice as long each time, an hour at most', () => {
  const pace = new RepairPace()
  const waits = Array.from({ length: 12 }, () => pace.takeMs('same'))
  expect(waits.slice(0, 4)).toEqual([0, 30_000, 60_000, 120_000])
  expect(Math.max(...waits)).toBe(3_600_000)
})
