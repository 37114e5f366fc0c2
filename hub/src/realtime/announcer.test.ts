import { beforeEach, expect, it } from 'vitest'
import { Bus } from '../bus/bus.ts'
import type { Announcement } from '../bus/replica-events.ts'
import { epochs } from '../testing/agent-side.ts'
import { AnnouncedSeqs, Announcer, type EpochEntries } from './announcer.ts'

const [epoch] = epochs
let here: { bus: Bus; announcer: Announcer; announced: string[] }
let there: typeof here
let published: Announcement[]

/** A replica whose announcements for the others wait in `published`. */
function replica() {
  const bus = new Bus()
  bus.publish = (_, payload) => void published.push(payload as Announcement)
  const announced: string[] = []
  bus.on('scans', (scans) => {
    announced.push(...scans.map(({ event }) => event.id.split('-')[1] ?? ''))
  })
  bus.on('telemetry', (samples) => announced.push(...samples.map(({ value }) => `t${value}`)))
  return { bus, announcer: new Announcer(bus), announced }
}

beforeEach(() => {
  published = []
  here = replica()
  there = replica()
})

/** A read for each of these odd seqs, and a sample for the one after it. */
function entries(...seqs: number[]): EpochEntries {
  const tag = { uid: 'X', versionId: null, asset: null }
  const read = seqs.map((seq) => ({ ...tag, seq, receivedAt: 0, at: 0, late: false }))
  const telemetry = seqs.map((seq) => {
    return { seq: seq + 1, type: 'temp', source: '', value: seq, unit: '', at: 0, late: false }
  })
  const agent = { code: 'g', name: 'G', location: null }
  const sorted = { read, telemetry }
  return { epoch, agent, entries: sorted }
}
const deliver = () => {
  for (const announcement of published.splice(0)) there.bus.emit('news', announcement)
}

it('announces live entries and their batch once, here and there', () => {
  here.announcer.live(entries(3))
  here.announcer.live(entries(3))
  here.announcer.stored(entries(1, 3, 5), { from: 0, to: 6 })
  expect(published).toHaveLength(2)
  deliver()
  expect(here.announced).toEqual(['3', 't3', '1', '5', 't1', 't5'])
  expect(there.announced).toEqual(here.announced)
})

it('announces nothing again that the bus brings after the database', () => {
  there.announcer.settle(epoch, 0)
  here.announcer.stored(entries(1, 3), { from: 0, to: 4 })
  there.announcer.missed(entries(1, 3), 4)
  deliver()
  expect(there.announced).toEqual(['1', '3', 't1', 't3'])
})

it('knows what the bus did not bring, and announces only that from the database', () => {
  there.announcer.settle(epoch, 0)
  here.announcer.stored(entries(1), { from: 0, to: 2 })
  deliver()
  here.announcer.stored(entries(3), { from: 2, to: 4 })
  published = []
  here.announcer.stored(entries(5), { from: 4, to: 6 })
  deliver()
  expect(there.announcer.through(epoch)).toBe(2)
  there.announcer.missed(entries(3, 5), 6)
  expect(there.announced).toEqual(['1', 't1', '5', 't5', '3', 't3'])
  expect(there.announcer.through(epoch)).toBe(6)
})

it('leaves nothing out when an agent comes over from a replica that the bus did not reach', () => {
  here.announcer.settle(epoch, 2)
  here.announcer.stored(entries(5), { from: 4, to: 6 })
  expect(here.announcer.through(epoch)).toBe(2)
  here.announcer.missed(entries(3, 5), 6)
  expect(here.announced).toEqual(['5', 't5', '3', 't3'])
})

it('knows which seqs were noted, also when seqs come late or twice', () => {
  const announced = new AnnouncedSeqs()
  expect([3, 1, 2, 3, 4].map((seq) => announced.add('a', seq))).toEqual([
    true,
    true,
    true,
    false,
    true,
  ])
  expect(announced.has('a', 5)).toBe(false)
  expect(announced.has('b', 3)).toBe(false)
  announced.settle('a', 4)
  expect(announced.add('a', 3)).toBe(false)
  expect(announced.add('a', 5)).toBe(true)
})

it('goes on with an epoch only when nothing is missing in between', () => {
  const announced = new AnnouncedSeqs()
  announced.cover('a', 10, 20)
  expect(announced.through('a')).toBeNull()
  announced.settle('a', 20)
  announced.cover('a', 20, 30)
  expect(announced.through('a')).toBe(30)
  announced.cover('a', 40, 50)
  expect(announced.through('a')).toBe(30)
  expect([31, 40, 41, 50, 51].filter((seq) => !announced.has('a', seq))).toEqual([31, 40, 51])
})

it('keeps few ranges of an epoch, whatever an agent shows', () => {
  const announced = new AnnouncedSeqs()
  for (let seq = 1; seq < 10_000; seq += 2) announced.add('a', seq)
  expect(announced.has('a', 9999)).toBe(true)
  expect(announced.has('a', 1)).toBe(false)
})
