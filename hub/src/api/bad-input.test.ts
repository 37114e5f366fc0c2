import { type ErrorBody, parseUntrusted } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callNames, jsonLimitOf, operationOf } from '../testing/declared-answer.ts'
import { callExample, exampleOf, targetOf } from '../testing/example-call.ts'
import { createLivedInHub, type LivedInHub } from '../testing/lived-in-hub.ts'
import type { CallOptions } from '../testing/test-hub.ts'
import type { JsonSchema } from './http/openapi/json-schema.ts'

let hub: LivedInHub
beforeAll(async () => void (hub = await createLivedInHub()))
afterAll(() => hub.close())

const json = { 'content-type': 'application/json' }
const long = 'x'.repeat(5000)
const badTexts = [long, '\u0000', 'a\u0000b', '\ud800', '!', '-1', '1e9', '9'.repeat(40), 'today']
/** zod compares lengths before it looks at types, and throws for this one. */
const lengthBomb = { length: { toString: 0 } }
const badValues = [7, -1, 0.5, 1e300, true, null, '', [], ['x'], {}, { a: { b: [] } }, lengthBomb]

async function refusal(name: string, options: CallOptions & { target?: string }) {
  const answer = await callExample(hub, name, options)
  return { status: answer.status, ...((await answer.json()) as ErrorBody) }
}

/** Expects a call to be refused for this field of its body or query. */
async function refuses(
  name: string,
  field: string,
  options: CallOptions & { target?: string },
): Promise<void> {
  const { status, error, issues = [] } = await refusal(name, options)
  const fields = issues.map((issue) => issue.path.split('.')[0])
  expect([status, error, fields]).toEqual([400, 'invalid_input', expect.arrayContaining([field])])
}

const withQuery = callNames.filter((name) =>
  operationOf(name).parameters.some((parameter) => parameter.in === 'query'),
)
describe.each(withQuery)('the query of %s', (name) => {
  const query = operationOf(name).parameters.filter((parameter) => parameter.in === 'query')

  test.each(query)(
    'refuses what $name cannot be, and names it',
    async ({ name: field, schema }) => {
      const ask = async (text: string) => {
        if (text.trim() === '' || allows(schema, text)) return
        await refuses(name, field, { target: targetOf(name, undefined, { [field]: text }) })
      }
      // A URL holds no half characters.
      for (const text of badTexts.filter((bad) => bad !== '\ud800')) await ask(text)
      const texts = fc.string({ unit: 'binary', maxLength: 200 }).filter(isTrimmed)
      await fc.assert(fc.asyncProperty(texts, ask), { numRuns: runs(12) })
    },
  )
})

const withRange = withQuery.filter((name) =>
  ['from', 'to'].every((end) => operationOf(name).parameters.some((one) => one.name === end)),
)
test.each(withRange)('%s refuses a range that ends before it begins', async (name) => {
  const range = { from: '2026-01-02T00:00:00Z', to: '2026-01-01T23:59:59.999Z' }
  await refuses(name, 'from', { target: targetOf(name, undefined, range) })
})

const withBody = callNames.filter((name) => exampleOf(name))
describe.each(withBody)('the body of %s', (name) => {
  const { properties = {}, required = [] } =
    operationOf(name).requestBody?.content['application/json']?.schema ?? {}
  const example = exampleOf(name)
  const fields = Object.entries(properties).map(([field, schema]) => {
    return { field, schema: z.custom<JsonSchema>((s) => typeof s === 'object').parse(schema) }
  })

  test.each(fields)('refuses what $field cannot be, and names it', async ({ field, schema }) => {
    const { [field]: _, ...rest } = example
    if (required.includes(field)) await refuses(name, field, { body: rest })
    const put = async (value: unknown) => {
      if (allows(schema, value)) return
      await refuses(name, field, { body: { ...example, [field]: value } })
    }
    for (const value of [...badValues, ...badTexts, ...beyond(schema)]) await put(value)
    const values = fc.jsonValue({ maxDepth: 3 }).filter(isTrimmed)
    await fc.assert(fc.asyncProperty(values, put), { numRuns: runs(12) })
    // What is hashed may hold anything; what is stored and shown may not.
    if (schema.format === 'password') return
    const unseen = await refusal(name, { body: { ...example, [field]: 'TAG\u0000482' } })
    expect(unseen.status).toBe(400)
  })

  test('bears bombs and what is no JSON', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    for (const raw of [
      nested(32_000),
      `[${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}]`,
      `[${'0,'.repeat(30_000)}0]`,
      JSON.stringify('x'.repeat(60_000)),
      '{',
      '{} {}',
      'null',
      '1e999',
    ]) {
      const { status, error } = await refusal(name, { raw, headers: json })
      expect([status, error]).toEqual([400, 'invalid_input'])
    }
    const [field = ''] = Object.keys(example)
    await refuses(name, field, { raw: `{"${field}":${nested(30_000)}}`, headers: json })
    const tooLarge = nested(jsonLimitOf(name) / 2 + 1)
    expect((await refusal(name, { raw: tooLarge, headers: json })).error).toBe('too_large')
    const largest = nested(jsonLimitOf(name) / 2)
    expect((await refusal(name, { raw: largest, headers: json })).error).toBe('invalid_input')
    const plain = { 'content-type': 'text/plain' }
    expect((await refusal(name, { headers: plain })).error).toBe('invalid_input')
  })
})

const withPath = callNames.filter((name) => name.includes(':'))
test.each(withPath)('the path of %s stands for nothing else', async (name) => {
  for (const part of ['a%2Fb', 'a%2fb', 'a%00b', 'a%5Cb']) {
    const { status, error } = await refusal(name, { target: targetOf(name, part) })
    expect([status, error]).toEqual([400, 'invalid_input'])
  }
  for (const part of ['%ff', '%zz', long, '%20', "1'--", '1%0a', '0', '01', '9'.repeat(20), 'é']) {
    // So many digits are a tag.
    if (name.includes(':uid') && part.length === 20) continue
    const { status, error } = await refusal(name, { target: targetOf(name, part) })
    expect([part, status, error]).toEqual([part, 404, 'not_found'])
  }
})

/** A schema of the document allows a value; unlike zod's own reader, patterns are Unicode. */
function allows({ pattern, anyOf, ...schema }: JsonSchema, value: unknown): boolean {
  if (anyOf) return anyOf.some((one) => typeof one !== 'boolean' && allows(one, value))
  if (pattern && typeof value === 'string' && !new RegExp(pattern, 'u').test(value)) return false
  return parseUntrusted(z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema), value).success
}

/** Values just outside a schema's limits. */
function beyond({ minimum, maximum, minLength, maxLength, anyOf }: JsonSchema): unknown[] {
  return [
    ...(minimum === undefined ? [] : [minimum - 1, minimum - 1e-6]),
    ...(maximum === undefined ? [] : [maximum + 1, maximum + 1e-6]),
    ...(minLength === undefined ? [] : ['x'.repeat(minLength - 1)]),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(anyOf ?? []).flatMap((one) => (typeof one === 'boolean' ? [] : beyond(one))),
  ]
}

/** The hub trims a text before it looks at it, which the document cannot say. */
const isTrimmed = (value: unknown) => typeof value !== 'string' || value.trim() === value
