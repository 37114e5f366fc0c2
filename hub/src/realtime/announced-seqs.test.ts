import { expect, it } from 'vitest'
import { AnnouncedSeqs } from './announced-seqs.ts'

it('knows what was noted, also when seqs come late or twice', () => {
  const announced = new AnnouncedSeqs()
  expect([3, 1, 2, 3, 4].map((seq) => announced.add('a', seq))).toEqual([
    true,
    true,
    true,
    false,
    true,
  ])
  expect(announced.has('a', 5)).toBe(false)
  expect(announced.has('b', 3)).toBe(false)
  announced.settle('a', 4)
  expect(announced.add('a', 3)).toBe(false)
  expect(announced.add('a', 5)).toBe(true)
})

it('goes on where it is only when nothing is missing in between', () => {
  const announced = new AnnouncedSeqs()
  announced.cover('a', 10, 20)
  expect(announced.through('a')).toBeNull()
  announced.settle('a', 20)
  announced.cover('a', 20, 30)
  expect(announced.through('a')).toBe(30)
  announced.cover('a', 40, 50)
  expect(announced.through('a')).toBe(30)
  expect([31, 40, 41, 50, 51].filter((seq) => !announced.has('a', seq))).toEqual([31, 40, 51])
})

it('stays small whatever an agent shows', () => {
  const announced = new AnnouncedSeqs()
  for (let seq = 1; seq < 10_000; seq += 2) announced.add('a', seq)
  expect(announced.has('a', 9999)).toBe(true)
  expect(announced.has('a', 1)).toBe(false)
})
