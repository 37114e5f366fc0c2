import { expect, it } from 'vitest'
import { createRecentTags } from './recent-tags.ts'

it('a tag is a repeat until 60 s after its last read', () => {
  const tags = createRecentTags()
  expect(tags.note('A', 1000)).toBe(false)
  expect(tags.note('B', 1000)).toBe(false)
  expect(tags.note('A', 60_999)).toBe(true)
  expect(tags.note('B', 61_000)).toBe(false)
  // Counted from the last read, not from the first one.
  expect(tags.note('A', 120_998)).toBe(true)
})

it('reads that come in another order are still near or far', () => {
  const tags = createRecentTags()
  tags.note('A', 100_000)
  expect(tags.note('A', 99_000)).toBe(true)
  expect(tags.note('A', 159_999)).toBe(true)
  expect(tags.note('A', 1000)).toBe(false)
})

it('of too many tags the one noted longest ago is forgotten', () => {
  const tags = createRecentTags(2)
  tags.note('A', 0)
  tags.note('B', 1)
  tags.note('A', 2)
  tags.note('C', 3)
  expect(tags.note('A', 4)).toBe(true)
  expect(tags.note('B', 5)).toBe(false)
})
