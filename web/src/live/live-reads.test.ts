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

function open(storage = createFakeStorage(), clock = createFakeClock(NOON)) {
  const reads = createLiveReads({
    clock,
    serverNow: clock.now,
    siteTime: createSiteTime('America/Bogota'),
    storage,
  })
  reads.start()
  return { reads, storage, clock, state: () => reads.state.get() }
}

describe('live reads', () => {
  it('shows and counts a read once, whichever way it comes', () => {
    const { reads, state } = open()
    const read = makeRead('a-1', NOON)
    reads.addReads([read, read])
    reads.addReads([read])
    reads.addMissed(answerOf([read]))
    expect(state().reads).toEqual([read])
    expect(state().readsCount).toBe(1)
  })

  it('keeps the newest 500 and goes on counting', () => {
    const { reads, state } = open()
    const all = Array.from({ length: 620 }, (_, i) => makeRead(`a-${i}`, NOON + i))
    reads.addReads(all.slice(0, 400))
    reads.addReads(all.slice(400))
    expect(state().reads.map((read) => read.id)).toEqual(
      all
        .slice(120)
        .reverse()
        .map((read) => read.id),
    )
    expect(state().readsCount).toBe(620)
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
    clock.advance(11 * 3_600_000)
    expect(state().day).toBe('2026-03-10')
    expect(storage.getItem(KEY)).not.toBeNull()
    clock.advance(3_600_000)
    expect(state()).toMatchObject({ day: '2026-03-11', reads: [], readsCount: 0 })
    expect(storage.getItem(KEY)).toBeNull()
  })

  it('does not take reads of yesterday from the hub', () => {
    const { reads, state } = open()
    reads.addMissed(answerOf([makeRead('old', Date.parse('2026-03-10T04:59:59.000Z'))]))
    expect(state().reads).toEqual([])
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
    first.reads.addSuppressed([{ ...makeRead('s-1', NOON), count: 4 }])
    first.reads.stop()
    const second = open(storage)
    expect(second.state()).toMatchObject({ readsCount: 1, suppressedCount: 4 })
    second.reads.addReads([makeRead('a-1', NOON)])
    expect(second.state().readsCount).toBe(1)
    expect(storage.getItem('live_rfid_2026-03-09')).toBeNull()
    expect(storage.getItem('live_rfid_soundOn')).toBe('1')
  })

  it.each(['{', '[]', '{"reads":[{"id":1}]}', 'null'])(
    'starts empty on stored nonsense: %s',
    (json) => {
      const storage = createFakeStorage()
      storage.setItem(KEY, json)
      expect(open(storage).state().reads).toEqual([])
    },
  )

  it('works without room to store', () => {
    const { reads, clock, state } = open(createFakeStorage(0))
    reads.addReads([makeRead('a-1', NOON)])
    clock.advance(2000)
    expect(state().readsCount).toBe(1)
  })

  it('counts suppressed repeats by agent, each event once', () => {
    const { reads, state } = open()
    const repeat = { ...makeRead('s-1', NOON), count: 3 }
    reads.addSuppressed([repeat, repeat])
    reads.addSuppressed([{ ...makeRead('s-2', NOON), count: 2 }])
    expect(state()).toMatchObject({ suppressedCount: 5, suppressed: { gate: 5 } })
  })

  it('says when the hub has stopped counting', () => {
    const { reads, state } = open()
    reads.addDay({ ...answerOf([makeRead('a-1', NOON)]), total: 10_001 })
    expect(state()).toMatchObject({ isCountCapped: true, readsCount: 10_001 })
  })

  it('agrees with a plain recount, whatever part of the reads comes live or from the hub', () => {
    const step = fc.record({
      fresh: fc.integer({ min: 0, max: 60 }),
      isHeard: fc.boolean(),
      next: fc.constantFrom('nothing', 'missed', 'day', 'reload'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const storage = createFakeStorage()
        let screen = open(storage)
        const atHub: ReturnType<typeof makeRead>[] = []
        for (const { fresh, isHeard, next } of steps) {
          const news = Array.from({ length: fresh }, (_, i) =>
            makeRead(`e-${atHub.length + i}`, NOON + atHub.length + i),
          )
          atHub.push(...news)
          if (isHeard) screen.reads.addReads(news)
          if (next === 'missed') screen.reads.addMissed(answerOf(atHub))
          if (next === 'day') screen.reads.addDay(answerOf(atHub))
          if (next === 'reload') {
            screen.reads.stop()
            screen = open(storage)
          }
        }
        screen.reads.addDay(answerOf(atHub))
        const newest = atHub.slice(-500).reverse()
        expect(screen.state().readsCount).toBe(new Set(atHub.map((read) => read.id)).size)
        expect(screen.state().reads.map((read) => read.id)).toEqual(newest.map((read) => read.id))
      }),
      { numRuns: runs(100) },
    )
  })
})
