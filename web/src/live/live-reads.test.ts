import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSiteTime } from '../site-time/site-time.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createFakeStorage } from '../testing/fake-storage.ts'
import { answerOf, makeRead } from '../testing/reads.ts'
import { createLiveReads } from './live-reads.ts'

const NOON = Date.parse('2026-03-10T17:00:00.000Z')
const KEY = 'live_rfid_2026-03-10'
const COUNTS = { reads: 40, suppressed: 7, suppressedBy: { gate: 7 } }

function open(storage = createFakeStorage(), clock = createFakeClock(NOON), skewMs = 0) {
  const reads = createLiveReads({
    clock,
    serverNow: () => clock.now() + skewMs,
    siteTime: createSiteTime('America/Bogota'),
    storage,
    mayStore: () => true,
  })
  reads.start()
  const ids = () => reads.state.get().reads.map((read) => read.id)
  return { reads, storage, clock, ids, state: () => reads.state.get() }
}

describe('live reads', () => {
  it('shows and counts a read once, whichever way it comes', () => {
    const { reads, state } = open()
    const read = makeRead('a-1', NOON)
    reads.addReads([read, read])
    reads.addReads([read])
    reads.addStored(answerOf([read]))
    expect(state()).toMatchObject({ reads: [read], received: 1 })
  })

  it('keeps the newest 500 and goes on counting', () => {
    const { reads, ids, state } = open()
    const all = Array.from({ length: 620 }, (_, i) => makeRead(`a-${i}`, NOON + i))
    reads.addReads(all.slice(0, 400))
    reads.addReads(all.slice(400))
    const newest = all.slice(120).reverse()
    expect(ids()).toEqual(newest.map((read) => read.id))
    expect(state().received).toBe(620)
  })

  it('has the newest first by their own time, whatever the order in which gates send them', () => {
    const { reads, ids } = open()
    const at = (id: string, second: number, arrived: number) =>
      makeRead(id, NOON + arrived, { ts: new Date(NOON + 1000 * second).toISOString() })
    // Of one burst: one gate's frame comes later, with reads of before.
    reads.addReads([at('a-1', 37, 37_100), at('a-2', 38, 38_100)])
    reads.addReads([at('b-1', 37, 38_200), at('b-2', 38, 38_200), at('b-3', 36, 38_200)])
    expect(ids()).toEqual(['b-2', 'a-2', 'b-1', 'a-1', 'b-3'])
    reads.addReads([at('a-3', 39, 39_100)])
    expect(ids()).toEqual(['a-3', 'b-2', 'a-2', 'b-1', 'a-1', 'b-3'])
  })

  it('has no read of a clock that is ahead above what arrived after it', () => {
    const { reads, ids } = open()
    const at = (id: string, second: number, aheadS: number) =>
      makeRead(id, NOON + 1000 * second, {
        ts: new Date(NOON + 1000 * (second + aheadS)).toISOString(),
      })
    reads.addReads([at('ahead-1', 1, 280), at('gate-1', 2, -0.04)])
    expect(ids()).toEqual(['gate-1', 'ahead-1'])
    // Of one arrival the gate's own clock still says which was first.
    reads.addReads([at('ahead-b', 3, 280), at('ahead-a', 3, 281), at('gate-2', 4, -0.04)])
    expect(ids()).toEqual(['gate-2', 'ahead-a', 'ahead-b', 'gate-1', 'ahead-1'])
  })

  it('keeps its snapshot while nothing new comes', () => {
    const { reads, state } = open()
    reads.addReads([makeRead('a-1', NOON)])
    const before = state()
    reads.addReads([makeRead('a-1', NOON)])
    expect(state()).toBe(before)
  })

  it('starts empty at midnight of the site and removes the stored day before', () => {
    const { reads, state, clock, storage } = open()
    reads.addReads([makeRead('a-1', NOON)])
    reads.clear(COUNTS)
    reads.addReads([makeRead('a-2', NOON + 60_000)])
    clock.advance(11 * 3_600_000)
    expect(state().day).toBe('2026-03-10')
    expect(storage.getItem(KEY)).not.toBeNull()
    clock.advance(3_600_000)
    expect(state()).toMatchObject({ day: '2026-03-11', reads: [], clearing: null })
    expect(storage.getItem(KEY)).toBeNull()
  })

  it('does not take reads of yesterday from the hub', () => {
    const { reads, ids } = open()
    reads.addStored(answerOf([makeRead('old', Date.parse('2026-03-10T04:59:59.000Z'))]))
    expect(ids()).toEqual([])
  })

  it('writes at most every 2 s, and at once when the page goes', () => {
    const { reads, clock, storage } = open()
    reads.addReads([makeRead('a-1', NOON)])
    clock.advance(1999)
    expect(storage.getItem(KEY)).toBeNull()
    clock.advance(1)
    expect(storage.getItem(KEY)).toContain('a-1')
    reads.addReads([makeRead('a-2', NOON)])
    reads.save()
    expect(storage.getItem(KEY)).toContain('a-2')
  })

  it('goes on from what was stored, and forgets other days', () => {
    const storage = createFakeStorage()
    storage.setItem('live_rfid_2026-03-09', '{}')
    storage.setItem('live_rfid_soundOn', '1')
    const first = open(storage)
    first.reads.addReads([makeRead('a-1', NOON)])
    first.reads.stop()
    const second = open(storage)
    expect(second.ids()).toEqual(['a-1'])
    expect(storage.getItem('live_rfid_2026-03-09')).toBeNull()
    expect(storage.getItem('live_rfid_soundOn')).toBe('1')
  })

  it.each([
    '{',
    '[]',
    '{"reads":[{"id":1}]}',
    'null',
    JSON.stringify({ reads: [{ ...makeRead('a-1', NOON), ts: 'soon' }] }),
    JSON.stringify({ reads: [{ ...makeRead('a-1', NOON), received_at: '10/3/2026 12:00' }] }),
  ])('starts empty on stored nonsense: %s', (json) => {
    const storage = createFakeStorage()
    storage.setItem(KEY, json)
    expect(open(storage).ids()).toEqual([])
  })

  it('takes a stored clearing that is nonsense for none', () => {
    for (const clearing of ['7', '{"at":"soon"}', '{"reads":1}', '{']) {
      const storage = createFakeStorage()
      storage.setItem(KEY, JSON.stringify({ reads: [makeRead('a-1', NOON)] }))
      storage.setItem('live_rfid_clearing_2026-03-10', clearing)
      expect(open(storage).state()).toMatchObject({ clearing: null, received: 1 })
    }
  })
})

