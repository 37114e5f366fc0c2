import { expect, it } from 'vitest'
import { logOfScan, makeRead } from '../../testing/reads.ts'
import { TAGS_MAX, tagTotals } from './tag-totals.ts'

const readsOf = (tag: string, count: number) =>
  Array.from({ length: count }, (_, i) => logOfScan(makeRead(`${tag}-${i}`, i, { uid: tag })))

it('counts the reads of each tag, most first', () => {
  const logs = [...readsOf('B', 1), ...readsOf('C', 3), ...readsOf('A', 1)]
  expect(tagTotals(logs)).toEqual([
    { tag: 'C', total: 3 },
    { tag: 'A', total: 1 },
    { tag: 'B', total: 1 },
  ])
})

it('adds up what the longest list has no room for', () => {
  const logs = Array.from({ length: TAGS_MAX + 5 }, (_, i) => readsOf(`TAG-${i}`, 1)).flat()
  const totals = tagTotals(logs)
  expect(totals).toHaveLength(TAGS_MAX + 1)
  expect(totals.at(-1)).toEqual({ tag: 'Otros tags', total: 5 })
})
