import { beforeEach, expect, it } from 'vitest'
import { createManualTime } from '../../testing/manual-time.ts'
import type { DriverTag } from '../device/device-driver.ts'
import { JsonReads } from './json-reads.ts'

const HOUR = 3_600_000

let time: ReturnType<typeof createManualTime>
let reads: JsonReads
let told: { tags: DriverTag[]; warnings: (string | null)[]; noise: number }
beforeEach(() => {
  time = createManualTime()
  told = { tags: [], warnings: [], noise: 0 }
  reads = new JsonReads((mono) => ({ at: time.now() - time.monotonic() + mono, clock: 'synced' }))
})

const output = {
  emit: (tag: DriverTag) => void told.tags.push(tag),
  noise: () => void told.noise++,
  warn: (warning: string | null) => void told.warnings.push(warning),
}
const take = (message: object | string, source?: string) => {
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  const arrival = { mono: time.monotonic(), output, source }
  // As few as these are taken at once.
  void reads.takeText(text, arrival, { rest: () => null, isOver: false })
}
const tagAt = (at: number, mac?: string) => ({
  uid: 'AABBCCDD',
  ts: new Date(at).toISOString(),
  mac,
})
const ages = () => told.tags.splice(0).map(({ ageMs }) => ageMs)

it('two devices on one reader have a clock each, named by the message or by where it came from', () => {
  take(tagAt(time.now() + HOUR), 'gate/1')
  take(tagAt(time.now() - 1000), 'gate/2')
  take(tagAt(time.now() + 2 * HOUR, 'C4:7D'), 'gate/1')
  take(tagAt(time.now() + HOUR - 500), 'gate/1')
  expect(ages()).toEqual([0, 1000, 0, 500])
})

it('a read is told apart by its time, unless that is no time of a read', () => {
  time.advance(1500)
  take(tagAt(time.now()))
  take({ uid: 'AABBCCDD', ts: '2000-01-01T00:00:00Z' })
  take({ uid: 'AABBCCDD', ts: 'soon' })
  take({ uid: 'AABBCCDD' })
  const stamps = told.tags.map(({ stamp, ageMs }) => [stamp, ageMs])
  const none = [undefined, undefined]
  expect(stamps).toEqual([[new Date(time.now()).toISOString(), 0], none, none, none])
})

it('a clock that jumps is warned of once a minute at the most', () => {
  for (let hours = 1; hours < 20; hours++) take(tagAt(time.now() + hours * HOUR))
  const first = 'the clock of the reader is 3600 s ahead; its times are corrected by that'
  expect(new Set(told.warnings)).toEqual(new Set([first]))
  time.advance(60_000)
  take(tagAt(time.now() + 20 * HOUR))
  expect(told.warnings.at(-1)).toBe(first.replace('3600', '72000'))
})

it('what is broken or no tag is noise, item by item', () => {
  take('{"uid":"AABBCCDD"}garbage[{"no":"tag"},7]{"uid"')
  expect(told).toMatchObject({ tags: [{ uid: 'AABBCCDD' }], noise: 4 })
})

it('a long list is taken in turns, and has no answer where it is not taken whole', async () => {
  const list = { tag_reads: Array.from({ length: 250 }, () => ({ epc: 'AABBCCDD' })) }
  const arrival = { mono: time.monotonic(), output }
  const rests: number[] = []
  const pace = {
    isOver: false,
    rest: () => {
      rests.push(told.tags.length)
      return null
    },
  }
  const [item] = await reads.takePaced([list], arrival, pace)
  expect([item?.length, told.tags.length]).toEqual([250, 250])
  expect(rests).toEqual([100, 200, 250])
  const leaving = {
    isOver: false,
    rest: () => {
      leaving.isOver = true
      return null
    },
  }
  expect(await reads.takePaced([{ epc: 'AABBCCDD' }, list], arrival, leaving)).toHaveLength(1)
})
