import { formatAgentKey } from '@vehicle-control/protocol/agent-key'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { RefusedKeys } from './refused-keys.ts'

const HOUR_MS = 3_600_000
const key = (id: number) =>
  formatAgentKey({ id: id.toString(16).padStart(12, '0'), secret: 'ab'.repeat(32) })

let lines: Record<string, unknown>[]
let now: number
let keys: RefusedKeys
beforeEach(() => {
  lines = []
  now = 0
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  keys = new RefusedKeys(log, () => now)
})

test('tells which key came from where, once an hour, and never its secret', () => {
  for (let i = 0; i < 50; i++) keys.refused(key(1), '10.0.0.7')
  keys.refused('typed wrong', '10.0.0.8')
  keys.refused(undefined, '10.0.0.8')
  const first = { keyId: '000000000001', address: '10.0.0.7' }
  expect(lines).toMatchObject([first, { keyId: null, address: '10.0.0.8' }])
  expect(JSON.stringify(lines)).not.toMatch(/abab|typed wrong/)
  now += HOUR_MS
  keys.refused(key(1), '10.0.0.7')
  expect(lines).toMatchObject([{}, {}, first])
})

test('lets nobody fill the log with keys of their own', () => {
  for (let id = 0; id < 1000; id++) keys.refused(key(id), '10.0.0.7')
  expect(lines).toHaveLength(200)
})