describe('a full storage', () => {
  it('is told, and nothing is missing on the screen', () => {
    const { reads, clock, ids, state } = open(createFakeStorage(0))
    reads.addReads([makeRead('a-1', NOON)])
    expect(state().isKept).toBe(true)
    clock.advance(2000)
    expect(state().isKept).toBe(false)
    expect(ids()).toEqual(['a-1'])
  })

  it('still keeps the clearing, so that a reload brings nothing back', () => {
    const storage = createFakeStorage(200)
    const first = open(storage)
    const before = makeRead('a-1', NOON)
    first.reads.addReads([before])
    first.reads.clear(COUNTS)
    first.reads.addReads([makeRead('a-2', NOON + 6000)])
    first.reads.stop()
    const second = open(storage)
    second.reads.addStored(answerOf([before, makeRead('a-2', NOON + 6000)]))
    expect(second.ids()).toEqual(['a-2'])
    expect(second.state().clearing).toMatchObject(COUNTS)
  })
})

describe('a clearing', () => {
  it('of another tab that is newer stays when numbers are put into an older one', () => {
    const storage = createFakeStorage()
    const clock = createFakeClock(NOON)
    const [one, other] = [open(storage, clock), open(storage, clock)]
    const unknown = { reads: null, suppressed: null, suppressedBy: {} }
    one.reads.clear(unknown)
    const between = makeRead('a-1', NOON + 1000)
    one.reads.addReads([between])
    other.reads.addReads([between])
    clock.advance(60_000)
    other.reads.clear(unknown)
    one.reads.settleClearing(COUNTS)
    expect(one.ids()).toEqual([])
    expect(open(storage, clock).state()).toMatchObject({ clearing: other.state().clearing })
  })

  it('gives back what was there, and keeps the numbers of that moment', () => {
    const { reads, state } = open()
    const read = makeRead('a-1', NOON)
    reads.addReads([read])
    expect(reads.clear(COUNTS)).toEqual([read])
    expect(state()).toMatchObject({ reads: [], clearing: { ...COUNTS, at: read.received_at } })
  })

  it('discards all that was shown, of which the newest was not the last to arrive', () => {
    const { reads, ids } = open()
    const slow = makeRead('b-1', NOON + 300, { ts: new Date(NOON - 900).toISOString() })
    reads.addReads([makeRead('a-1', NOON), slow])
    reads.clear(COUNTS)
    reads.addStored(answerOf([makeRead('a-1', NOON), slow]))
    expect(ids()).toEqual([])
  })

  it('discards what came before whichever way it comes again, also after a reload', () => {
    const storage = createFakeStorage()
    const first = open(storage)
    const [older, newer] = [makeRead('a-1', NOON - 9000), makeRead('a-2', NOON)]
    first.reads.addReads([newer])
    first.reads.clear(COUNTS)
    first.reads.addReads([older, newer])
    first.reads.addStored(answerOf([older, newer]))
    expect(first.ids()).toEqual([])
    const second = open(storage)
    second.reads.addReads([newer])
    second.reads.addStored(answerOf([older, newer, makeRead('a-3', NOON + 1)]))
    expect(second.ids()).toEqual(['a-3'])
  })

  it.each([3_600_000, -3_600_000])('goes by the hub when the browser is %i ms off', (skewMs) => {
    // The browser's clock is at NOON, the hub's an hour away.
    const { reads, ids } = open(createFakeStorage(), createFakeClock(NOON), skewMs)
    const hub = NOON + skewMs
    reads.addReads([makeRead('a-1', hub)])
    reads.clear(COUNTS)
    reads.addStored(answerOf([makeRead('a-1', hub), makeRead('a-2', hub + 20)]))
    expect(ids()).toEqual(['a-2'])
  })

  it('of a screen without reads discards what the hub had', () => {
    const { reads, ids } = open()
    reads.clear(COUNTS)
    reads.addStored(answerOf([makeRead('a-1', NOON - 60_000), makeRead('a-2', NOON + 20)]))
    expect(ids()).toEqual(['a-2'])
  })

  it('holds for the other tabs of this browser, which do not undo it', () => {
    const storage = createFakeStorage()
    const [one, other] = [open(storage), open(storage)]
    for (const tab of [one, other]) tab.reads.addReads([makeRead('a-1', NOON)])
    one.reads.clear(COUNTS)
    other.reads.addReads([makeRead('a-2', NOON + 1)])
    other.reads.save()
    expect(other.ids()).toEqual(['a-2'])
    expect(open(storage).ids()).toEqual(['a-2'])
  })

  it('never goes back', () => {
    const { reads, state } = open()
    reads.addReads([makeRead('a-1', NOON)])
    reads.clear(COUNTS)
    reads.clear(COUNTS)
    expect(state().clearing?.at).toBe(new Date(NOON).toISOString())
  })

  it('takes numbers that were not known yet', () => {
    const { reads, state } = open()
    reads.clear({ reads: null, suppressed: null, suppressedBy: {} })
    const at = state().clearing?.at
    reads.settleClearing(COUNTS)
    expect(state().clearing).toEqual({ ...COUNTS, at })
  })
})

