import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readJsonValues } from './json-values.ts'

const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
const object = fc.dictionary(
  fc.string({ maxLength: 8 }),
  fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(fc.string(), leaf)),
  { maxKeys: 5, noNullPrototype: true },
)
/** No JSON by itself, and without bracket or quote: nothing of it can belong to an object. */
const garbage = fc.stringMatching(/^![^[\]{}"\s,]{0,19}$/)

it('finds the objects of a text that is one, an array, lines, or objects without anything between', () => {
  const separator = fc.constantFrom('', '\n', '\r\n', ' , ')
  fc.assert(
    fc.property(fc.array(object, { minLength: 1 }), separator, (objects, between) => {
      const texts = objects.map((one) => JSON.stringify(one))
      expect(readJsonValues(texts.join(between))).toEqual({ values: objects, broken: 0 })
      expect(readJsonValues(JSON.stringify(objects))).toEqual({ values: objects, broken: 0 })
    }),
    { numRuns: runs(100) },
  )
})

it('finds the objects between garbage, and tells each stretch of that once', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(garbage, object)), garbage, (pairs, tail) => {
      const text = pairs.map(([before, one]) => before + JSON.stringify(one)).join('') + tail
      const values = pairs.map(([, one]) => one)
      expect(readJsonValues(text)).toEqual({ values, broken: pairs.length + 1 })
    }),
    { numRuns: runs(100) },
  )
})

it('finds whole objects after one that is cut off anywhere', () => {
  const tag = { uid: '7EDA9038', note: 'a "quoted" {brace}' }
  const text = JSON.stringify(tag)
  for (let cut = 1; cut < text.length; cut++) {
    const { values, broken } = readJsonValues(`${text.slice(0, cut)}\n${text}${text}`)
    expect(values.slice(-1), `cut at ${cut}`).toEqual([tag])
    expect(broken).toBeGreaterThan(0)
  }
})

it('passes over an object that is not JSON as a whole', () => {
  const text = '{"uid":"11111111","seen":{"uid":"22222222"},}{"uid":"33333333"}'
  expect(readJsonValues(text)).toEqual({ values: [{ uid: '33333333' }], broken: 1 })
})

it('never throws, and ends on what is made to be looked at for ever', () => {
  const nasty = fc.stringMatching(/^[[\]{}"\\:,1a]{0,200}$/)
  fc.assert(
    fc.property(nasty, (text) => {
      const { values, broken } = readJsonValues(text)
      expect(values.length + broken).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: runs(500) },
  )
  for (const unit of ['{', '[', '{"', '{"\\', '{"a":[', '{}']) {
    const text = `!${unit.repeat(1_000_000 / unit.length)}`
    expect(readJsonValues(text).broken).toBeGreaterThan(0)
  }
})
