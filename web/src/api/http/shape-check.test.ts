import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createShape, type ShapeData } from './shape-check.ts'
import { writeShape } from './write-shape.ts'

/** The part of a schema that these tests call. */
interface Schema {
  toJSONSchema(): unknown
  safeParse(value: unknown): { success: boolean }
}

const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER, MAX_VALUE } = Number
const FILES = import.meta.glob<Record<string, Schema>>('../*/*shapes.ts', { eager: true })
const SHAPES: Record<string, Schema> = Object.assign({}, ...Object.values(FILES))

/** A JSON schema may name several types, which is written as one shape for each. */
type JsonSchema = ShapeData | { type: ('string' | 'null')[] }

/** Any value that fits, with and without what may be absent; the least and the largest are often. */
function good(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ('type' in schema && Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => good({ ...schema, type })))
  }
  const shape = schema as ShapeData
  if ('anyOf' in shape) return fc.oneof(...shape.anyOf.map(good))
  switch (shape.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return shape.const === undefined ? fc.boolean() : fc.constant(shape.const)
    case 'string':
      return 'enum' in shape ? fc.constantFrom(...shape.enum) : fc.string()
    case 'integer': {
      const { minimum: min = MIN_SAFE_INTEGER, maximum: max = MAX_SAFE_INTEGER } = shape
      const within = fc.maxSafeInteger().map((n) => min + (Math.abs(n) % (max - min + 1)))
      return fc.oneof(fc.constantFrom(min, max), within)
    }
    case 'number': {
      const { minimum: min = -MAX_VALUE, maximum: max = MAX_VALUE } = shape
      return fc.oneof(fc.constantFrom(min, max), fc.double({ min, max, noNaN: true }))
    }
    case 'array':
      return fc.array(good(shape.items), { maxLength: 3 })
    case 'object': {
      const members: Record<string, fc.Arbitrary<unknown>> = {}
      for (const [key, one] of Object.entries(shape.properties)) members[key] = good(one)
      return fc.record(members, { requiredKeys: shape.required ?? [] })
    }
  }
}

/** The value with one member at some depth replaced or removed. */
function damaged(value: unknown): fc.Arbitrary<unknown> {
  const junk = fc.constantFrom(undefined, null, '', 'x', 0, 1.5, -3, NaN, 2 ** 60, true, [], {})
  if (typeof value === 'number') return fc.oneof(junk, fc.constantFrom(value - 1, value + 1))
  if (typeof value !== 'object' || value === null) return junk
  const entries = Object.entries(value)
  const inside = entries.map(([key, one]) =>
    damaged(one).map((replaced): unknown => {
      if (Array.isArray(value)) return [replaced]
      const { [key]: _, ...rest } = { ...value } as Record<string, unknown>
      return replaced === undefined ? rest : { ...rest, [key]: replaced }
    }),
  )
  return fc.oneof(junk, ...inside)
}

describe('written-out shapes', () => {
  it('are found', () => {
    const anywhere = Object.keys(import.meta.glob('../../**/*shapes.ts'))
    expect(Object.keys(FILES)).toHaveLength(anywhere.length)
    expect(Object.keys(SHAPES)).toEqual(expect.arrayContaining(['LoginResponse', 'ScanEvent']))
  })

  it.each(Object.entries(SHAPES))('%s takes and refuses what the schema does', (_name, schema) => {
    const json = schema.toJSONSchema()
    const written = createShape(writeShape(json))
    // Made from the schema itself: the writer may have forgotten a member.
    const any = good(json as JsonSchema)
    fc.assert(
      fc.property(any, (value) => {
        expect(schema.safeParse(value).success).toBe(true)
        expect(written.safeParse(value)).toEqual({ success: true, data: value })
      }),
      { numRuns: runs(100) },
    )
    fc.assert(
      fc.property(any.chain(damaged), (bad) => {
        expect(written.safeParse(bad).success).toBe(schema.safeParse(bad).success)
      }),
      { numRuns: runs(300) },
    )
  })

  it('refuses to write a rule that it would not check', () => {
    expect(() => writeShape({ type: 'string', pattern: 'x' })).toThrow('pattern')
    expect(() => writeShape({ type: 'object', properties: { a: { $ref: '#' } } })).toThrow()
  })
})
