import type { TodayResponse } from '@vehicle-control/protocol'
import { expect, it, vi } from 'vitest'
import { createStore } from '../../browser/external-store.ts'
import { createLiveReads } from '../../live/live-reads.ts'
import type { LiveLink } from '../../live/LiveLink.tsx'
import { createTodayCounts } from '../../live/today-counts.ts'
import { createSiteTime } from '../../site-time/site-time.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeStorage } from '../../testing/fake-storage.ts'
import { makeRead } from '../../testing/reads.ts'
import { createDayCounts } from './day-counts.ts'

const NOON = Date.parse('2026-03-10T17:00:00.000Z')
const MINUTE_MS = 60_000

function open() {
  const clock = createFakeClock(NOON)
  const serverNow = clock.now
  const hub: TodayResponse = {
    day: '2026-03-10',
    from: '2026-03-10T05:00:00.000Z',
    until: '2026-03-11T05:00:00.000Z',
    reads: 40,
    suppressed: 7,
    agents: [{ code: 'gate', reads: 40, suppressed: 7 }],
    through: [],
  }
  const today = createTodayCounts({ fetchToday: async () => ({ ...hub }), clock, serverNow })
  const connected = createStore({ connected: true })
  const siteTime = createSiteTime('America/Bogota')
  const reads = createLiveReads({ clock, serverNow, siteTime, storage: createFakeStorage() })
  reads.start()
  const link = { today, connection: { state: connected } } as unknown as LiveLink
  const counts = createDayCounts(reads, link)
  const stop = counts.start()
  const hear = (id: string) => {
    const read = makeRead(id, clock.now())
    hub.reads += 1
    hub.through = [{ epoch: 'a', seq: Number(id.slice(2)) }]
    today.takeReads([read])
    reads.addReads([read])
  }
  const answered = (count: number) => vi.waitFor(() => expect(counts.reads()).toBe(count))
  return { clock, hub, connected, today, reads, counts, hear, answered, stop }
}

it('the counts are the hub’s of today, and start anew at a clearing', async () => {
  const { clock, counts, reads, hear, answered, stop } = open()
  expect(counts.reads()).toBeNull()
  await answered(40)
  hear('a-1')
  expect([counts.reads(), counts.suppressed(), counts.suppressedBy('gate')]).toEqual([41, 7, 7])
  reads.clear(counts.now())
  expect([counts.reads(), counts.suppressed(), counts.suppressedBy('gate')]).toEqual([0, 0, 0])
  clock.advance(MINUTE_MS)
  hear('a-2')
  expect(counts.reads()).toBe(1)
  clock.advance(MINUTE_MS)
  await answered(1)
  stop()
})

it('a clearing without the hub counts nothing of the outage before it', async () => {
  const { clock, hub, connected, counts, reads, answered, stop } = open()
  await answered(40)
  connected.set({ connected: false })
  hub.reads = 90
  reads.clear(counts.now())
  expect(counts.reads()).toBeNull()
  connected.set({ connected: true })
  clock.advance(MINUTE_MS)
  await answered(0)
  stop()
})

it('a clearing before the first answer counts what came after it', async () => {
  const { clock, counts, reads, hear, answered, stop } = open()
  reads.clear(counts.now())
  clock.advance(6000)
  hear('a-1')
  await answered(1)
  stop()
})

it('a clearing takes nothing off the numbers of the next day', async () => {
  const { hub, counts, reads, today, answered, stop } = open()
  await answered(40)
  reads.clear(counts.now())
  expect(counts.reads()).toBe(0)
  // The hub's day has begun; this browser's begins with its next look at the clock.
  Object.assign(hub, { day: '2026-03-11', reads: 3, suppressed: 1 })
  today.refresh()
  await answered(3)
  expect([reads.state.get().day, counts.suppressed()]).toEqual(['2026-03-10', 1])
  stop()
})
