import { PassThrough } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { createManualTime } from '../../testing/manual-time.ts'
import { readerContext } from '../../testing/reader-context.ts'
import { InputPace, readPaced, SLICE_BYTES } from './input-pace.ts'

const PIECES = 50

function follow(disk: { hasRoom: boolean }) {
  const attempt = { isCurrent: true }
  const time = createManualTime()
  const context = readerContext({
    monotonic: time.monotonic,
    timers: time.timers,
    disk: Object.assign(disk, { isBlocked: false, durable: () => Promise.resolve() }),
  })
  const stream = new PassThrough()
  const taken: Buffer[] = []
  readPaced(stream, new InputPace(context, attempt), (bytes) => void taken.push(bytes))
  return { stream, taken, attempt, time }
}
const bytesOf = (pieces: Buffer[]) => Buffer.concat(pieces).length

it('hands on all bytes in their order, a slice at a time', async () => {
  const { stream, taken } = follow({ hasRoom: true })
  const bytes = Buffer.from(Array.from({ length: PIECES * SLICE_BYTES + 7 }, (_, i) => i % 251))
  stream.end(bytes)
  await vi.waitFor(() => expect(bytesOf(taken)).toBe(bytes.length))
  expect(Buffer.concat(taken)).toEqual(bytes)
  expect(Math.max(...taken.map(({ length }) => length))).toBe(SLICE_BYTES)
})

it('leaves each slice to its peer for 50 ms while the disk has no room, and for no longer', async () => {
  const { stream, taken, time } = follow({ hasRoom: false })
  stream.write(Buffer.alloc(3 * SLICE_BYTES))
  await vi.waitFor(() => expect(stream.isPaused()).toBe(true))
  for (const slices of [1, 2]) {
    let waitedMs = 0
    for (; bytesOf(taken) === slices * SLICE_BYTES; waitedMs += 10) {
      time.advance(10)
      await new Promise(setImmediate)
    }
    expect(bytesOf(taken)).toBe((slices + 1) * SLICE_BYTES)
    expect(waitedMs).toBeGreaterThanOrEqual(50)
    expect(waitedMs).toBeLessThanOrEqual(60)
  }
})

it('waits for no room on behalf of a connection that is over', async () => {
  const { stream, taken, attempt } = follow({ hasRoom: false })
  attempt.isCurrent = false
  stream.write(Buffer.alloc(2 * SLICE_BYTES))
  await vi.waitFor(() => expect(bytesOf(taken)).toBe(2 * SLICE_BYTES))
})
