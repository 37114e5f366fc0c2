import { describe, expect, it } from 'vitest'
import { createAgentDirectory } from '../../live/agent-directory.ts'
import type { LiveEvent } from '../../live/live-events.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { makeRead } from '../../testing/reads.ts'
import type { Scan } from './scan.ts'
import { createScanWatch } from './scan-watch.ts'

function open() {
  const clock = createFakeClock()
  const agents = createAgentDirectory({ clock, serverNow: clock.now })
  const row = { id: 1, location: null, online: true, last_seen: null, connected: true }
  const numbers = { today: 0, suppressed: 0 }
  agents.takeMap({
    askedAt: clock.now(),
    answer: {
      agents: [
        { ...row, ...numbers, code: 'gate', name: 'Portón', lat: 4.6, lng: -74.1 },
        { ...row, ...numbers, code: 'pole', name: '', lat: 90, lng: 0 },
        { ...row, ...numbers, code: 'nowhere', name: 'Móvil', lat: null, lng: null },
        { ...row, ...numbers, code: 'mars', name: 'Marte', lat: 400, lng: 0 },
      ],
    },
  })
  let tell: (events: readonly LiveEvent[]) => void = () => {}
  const watch = createScanWatch(
    {
      subscribe(listener) {
        tell = listener
        return () => (tell = () => {})
      },
    },
    agents,
  )
  const heard: (readonly Scan[])[] = []
  watch.subscribe((scans) => heard.push(scans))
  const stop = watch.start()
  let count = 0
  const at = (code: string, change: object = {}): LiveEvent => {
    const agent = { code, name: 'as the event has it', location: null }
    return { kind: 'read', event: makeRead(`a-${++count}`, clock.now(), { agent, ...change }) }
  }
  return { watch, heard, at, stop, clock, hear: (...events: LiveEvent[]) => tell(events) }
}

describe('the scans of the map', () => {
  it('are those of agents that have a place, by the name that the directory has', () => {
    const { heard, hear, at, watch } = open()
    hear(at('nowhere'), at('gate'), at('nobody'), at('mars'), at('pole'))
    expect(heard.flat().map(({ code, name, place }) => [code, name, place.lat])).toEqual([
      ['gate', 'Portón', 4.6],
      ['pole', 'pole', 85.05],
    ])
    expect(watch.last.get()).toEqual({ code: 'pole', name: 'pole' })
  })

  it('are not told of where there are none', () => {
    const { heard, hear, at } = open()
    hear(at('nowhere'), at('nobody'))
    expect(heard).toEqual([])
  })

  it('leave out what was read long ago', () => {
    const { heard, hear, at, clock, watch } = open()
    hear(at('gate', { ts: new Date(clock.now() - 60_001).toISOString() }))
    expect(heard).toEqual([])
    expect(watch.last.get()).toBeNull()
    hear(at('gate', { ts: new Date(clock.now() - 60_000).toISOString() }))
    expect(heard).toHaveLength(1)
  })

  it('say of repeats that they are that, and keep the last read', () => {
    const { heard, hear, at, watch } = open()
    const repeat = at('gate')
    if (repeat.kind !== 'read') throw new Error('no read')
    hear(at('pole'), { kind: 'suppressed', event: { ...repeat.event, count: 3 } })
    expect(heard[0]?.map(({ kind }) => kind)).toEqual(['read', 'suppressed'])
    expect(watch.last.get()?.code).toBe('pole')
  })

  it('end with the watch', () => {
    const { heard, hear, at, stop } = open()
    stop()
    hear(at('gate'))
    expect(heard).toEqual([])
  })
})
