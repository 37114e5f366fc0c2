import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isDeeperThan, parseUntrusted } from './parse-untrusted.ts'

const Person = z.object({ name: z.string().trim().max(5), tags: z.array(z.string().min(1)).max(2) })
const bomb = { length: { toString: 0 } }

test('parses what fits, and names what does not', () => {
  expect(parseUntrusted(Person, { name: ' Ana ', tags: [] }).data).toEqual({
    name: 'Ana',
    tags: [],
  })
  expect(parseUntrusted(Person, { name: 7, tags: [] }).error?.issues[0]?.path).toEqual(['name'])
})

test('refuses an object whose length is an object, for which zod throws, and names its field', () => {
  expect(() => Person.safeParse({ name: bomb, tags: [] })).toThrow(TypeError)
  expect(parseUntrusted(Person, { name: bomb, tags: [] }).error?.issues[0]?.path).toEqual(['name'])
  expect(parseUntrusted(Person, { name: 'A', tags: [bomb] }).error?.issues[0]?.path).toEqual([
    'tags',
    0,
  ])
  expect(parseUntrusted(Person, { name: 'A', tags: bomb }).success).toBe(false)
})

test('refuses it even where it lies too deep to be walked', () => {
  let deep: unknown = 1
  for (let i = 0; i < 100_000; i++) deep = [deep]
  expect(parseUntrusted(Person, { name: bomb, deep }).success).toBe(false)
})

test('throws what is not about the input', () => {
  const broken = z.string().transform(() => {
    throw new RangeError('ours')
  })
  expect(() => parseUntrusted(broken, 'x')).toThrow('ours')
})

const depthOf = (value: unknown): number =>
  value === null || typeof value !== 'object'
    ? 0
    : 1 + Math.max(0, ...Object.values(value).map(depthOf))

test('the depth of a text agrees with the parsed value, brackets and quotes inside texts or not', () => {
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

test('the depth of a text tells of 65,000 levels without going into them', () => {
  expect(isDeeperThan('['.repeat(65_000), 8)).toBe(true)
})
