import type { MapAgent } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { makeRead } from '../testing/reads.ts'
import { createAgentDirectory } from './agent-directory.ts'
import type { AgentUpdate } from './tolerant-events.ts'

const HOUR_MS = 3_600_000

function open(offsetMs = 0) {
  const clock = createFakeClock()
  const serverNow = () => clock.now() + offsetMs
  const directory = createAgentDirectory({ clock, serverNow })
  directory.start()
  const heard: string[][] = []
  directory.subscribe((changed) => heard.push([...changed].sort()))
  const iso = (ago: number) => new Date(serverNow() - ago).toISOString()
  const row = (code: string, change: Partial<MapAgent> = {}): MapAgent => ({
    id: 1,
    code,
    name: code.toUpperCase(),
    location: null,
    lat: 4.7,
    lng: -74,
    online: true,
    last_seen: iso(1e3),
    connected: true,
    today: 0,
    suppressed: 0,
    ...change,
  })
  const takeMap = (agents: MapAgent[], askedAt = clock.now()) =>
    directory.takeMap({ answer: { agents }, askedAt })
  const update = (code: string, change: Partial<AgentUpdate> = {}) =>
    directory.applyUpdates([
      {
        code,
        name: null,
        location: undefined,
        lastSeen: serverNow(),
        online: true,
        connected: undefined,
        ...change,
      },
    ])
  return { clock, directory, heard, iso, row, takeMap, update }
}

