import { expect, it } from 'vitest'
import { line } from './text.ts'

it('a line keeps its bound, although NFC makes three characters of some', () => {
  const name = line(64)
  expect(name.safeParse('\uFB2C'.repeat(64)).success).toBe(false)
  const longest = name.parse('\uFB2C'.repeat(21))
  expect(longest).toHaveLength(63)
  expect(name.parse(longest)).toBe(longest)
  expect(name.parse(` ${'n\u0303'.repeat(64)} `)).toHaveLength(64)
})
