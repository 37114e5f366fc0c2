import { runs } from '@vehicle-control/protocol/testing/runs'
import { ScanEvent, SuppressedEvent } from '@vehicle-control/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRead } from '../testing/reads.ts'
import {
  tolerantAgentStatus,
  tolerantHubAlerts,
  tolerantScan,
  tolerantSuppression,
} from './tolerant-events.ts'

const NOW = Date.parse('2026-03-10T17:00:00.000Z')
const nowIso = new Date(NOW).toISOString()

describe('a read of an event', () => {
  it('takes the tag from uid, tag or id, in this order', () => {
    const scan = (payload: object) => tolerantScan(payload, NOW)
    expect(scan({ uid: 'E2801', tag: 'E2802', id: 'x-1' })).toMatchObject({
      uid: 'E2801',
      id: 'x-1',
    })
    expect(scan({ tag: ' E2802 ', id: 'x-1' })).toMatchObject({ uid: 'E2802', id: 'x-1' })
    expect(scan({ id: 'de:ad:be:ef' })).toMatchObject({ uid: 'DEADBEEF' })
    expect(scan({ id: 'CONNECTED' })).toBeNull()
    expect(scan({ id: 'x-1' })).toBeNull()
    expect(scan({ uid: '', agent: { code: 'gate' } })).toBeNull()
  })

  it('is another read when a tag that is the id comes again', () => {
    const at = (ts: string) => tolerantScan({ id: '123456', ts, agent: { code: 'gate' } }, NOW)
    const first = at('2026-03-10T16:59:00.000Z')
    expect(first).toEqual(at('2026-03-10T16:59:00.000Z'))
    expect(first).not.toEqual(at('2026-03-10T16:59:01.000Z'))
  })

  it('has the hub’s time, the agent’s code and no vehicle where the event is silent', () => {
    expect(tolerantScan({ uid: 'E2801', agent: { code: 'gate' }, vehicle: {} }, NOW)).toEqual({
      id: `E2801|${nowIso}|gate`,
      uid: 'E2801',
      ts: nowIso,
      received_at: nowIso,
      vehicle: null,
      agent: { code: 'gate', name: 'gate', location: null },
    })
    const partly = tolerantScan({ uid: 'E2801', ts: NOW - 5, vehicle: { plate: 'A-1' } }, NOW)
    expect(partly).toMatchObject({
      ts: new Date(NOW - 5).toISOString(),
      vehicle: { plate: 'A-1', model: null, owner: null },
    })
  })

  it('is a whole event, whatever is damaged in it', () => {
    const junk = fc.constantFrom<unknown>(undefined, null, '', 'x', 0, -1.5, NaN, [], {}, true)
    const members = ['id', 'uid', 'ts', 'received_at', 'vehicle', 'agent', 'tag', 'count']
    const damage = fc.dictionary(fc.constantFrom(...members), junk)
    fc.assert(
      fc.property(damage, (damaged) => {
        const payload = { ...makeRead('a-1', NOW), count: 2, ...damaged }
        const scan = tolerantScan(payload, NOW)
        if (scan !== null) expect(ScanEvent.safeParse(scan).success).toBe(true)
        const repeat = tolerantSuppression(payload, NOW)
        expect(repeat === null).toBe(scan === null)
        if (repeat !== null) expect(SuppressedEvent.parse(repeat).count).toBeGreaterThan(0)
      }),
      { numRuns: runs(200) },
    )
  })

  it('leaves a whole event as it is', () => {
    const whole = makeRead('a-1', NOW)
    expect(tolerantScan(whole, NOW)).toEqual(whole)
  })
})

describe('news of an agent', () => {
  it('leaves open what the event leaves out', () => {
    expect(tolerantAgentStatus({ agent: { code: 'gate' } }, NOW)).toEqual({
      code: 'gate',
      name: null,
      location: undefined,
      lastSeen: NOW,
      online: true,
      connected: undefined,
    })
    expect(tolerantAgentStatus({ agent: {} }, NOW)).toBeNull()
    expect(tolerantAgentStatus('gate', NOW)).toBeNull()
  })

  it('tells a name, a place and times that the event has', () => {
    const agent = { code: 'gate', name: 'Portón', location: null }
    const last_seen = '2026-03-10T16:00:00.000Z'
    expect(tolerantAgentStatus({ agent, last_seen, online: false, connected: false }, NOW)).toEqual(
      {
        code: 'gate',
        name: 'Portón',
        location: null,
        lastSeen: Date.parse(last_seen),
        online: false,
        connected: false,
      },
    )
    const never = tolerantAgentStatus({ agent, last_seen: null, online: false }, NOW)
    expect(never?.lastSeen).toBeNull()
  })
})

it('the state of the hub is a list of alerts, whatever they are, and how many of them stand', () => {
  const alerts = [{ kind: 'tyre_flat' }, 7]
  expect(tolerantHubAlerts({ open: 1, alerts })).toEqual({ open: 1, alerts })
  expect(tolerantHubAlerts({ open: 'x', alerts })).toEqual({ open: 2, alerts })
  for (const none of [null, 7, [], {}, { alerts: {} }]) expect(tolerantHubAlerts(none)).toBeNull()
})
