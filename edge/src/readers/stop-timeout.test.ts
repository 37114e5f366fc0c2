import pino from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { createManualTime } from '../testing/manual-time.ts'
import { withStopTimeout } from './stop-timeout.ts'
import type { Reader } from './reader.ts'

let time: ReturnType<typeof createManualTime>
let logged: string[]
beforeEach(() => {
  time = createManualTime()
  logged = []
})

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

function readerOf(stop: () => Promise<void>): Reader {
  const log = pino({}, { write: (line) => logged.push((JSON.parse(line) as { msg: string }).msg) })
  const state = { id: 'gate', type: 'line', path: '', simulated: false, noise: 0 }
  const reader: Reader = {
    id: 'gate',
    start() {},
    stop,
    states: () => [{ ...state, state: 'open' }],
  }
  return withStopTimeout(reader, { timers: time.timers, log })
}

it('a stop that hangs ends after a second, once, and is logged', async () => {
  let asked = 0
  let ended = 0
  const reader = readerOf(() => {
    asked++
    return new Promise(() => {})
  })
  void reader.stop().then(() => ended++)
  void reader.stop().then(() => ended++)
  time.advance(999)
  await settle()
  expect(ended).toBe(0)
  time.advance(1)
  await settle()
  expect(ended).toBe(2)
  expect(asked).toBe(1)
  expect(logged).toEqual(['the reader does not let its device go'])
})

it('a stop that ends leaves no timer, and one that fails rejects nobody', async () => {
  await readerOf(async () => {}).stop()
  expect(logged).toEqual([])
  await readerOf(() => Promise.reject(new Error('broken'))).stop()
  expect(logged).toEqual(['the reader did not stop cleanly'])
  await settle()
  expect(time.pending()).toBe(0)
})
