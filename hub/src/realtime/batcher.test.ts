import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

function setUp() {
  const sent: number[][] = []
  const timers: (() => void)[] = []
  const batcher = createBatcher<number>(
    (items) => sent.push(items),
    100,
    (run) => {
      timers.push(run)
      // Never started: the test itself is the clock.
      return setTimeout(() => {}, 0)
    },
  )
  return { sent, batcher, tick: () => timers.shift()?.(), waiting: () => timers.length }
}

test('sends the first at once and the rest together, once an interval', () => {
  const { sent, batcher, tick, waiting } = setUp()
  batcher.add([1])
  expect(sent).toEqual([[1]])
  batcher.add([2])
  batcher.add([3, 4])
  expect(sent).toEqual([[1]])
  tick()
  expect(sent).toEqual([[1], [2, 3, 4]])
  batcher.add([5])
  tick()
  expect(sent.at(-1)).toEqual([5])
  tick()
  expect(waiting()).toBe(0)
  batcher.add([6])
  expect(sent.at(-1)).toEqual([6])
})

test('sends nothing for nothing', () => {
  const { sent, batcher, waiting } = setUp()
  batcher.add([])
  expect([sent, waiting()]).toEqual([[], 0])
})
