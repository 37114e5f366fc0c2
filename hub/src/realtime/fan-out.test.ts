import { BurstPace } from '@vehicle-control/protocol'
import { expect, test } from 'vitest'
import { browserPace, createBatcher } from './fan-out.ts'

function setUp() {
  const sent: number[][] = []
  let now = 0
  let timer: { at: number; run: () => void } | undefined
  const batcher = createBatcher<number>(
    (items) => sent.push(items),
    new BurstPace({ burst: 2, refillPerSecond: 1, groupMs: 100 }),
    {
      now: () => now,
      startTimer(run, ms) {
        expect(timer).toBeUndefined()
        timer = { at: now + ms, run }
        // Never started: the test itself is the clock.
        return setTimeout(() => {}, 0)
      },
    },
  )
  const pass = (ms: number) => {
    now += ms
    const due = timer
    if (due === undefined || due.at > now) return
    timer = undefined
    due.run()
  }
  return { sent, batcher, pass, isWaiting: () => timer !== undefined }
}

test('sends a burst one by one and what comes beyond it together, once an interval', () => {
  const { sent, batcher, pass, isWaiting } = setUp()
  for (const n of [1, 2, 3, 4]) batcher.add([n])
  batcher.add([5, 6])
  expect(sent).toEqual([[1], [2], [3]])
  pass(99)
  expect(sent).toHaveLength(3)
  pass(1)
  expect(sent).toEqual([[1], [2], [3], [4, 5, 6]])
  batcher.add([7])
  pass(100)
  expect(sent.at(-1)).toEqual([7])
  expect(isWaiting()).toBe(false)
  pass(100)
  batcher.add([8])
  expect(sent.at(-1)).toEqual([8])
})

test('sends nothing for nothing, and nothing that waits once it is stopped', () => {
  const { sent, batcher, isWaiting } = setUp()
  batcher.add([])
  expect([sent, isWaiting()]).toEqual([[], false])
  for (const n of [1, 2, 3, 4]) batcher.add([n])
  batcher.stop()
  expect(sent).toEqual([[1], [2], [3]])
})

test.each([
  [0, 50],
  [100, 50],
  [150, 75],
  [1000, 100],
])('with %i browsers, reads that come for long go in groups of %i ms', (browsers, groupMs) => {
  const pace = browserPace(() => browsers)
  for (let i = 0; i < 100; i++) pace.begin(0)
  expect(pace.waitMs(0)).toBe(groupMs)
})

test('the pace follows the browsers as they come', () => {
  let browsers = 1
  const pace = browserPace(() => browsers)
  for (let i = 0; i < 100; i++) pace.begin(0)
  browsers = 160
  expect(pace.waitMs(0)).toBe(80)
})