describe('agent directory', () => {
  it('takes a read for life at once where the agent is offline, and seldom where it is online', () => {
    const { clock, directory, row, takeMap, update } = open()
    takeMap([row('gate', { last_seen: null, connected: false })])
    const read = (id: string) => {
      const { agent, ...rest } = makeRead(id, clock.now())
      directory.takeReads([{ ...rest, agent: { ...agent, code: 'gate' } }])
    }
    update('gate', { online: false })
    clock.advance(1000)
    read('a-1')
    expect(directory.get('gate')?.online).toBe(true)
    const seen = directory.get('gate')?.lastSeen ?? 0
    clock.advance(4999)
    read('a-2')
    expect(directory.get('gate')?.lastSeen).toBe(seen)
    clock.advance(1)
    read('a-3')
    expect(directory.get('gate')?.lastSeen).toBe(seen + 5000)
  })

  it('keeps what did not change as it was, and tells what did', () => {
    const { directory, heard, row, takeMap, iso } = open()
    const last_seen = iso(1000)
    takeMap([row('a', { last_seen }), row('b', { last_seen })])
    const [before, list] = [directory.get('a'), directory.list()]
    takeMap([row('a', { last_seen }), row('b', { last_seen })])
    expect(directory.get('a')).toBe(before)
    expect(directory.list()).toBe(list)
    takeMap([row('a', { last_seen }), row('b', { last_seen, name: 'Norte' })])
    expect(heard).toEqual([['a', 'b'], ['b']])
    expect(directory.summary.get()).toEqual({ total: 2, online: 2, located: 2 })
  })

  it.each([0, HOUR_MS, -HOUR_MS])(
    'takes an agent for offline 120 s after it was seen, by the hub’s clock (%i ms off)',
    (offsetMs) => {
      const { clock, directory, row, takeMap } = open(offsetMs)
      takeMap([row('a', { connected: false, last_seen: open(offsetMs).iso(0) })])
      clock.advance(119_000)
      expect(directory.get('a')?.online).toBe(true)
      clock.advance(1000)
      expect(directory.get('a')?.online).toBe(false)
      expect(directory.summary.get().online).toBe(0)
    },
  )

  it('keeps a connected agent online for as long as there is a hub to tell', () => {
    const { clock, directory, row, takeMap } = open()
    takeMap([row('a')])
    clock.advance(HOUR_MS)
    expect(directory.get('a')?.online).toBe(true)
    directory.setLinked(false)
    clock.advance(119_000)
    expect(directory.get('a')?.online).toBe(true)
    clock.advance(1000)
    expect(directory.get('a')?.online).toBe(false)
    directory.setLinked(true)
    expect(directory.get('a')?.online).toBe(true)
  })

  it('adds an agent from its first event, without coordinates', () => {
    const { directory, update, clock } = open()
    update('new')
    expect(directory.get('new')).toMatchObject({
      name: 'new',
      location: null,
      lat: null,
      lng: null,
      online: true,
      lastSeen: clock.now(),
    })
    expect(directory.summary.get()).toEqual({ total: 1, online: 1, located: 0 })
  })

  it('keeps name and place where the event leaves them out', () => {
    const { directory, row, takeMap, update } = open()
    takeMap([row('a', { name: 'Norte', location: 'Patio' })])
    update('a')
    expect(directory.get('a')).toMatchObject({ name: 'Norte', location: 'Patio', lat: 4.7 })
    update('a', { name: 'Sur', location: null, online: false })
    expect(directory.get('a')).toMatchObject({ name: 'Sur', location: null, online: false })
  })

  it('lets an event win over an answer that was asked for before it', () => {
    const { clock, directory, row, takeMap, update } = open()
    takeMap([row('a')])
    const askedAt = clock.now()
    clock.advance(100)
    update('a', { connected: false, name: 'Sur' })
    update('new')
    clock.advance(100)
    takeMap([row('a')], askedAt)
    expect(directory.get('a')).toMatchObject({ connected: false, name: 'Sur' })
    expect(directory.get('new')).toBeDefined()
    clock.advance(100)
    takeMap([row('a')])
    expect(directory.get('a')).toMatchObject({ connected: true, name: 'A' })
    expect(directory.get('new')).toBeUndefined()
  })

  it('forgets an agent that the hub does not list any more', () => {
    const { directory, heard, row, takeMap, clock } = open()
    takeMap([row('a'), row('b')])
    clock.advance(1)
    takeMap([row('a')])
    expect(directory.list().map(({ code }) => code)).toEqual(['a'])
    expect(heard.at(-1)).toContain('b')
  })

  it('takes a read for a sign of life, of agents that it knows', () => {
    const { clock, directory, row, takeMap } = open()
    takeMap([row('gate', { connected: false, last_seen: null })])
    expect(directory.get('gate')?.online).toBe(false)
    directory.takeReads([
      makeRead('e-1', clock.now()),
      makeRead('e-2', clock.now(), { agent: { code: 'other', name: 'x', location: null } }),
    ])
    expect(directory.get('gate')).toMatchObject({ online: true, lastSeen: clock.now() })
    expect(directory.get('other')).toBeUndefined()
  })

  it('adds what only the status list has', () => {
    const { clock, directory, row, takeMap } = open()
    takeMap([row('a')])
    const { today: _, suppressed: __, ...rest } = row('a', { lat: null, lng: null })
    const status = { ...rest, last_ip: '10.0.0.7', readings_count: 12, quarantine: null }
    directory.takeStatus({ answer: { agents: [status] }, askedAt: clock.now() })
    takeMap([row('a')])
    expect(directory.get('a')).toMatchObject({ lastIp: '10.0.0.7', readingsCount: 12, lat: 4.7 })
  })

  it('counts as many as a recount does, whatever happens', () => {
    const code = fc.constantFrom('a', 'b', 'c', 'd')
    const step = fc.oneof(
      fc.record({
        codes: fc.uniqueArray(code),
        lat: fc.constantFrom(null, 4.7),
        ago: fc.nat(200_000),
        connected: fc.boolean(),
      }),
      fc.record({ code, online: fc.boolean(), connected: fc.constantFrom(undefined, true, false) }),
      fc.record({ read: code }),
      fc.record({ isLinked: fc.boolean() }),
      fc.record({ passedMs: fc.nat(130_000) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { clock, directory, iso, row, takeMap, update } = open()
        for (const one of steps) {
          if ('codes' in one) {
            const { codes, ago, ...change } = one
            takeMap(codes.map((each) => row(each, { ...change, last_seen: iso(ago) })))
          } else if ('online' in one) {
            update(one.code, { online: one.online, connected: one.connected })
          } else if ('read' in one) {
            const agent = { code: one.read, name: 'x', location: null }
            directory.takeReads([makeRead('e-1', clock.now(), { agent })])
          } else if ('isLinked' in one) directory.setLinked(one.isLinked)
          else clock.advance(one.passedMs)
          const list = directory.list()
          expect(directory.summary.get()).toEqual({
            total: list.length,
            online: list.filter(({ online }) => online).length,
            located: list.filter(({ lat }) => lat !== null).length,
          })
        }
      }),
      { numRuns: runs(200) },
    )
  })
})
