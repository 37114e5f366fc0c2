import { parseScanUid } from '@vehicle-control/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seededRandom } from '../../random.ts'
import { Traffic } from './traffic.ts'

const tags = ['TEST-001', 'TEST-002', 'TEST-003', 'TEST-004']
const seeds = fc.integer()

function trafficOf(seed: number, dayRhythm = true) {
  return new Traffic({ tags, ratePerMinute: 12, dayRhythm, random: seededRandom(seed) })
}

it('traffic comes in bursts of reads, in the order of their time', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const traffic = trafficOf(seed)
      for (let i = 0; i < 20; i++) {
        const reads = traffic.nextPassage()
        expect(reads.length).toBeGreaterThanOrEqual(3)
        expect(reads[0]?.afterMs).toBe(0)
        for (const [j, read] of reads.entries()) {
          expect(parseScanUid(read.uid)).toBe(read.uid)
          expect(read.rssi).toBeLessThan(0)
          expect(read.afterMs).toBeGreaterThanOrEqual(reads[j - 1]?.afterMs ?? 0)
        }
      }
    }),
  )
})

it('the signal rises and falls as a vehicle drives by', () => {
  const traffic = new Traffic({ tags, ratePerMinute: 12, dayRhythm: true, random: () => 0.5 })
  const rssi = traffic.nextPassage().map((read) => read.rssi)
  const peak = rssi.indexOf(Math.max(...rssi))
  expect(rssi.slice(0, peak + 1)).toEqual(rssi.slice(0, peak + 1).toSorted((a, b) => a - b))
  expect(rssi.slice(peak)).toEqual(rssi.slice(peak).toSorted((a, b) => b - a))
  expect(peak).toBeGreaterThan(0)
  expect(peak).toBeLessThan(rssi.length - 1)
})

it('traffic holds unknown tags, pairs and vehicles that park, now and then', () => {
  const traffic = trafficOf(7)
  const passages = Array.from({ length: 500 }, () => traffic.nextPassage())
  const tagsOf = (reads: { uid: string }[]) => new Set(reads.map((read) => read.uid))
  expect(passages.some((reads) => [...tagsOf(reads)].some((uid) => !tags.includes(uid)))).toBe(true)
  expect(passages.some((reads) => tagsOf(reads).size === 2)).toBe(true)
  expect(passages.some((reads) => (reads.at(-1)?.afterMs ?? 0) > 50_000)).toBe(true)
})

it('traffic follows the day unless dayRhythm is false', () => {
  const gap = (hour: number, dayRhythm: boolean) => trafficOf(1, dayRhythm).nextGapMs(hour)
  expect(gap(3, true)).toBeGreaterThan(gap(8, true))
  expect(gap(3, false)).toBe(gap(8, false))
})

it('traffic keeps the mean rate at the busiest hour', () => {
  const traffic = trafficOf(42)
  let total = 0
  for (let i = 0; i < 20_000; i++) total += traffic.nextGapMs(8)
  expect(20_000 / (total / 60_000)).toBeCloseTo(12, 0)
})

it('traffic repeats itself with the same seed', () => {
  expect(trafficOf(5).nextPassage()).toEqual(trafficOf(5).nextPassage())
})
