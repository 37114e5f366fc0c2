import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../api/http/api-error.ts'
import type { ReadLogsQuery } from '../api/reads/read-logs.ts'
import { createSiteTime } from '../site-time/site-time.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createFakeStorage } from '../testing/fake-storage.ts'
import { answerOf, logOfScan, makeRead } from '../testing/reads.ts'
import { createLiveReads } from './live-reads.ts'
import { createReadsSync } from './reads-sync.ts'

const NOON = Date.parse('2026-03-10T17:00:00.000Z')

function open() {
  const clock = createFakeClock(NOON)
  const siteTime = createSiteTime('America/Bogota')
  const serverNow = clock.now
  const reads = createLiveReads({
    clock,
    serverNow,
    siteTime,
    storage: createFakeStorage(),
    mayStore: () => true,
  })
  const queries: ReadLogsQuery[] = []
  const hub = { reads: [makeRead('a-1', NOON)], failure: null as unknown }
  const fetchLogs = async (query: ReadLogsQuery) => {
    queries.push(query)
    if (hub.failure) throw hub.failure
    const from = query.receivedFrom ?? ''
    const answer = answerOf(hub.reads.filter((read) => read.received_at >= from))
    if (query.receivedFrom !== undefined) return answer
    // The hub's list of a day goes by the reads' own time.
    const logs = hub.reads.toSorted((a, b) => (a.ts < b.ts ? 1 : -1)).slice(0, 500)
    return { ...answer, logs: logs.map(logOfScan) }
  }
  const sync = createReadsSync({ reads, fetchLogs, clock, serverNow, siteTime })
  const settled = (phase: string) => vi.waitFor(() => expect(sync.state.get().phase).toBe(phase))
  return { clock, reads, queries, hub, sync, settled }
}

describe('reads sync', () => {
  it('asks for today of the site first', async () => {
    const { queries, reads, sync, settled } = open()
    sync.start()
    await settled('ready')
    expect(queries).toEqual([{ from: '2026-03-10T05:00:00.000Z', limit: 500 }])
    expect(reads.state.get().received).toBe(1)
  })

  it('fills a gap from 5 s before the newest read that it knows', async () => {
    const { queries, hub, reads, sync, settled } = open()
    sync.start()
    await settled('ready')
    hub.reads.push(makeRead('a-2', NOON + 9000))
    sync.fillGap()
    await vi.waitFor(() => expect(reads.state.get().received).toBe(2))
    expect(queries.at(-1)).toEqual({ receivedFrom: '2026-03-10T16:59:55.000Z', limit: 500 })
  })

  it('fills a gap that is larger than the list with its newest reads', async () => {
    const { hub, reads, sync, settled } = open()
    sync.start()
    await settled('ready')
    for (let i = 0; i < 900; i++) hub.reads.push(makeRead(`b-${i}`, NOON + i))
    sync.fillGap()
    await vi.waitFor(() => expect(reads.state.get().reads).toHaveLength(500))
    expect(reads.state.get().reads[0]?.id).toBe('b-899')
  })

  it('fills a gap in which more late reads arrived than the list holds', async () => {
    const { hub, reads, sync, settled } = open()
    sync.start()
    await settled('ready')
    const missed = makeRead('a-2', NOON + 2000)
    const ts = new Date(NOON - 3_600_000).toISOString()
    const late = Array.from({ length: 700 }, (_, i) => makeRead(`l-${i}`, NOON + 3000 + i, { ts }))
    hub.reads.push(missed, ...late)
    sync.fillGap()
    await vi.waitFor(() => expect(reads.state.get().reads[0]?.id).toBe('a-2'))
    expect(sync.isWhole()).toBe(true)
  })

  it('asks from the last arrival, which need not be the newest read', async () => {
    const { clock, hub, queries, reads, sync, settled } = open()
    sync.start()
    await settled('ready')
    clock.advance(9000)
    const slow = makeRead('b-1', NOON + 9000, { ts: new Date(NOON - 900).toISOString() })
    reads.addReads([slow])
    expect(reads.state.get().reads.map(({ id }) => id)).toEqual(['a-1', 'b-1'])
    hub.reads.push(slow)
    sync.fillGap()
    await vi.waitFor(() => expect(queries).toHaveLength(2))
    expect(queries.at(-1)).toEqual({ receivedFrom: '2026-03-10T17:00:04.000Z', limit: 500 })
  })

  it('asks once more when asked while busy', async () => {
    const { queries, sync } = open()
    sync.start()
    sync.fillGap()
    sync.fillGap()
    await vi.waitFor(() => expect(queries).toHaveLength(2))
  })

  it('fills a gap from before it, whatever comes until the hub answers', async () => {
    const { clock, hub, queries, reads, sync, settled } = open()
    const ids = () => reads.state.get().reads.map(({ id }) => id)
    sync.start()
    await settled('ready')
    const missed = makeRead('a-2', NOON + 9000)
    const later = [makeRead('a-3', NOON + 40_000), makeRead('a-4', NOON + 44_000)]
    hub.reads.push(missed, ...later)
    hub.failure = new TypeError('Failed to fetch')
    clock.advance(40_000)
    sync.fillGap()
    reads.addReads(later.slice(0, 1))
    await settled('failed')
    hub.failure = null
    clock.advance(5000)
    await settled('ready')
    expect(ids()).toEqual(['a-4', 'a-3', 'a-2', 'a-1'])
    hub.reads.push(makeRead('a-5', NOON + 45_000))
    sync.fillGap()
    await vi.waitFor(() => expect(ids()[0]).toBe('a-5'))
    expect(queries.at(-1)).toEqual({ receivedFrom: '2026-03-10T17:00:39.000Z', limit: 500 })
  })

  it('fills a gap that opens while the hub is asked about the one before', async () => {
    const { hub, reads, sync, settled } = open()
    sync.start()
    await settled('ready')
    // The answer under way is from before both.
    sync.fillGap()
    hub.reads.push(makeRead('a-2', NOON + 9000), makeRead('a-3', NOON + 40_000))
    sync.fillGap()
    reads.addReads(hub.reads.slice(2))
    await vi.waitFor(() => expect(reads.state.get().received).toBe(3))
  })

  it('asks for the whole day where the hub’s clock was set back', async () => {
    const { hub, queries, reads, sync, settled } = open()
    sync.start()
    await settled('ready')
    reads.addReads([makeRead('a-2', NOON + 3_600_000)])
    hub.reads.push(makeRead('a-3', NOON + 1000))
    sync.fillGap()
    await vi.waitFor(() => expect(reads.state.get().received).toBe(3))
    expect(queries.at(-1)?.from).toBe('2026-03-10T05:00:00.000Z')
  })

  it('tries a failed call again until it works', async () => {
    const { clock, hub, sync, settled } = open()
    hub.failure = new ApiError({ status: 500, code: 'internal' })
    sync.start()
    await settled('failed')
    hub.failure = null
    clock.advance(5000)
    await settled('ready')
  })

  it('lets go after a 401', async () => {
    const { clock, queries, hub, sync, settled } = open()
    hub.failure = new ApiError({ status: 401, code: 'unauthorized' })
    sync.start()
    await settled('failed')
    clock.advance(60_000)
    expect(queries).toHaveLength(1)
  })

  it('starts anew after a stop in the middle of a call', async () => {
    const { reads, sync, settled } = open()
    sync.start()
    sync.stop()
    sync.start()
    await settled('ready')
    expect(reads.state.get().received).toBe(1)
  })
})
