import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { largestThatFit } from './use-square-size.ts'

const WALL = [72, 31] as const

it.each([
  [1, 'huge'],
  [20, 'large'],
  [60, 'small'],
  [150, 'line'],
  [300, 'block'],
  [2000, 'dot'],
  [10_000, 'speck'],
])('gives %i agents on a full HD wall the largest squares that fit', (count, name) => {
  expect(largestThatFit(count, ...WALL).name).toBe(name)
})

it.each([1, 3, 20, 150, 300, 2000])('fills the height of a wall with %i agents', (count) => {
  const [width, height] = WALL
  const size = largestThatFit(count, width, height)
  const filled = Math.ceil(count / size.columns) * (size.heightRem + size.gapRem)
  expect(filled).toBeLessThanOrEqual(height)
  expect(filled).toBeGreaterThan(height - 1)
})

it.each([
  [4, 2],
  [5, 3],
  [8, 3],
])('puts %i agents into %i columns, so that no row is all but empty', (count, columns) => {
  expect(largestThatFit(count, ...WALL).columns).toBe(columns)
})

it('never gives more agents larger squares, nor a larger wall smaller ones', () => {
  const length = fc.integer({ min: 1, max: 200 })
  fc.assert(
    fc.property(fc.nat(12_000), fc.nat(500), length, length, (count, more, width, height) => {
      const area = (c: number, w: number) => largestThatFit(c, w, height).widthRem
      expect(area(count + more, width)).toBeLessThanOrEqual(area(count, width))
      expect(area(count, width + 10)).toBeGreaterThanOrEqual(area(count, width))
    }),
    { numRuns: runs(200) },
  )
})
