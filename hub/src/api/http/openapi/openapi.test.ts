import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestHub, createTestHub } from '../../../testing/test-hub.ts'
import { calls, callsByNoun } from '../../calls.ts'
import { nameOf } from '../call.ts'
import type { OpenApiDocument } from './openapi-document.ts'

let hub: TestHub
let document: OpenApiDocument
beforeAll(async () => {
  hub = await createTestHub({ version: '1.2.3' })
  document = (await (await hub.call('GET', '/api/openapi.json')).json()) as OpenApiDocument
})
afterAll(() => hub.close())

const inOrder = (names: Iterable<string>) => [...names].toSorted((a, b) => a.localeCompare(b))

test('is served to everybody', () => {
  expect(document).toMatchObject({ openapi: '3.1.1', info: { version: '1.2.3' } })
})

test('describes every declared call, with who is let in, and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`
      return [name, operation] as const
    }),
  )
  expect(inOrder(described.map(([name]) => name))).toEqual(inOrder(calls.map(nameOf)))
  const operations = Object.fromEntries(described)
  for (const call of calls) {
    const { who } = call
    expect(operations[nameOf(call)]?.['x-roles']).toEqual(who === 'public' ? [] : who)
  }
  expect(operations['POST /api/auth/login']?.security).toEqual([])
  expect(operations['GET /api/auth/me']?.security).toEqual([{ bearer: [] }])
  const either = [{ bearer: [] }, { cookie: [] }]
  expect(operations['GET /api/photos/:name']?.security).toEqual(either)
})

test('gives each call a name of its own and the tag of its noun', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(calls.length)
  expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(callsByNoun))
  for (const [noun, { calls: some }] of Object.entries(callsByNoun)) {
    const tagged = operations.filter(({ tags }) => tags.includes(noun))
    expect(inOrder(tagged.map(({ operationId }) => operationId))).toEqual(
      inOrder(some.map((call) => call.id)),
    )
  }
})

test('refers to what it holds, and holds nothing else', () => {
  const text = JSON.stringify(document)
  for (const [kind, held] of Object.entries({
    schemas: document.components.schemas,
    responses: document.components.responses,
  })) {
    const referred = text.matchAll(new RegExp(`"#/components/${kind}/([\\w-]+)"`, 'g'))
    const names = new Set([...referred].map(([, name = '']) => name))
    expect(inOrder(names)).toEqual(inOrder(Object.keys(held)))
  }
})

test('leaves the recommended rules of redocly nothing to say', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})
