import { expect, it } from 'vitest'
import { RaisedSeqs } from './announced-seqs.ts'

it('knows what it was told, also when seqs come late or twice', () => {
  const raised = new RaisedSeqs()
  expect([3, 1, 2, 3, 4].map((seq) => raised.add('a', seq))).toEqual([
    true,
    true,
    true,
    false,
    true,
  ])
  expect(raised.has('a', 5)).toBe(false)
  expect(raised.has('b', 3)).toBe(false)
  raised.settle('a', 4)
  expect(raised.add('a', 3)).toBe(false)
  expect(raised.add('a', 5)).toBe(true)
})

it('goes on where it is only when nothing is missing in between', () => {
  const raised = new RaisedSeqs()
  raised.cover('a', 10, 20)
  expect(raised.through('a')).toBeNull()
  raised.settle('a', 20)
  raised.cover('a', 20, 30)
  expect(raised.through('a')).toBe(30)
  raised.cover('a', 40, 50)
  expect(raised.through('a')).toBe(30)
  expect([31, 40, 41, 50, 51].filter((seq) => !raised.has('a', seq))).toEqual([31, 40, 51])
})

it('stays small whatever an agent shows', () => {
  const raised = new RaisedSeqs()
  for (let seq = 1; seq < 10_000; seq += 2) raised.add('a', seq)
  expect(raised.has('a', 9999)).toBe(true)
  expect(raised.has('a', 1)).toBe(false)
})
