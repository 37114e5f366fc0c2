import { beforeEach, expect, it } from 'vitest'
import { Bus } from '../bus/bus.ts'
import type { News } from '../bus/replica-events.ts'
import { epochs } from '../testing/agent-side.ts'
import { NewsDesk } from './announcer.ts'
import type { NewsItem } from './announcement.ts'

const [epoch] = epochs
let here: { bus: Bus; desk: NewsDesk; told: string[] }
let there: typeof here
let shared: News[]

/** A hub whose shared news wait in `shared`. */
function hub() {
  const bus = new Bus()
  bus.share = (_, payload) => void shared.push(payload as News)
  const told: string[] = []
  bus.on('scans', (news) => told.push(...news.map(({ event }) => event.id.split('-')[1] ?? '')))
  bus.on('telemetry', (samples) => told.push(...samples.map(({ value }) => `t${value}`)))
  return { bus, desk: new NewsDesk(bus), told }
}

beforeEach(() => {
  shared = []
  here = hub()
  there = hub()
})

/** A read for each of these odd seqs, and a sample for the one after it. */
function item(...seqs: number[]): NewsItem {
  const reads = seqs.map((seq) => ({ seq, uid: 'X', receivedAt: 0, readAt: 0, late: false }))
  const telemetry = seqs.map((seq) => {
    return { seq: seq + 1, type: 'temp', value: seq, unit: '', at: 0, late: false }
  })
  const agent = { code: 'g', name: 'G', location: null }
  const entries = { reads, telemetry, suppressions: [], results: [] }
  return { epoch, agent, entries, assets: new Map() }
}
const deliver = () => {
  for (const news of shared.splice(0)) there.bus.emit('news', news)
}

it('tells live entries and their batch once, here and there', () => {
  here.desk.live(item(3))
  here.desk.live(item(3))
  here.desk.stored(item(1, 3, 5), { from: 0, to: 6 })
  expect(shared).toHaveLength(2)
  deliver()
  expect(here.told).toEqual(['3', 't3', '1', '5', 't1', 't5'])
  expect(there.told).toEqual(here.told)
})

it('tells what the database told first no more when the bus brings it', () => {
  there.desk.settle(epoch, 0)
  here.desk.stored(item(1, 3), { from: 0, to: 4 })
  there.desk.missed(item(1, 3), 4)
  deliver()
  expect(there.told).toEqual(['1', '3', 't1', 't3'])
})

it('knows what the bus did not bring, and tells only that from the database', () => {
  there.desk.settle(epoch, 0)
  here.desk.stored(item(1), { from: 0, to: 2 })
  deliver()
  here.desk.stored(item(3), { from: 2, to: 4 })
  shared = []
  here.desk.stored(item(5), { from: 4, to: 6 })
  deliver()
  expect(there.desk.through(epoch)).toBe(2)
  there.desk.missed(item(3, 5), 6)
  expect(there.told).toEqual(['1', 't1', '5', 't5', '3', 't3'])
  expect(there.desk.through(epoch)).toBe(6)
})

it('leaves nothing out when an agent comes over from a hub that was not heard', () => {
  here.desk.settle(epoch, 2)
  here.desk.stored(item(5), { from: 4, to: 6 })
  expect(here.desk.through(epoch)).toBe(2)
  here.desk.missed(item(3, 5), 6)
  expect(here.told).toEqual(['5', 't5', '3', 't3'])
})
