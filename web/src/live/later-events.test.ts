import { expect, it } from 'vitest'
import { ackOf, isInput, sampleOf } from './later-events.ts'
import type { LiveEvent } from './live-events.ts'

const AT = Date.parse('2026-03-10T17:00:00.000Z')
const agent = { code: 'gate' }
const event = (kind: string, payload: unknown) => ({ kind, event: payload }) as LiveEvent

it('an ack has what it leaves out as null, and is none without its agent or its outcome', () => {
  const given = { id: 'c-1', agent, pin: 17, state: 1, ok: true, onMs: 5, reason: 'done' }
  expect(ackOf(event('ack', given))).toMatchObject({ code: 'gate', id: 'c-1', late: false })
  const nothing = { id: null, pin: null, state: null, onMs: null, reason: null }
  const short = { code: 'gate', ...nothing, ok: false, late: true }
  expect(ackOf(event('ack', { agent, ok: false, late: true }))).toMatchObject(short)
  expect(ackOf(event('ack', { agent: 'gate', ok: true }))?.code).toBe('gate')
  for (const none of [{ agent }, { ok: true }, { agent: {}, ok: true }, 'nonsense', null]) {
    expect(ackOf(event('ack', none))).toBeNull()
  }
  expect(ackOf(event('telemetry', given))).toBeNull()
})

it('a sample is of now where it has no time, and none without agent, type or value', () => {
  const sample = { agent, type: 'temp', value: 21.5, unit: '°C', ts: AT - 5 }
  const read = { code: 'gate', type: 'temp', source: '', value: 21.5, at: AT - 5, unit: '°C' }
  expect(sampleOf(event('telemetry', sample), AT)).toEqual(read)
  const hum = { agent, type: 'hum', value: 5, source: 'patio' }
  expect(sampleOf(event('telemetry', hum), AT)).toMatchObject({ source: 'patio', at: AT, unit: '' })
  for (const none of [{ ...sample, value: 'warm' }, { ...sample, agent: {} }, { agent }, 'x']) {
    expect(sampleOf(event('telemetry', none), AT)).toBeNull()
  }
  expect(sampleOf(event('ack', sample), AT)).toBeNull()
})

it('an input line has news by a sample of its type', () => {
  const input = { agent, type: 'input', value: 1, source: 'loop' }
  expect(isInput(event('telemetry', input))).toBe(true)
  expect(isInput(event('telemetry', { ...input, type: 'temp' }))).toBe(false)
  expect(isInput(event('read', input))).toBe(false)
})