it('agrees with a plain recount, whatever comes live or stored, is cleared, or reloaded', () => {
  const step = fc.record({
    fresh: fc.integer({ min: 0, max: 60 }),
    isHeard: fc.boolean(),
    next: fc.constantFrom('nothing', 'stored', 'reload', 'clear'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const storage = createFakeStorage()
      const clock = createFakeClock(NOON)
      let screen = open(storage, clock)
      const atHub: ReturnType<typeof makeRead>[] = []
      let cleared = 0
      for (const { fresh, isHeard, next } of steps) {
        // Longer than a clearing is unsure of the hub's time.
        clock.advance(6000)
        const news = Array.from({ length: fresh }, (_, i) =>
          makeRead(`e-${atHub.length + i}`, clock.now() + i),
        )
        atHub.push(...news)
        if (isHeard) screen.reads.addReads(news)
        if (next === 'stored') screen.reads.addStored(answerOf(atHub))
        if (next === 'reload') {
          screen.reads.stop()
          screen = open(storage, clock)
        }
        if (next === 'clear') {
          screen.reads.addStored(answerOf(atHub))
          screen.reads.clear(COUNTS)
          cleared = atHub.length
        }
      }
      screen.reads.addStored(answerOf(atHub))
      const newest = atHub.slice(cleared).slice(-500).reverse()
      expect(screen.ids()).toEqual(newest.map((read) => read.id))
    }),
    { numRuns: runs(100) },
  )
})
