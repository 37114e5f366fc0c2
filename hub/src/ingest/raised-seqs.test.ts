import { expect, it } from 'vitest'
import { RaisedSeqs } from './raised-seqs.ts'

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
  raised.forgetUpTo('a', 4)
  expect(raised.has('a', 3)).toBe(false)
})

it('stays small whatever an agent shows', () => {
  const raised = new RaisedSeqs()
  for (let seq = 1; seq < 10_000; seq += 2) raised.add('a', seq)
  expect(raised.has('a', 9999)).toBe(true)
  expect(raised.has('a', 1)).toBe(false)
})
