import type { LogsResponse, ScanEvent, TodayResponse } from '@vehicle-control/protocol'
import { expect, it, vi } from 'vitest'
import { createStore } from '../../browser/external-store.ts'
import { createLiveReads } from '../../live/live-reads.ts'
import type { LiveLink } from '../../live/LiveLink.tsx'
import { createReadsSync } from '../../live/reads-sync.ts'
import { createTodayCounts } from '../../live/today-counts.ts'
import { createSiteTime } from '../../site-time/site-time.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeStorage } from '../../testing/fake-storage.ts'
import { answerOf, makeRead } from '../../testing/reads.ts'
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
  const today = createTodayCounts({
    fetchToday: () => new Promise((resolve) => setTimeout(() => resolve({ ...hub }))),
    clock,
    serverNow,
  })
  const connected = createStore({ connected: true })
  const siteTime = createSiteTime('America/Bogota')
  const reads = createLiveReads({
    clock,
    serverNow,
    siteTime,
    storage: createFakeStorage(),
    mayStore: () => true,
  })
  reads.start()
  const asked: (() => void)[] = []
  const stored: ScanEvent[] = []
  const fetchLogs = () =>
    new Promise<LogsResponse>((resolve) => asked.push(() => resolve(answerOf(stored))))
  const sync = createReadsSync({ reads, fetchLogs, clock, serverNow, siteTime })
  const link = { today, connection: { state: connected } } as unknown as LiveLink
  const counts = createDayCounts(reads, sync, link)
  const stop = counts.start()
  sync.start()
  const giveReads = async () => {
    for (const give of asked.splice(0)) give()
    await vi.waitFor(() => expect(sync.isWhole()).toBe(true))
  }
  const reconnect = () => {
    connected.set({ connected: true })
    today.refresh()
    sync.fillGap()
  }
  const hear = (id: string) => {
    const read = makeRead(id, clock.now())
    hub.reads += 1
    hub.through = [{ epoch: 'a', seq: Number(id.slice(2)) }]
    today.takeReads([read])
    reads.addReads([read])
  }
  const answered = (count: number) => vi.waitFor(() => expect(counts.reads()).toBe(count))
  const parts = { clock, hub, connected, reads, counts, today, stored }
  return Object.assign(parts, { hear, answered, giveReads, reconnect, stop })
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
  const { clock, hub, connected, counts, reads, answered, stop, giveReads } = open()
  await giveReads()
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
  const { clock, counts, reads, hear, answered, stop, giveReads } = open()
  reads.clear(counts.now())
  await giveReads()
  clock.advance(6000)
  hear('a-1')
  await answered(1)
  stop()
})

it('a clearing without the hub does not take its old numbers for those of now', async () => {
  const { clock, hub, connected, counts, reads, hear, answered, stop, ...more } = open()
  await more.giveReads()
  await answered(40)
  connected.set({ connected: false })
  hub.reads = 90
  reads.clear(counts.now())
  clock.advance(6000)
  more.reconnect()
  hear('a-1')
  await more.giveReads()
  await answered(1)
  stop()
})

it('a clearing before the hub told its numbers again waits for them', async () => {
  const { hub, connected, counts, reads, answered, stop, ...more } = open()
  await more.giveReads()
  await answered(40)
  connected.set({ connected: false })
  hub.reads = 90
  more.reconnect()
  reads.clear(counts.now())
  expect(counts.reads()).toBeNull()
  await more.giveReads()
  await answered(0)
  stop()
})

it('a clearing without the hub counts what came after it while the hub was away', async () => {
  const { clock, hub, connected, counts, reads, answered, stop, ...more } = open()
  await more.giveReads()
  await answered(40)
  connected.set({ connected: false })
  reads.clear(counts.now())
  clock.advance(MINUTE_MS)
  more.stored.push(...['a-1', 'a-2', 'a-3'].map((id, i) => makeRead(id, clock.now() - i)))
  hub.reads = 43
  more.reconnect()
  await vi.waitFor(() => expect(more.today.state.get().reads).toBe(43))
  await more.giveReads()
  await answered(3)
  stop()
})

it('the numbers of a day that is over are not those of the next one', async () => {
  const { clock, hub, counts, reads, answered, stop, giveReads } = open()
  await giveReads()
  await answered(40)
  clock.advance(Date.parse(hub.until) - clock.now())
  expect(reads.state.get().day).toBe('2026-03-11')
  expect([counts.reads(), counts.suppressed(), counts.suppressedBy('gate')]).toEqual([
    null,
    null,
    0,
  ])
  Object.assign(hub, { day: '2026-03-11', from: hub.until, until: '2026-03-12T05:00:00.000Z' })
  Object.assign(hub, { reads: 2, suppressed: 0, agents: [] })
  clock.advance(MINUTE_MS)
  await answered(2)
  stop()
})
