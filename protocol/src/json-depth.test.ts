import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

const depthOf = (value: unknown): number =>
  value === null || typeof value !== 'object'
    ? 0
    : 1 + Math.max(0, ...Object.values(value).map(depthOf))

it('agrees with the parsed value, brackets and quotes inside texts or not', () => {
  const hostile = fc.constantFrom('[{', '"', '\\', '\\"[', '}]')
  const value = fc.jsonValue({
    maxDepth: 6,
    stringUnit: fc.oneof(fc.string({ maxLength: 1, minLength: 1 }), hostile),
  })
  fc.assert(
    fc.property(value, fc.nat(8), (json, limit) => {
      expect(isDeeperThan(JSON.stringify(json), limit)).toBe(depthOf(json) > limit)
    }),
  )
})

it('tells of 65,000 levels without going into them', () => {
  expect(isDeeperThan('['.repeat(65_000), 8)).toBe(true)
})
