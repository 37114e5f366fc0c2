import { expect, it } from 'vitest'
import { makeRead } from '../testing/reads.ts'
import { mergeReads } from './merge-reads.ts'

const AT = Date.parse('2026-03-10T17:00:00.000Z')
const read = (id: string, ms: number) => makeRead(id, AT + ms)
const decision = { verdict: 'deny', reason: 'denied', mode: 'observe' }

it('keeps each read once, the newest first, and no more than it may', () => {
  const known = mergeReads([], [read('a-1', 0), read('a-3', 200)], 3)
  const merged = mergeReads(known, [read('a-2', 100), read('a-3', 200), read('a-4', 300)], 3)
  expect(merged.map(({ id }) => id)).toEqual(['a-4', 'a-3', 'a-2'])
  expect(mergeReads(merged, [read('a-4', 300)], 3)).toBe(merged)
})

it('takes a read again that says what was decided on it, once, and never loses it', () => {
  const known = mergeReads([], [read('a-1', 0), read('a-2', 100)], 3)
  const decided = mergeReads(known, [{ ...read('a-1', 0), decision }], 3)
  expect(decided.map(({ id, decision: what }) => [id, what?.verdict])).toEqual([
    ['a-2', undefined],
    ['a-1', 'deny'],
  ])
  expect(mergeReads(decided, [read('a-1', 0)], 3)).toBe(decided)
  expect(mergeReads(decided, [{ ...read('a-1', 0), decision }], 3)).toBe(decided)
})
