import { MAX_FRAME_BYTES } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OutboxRow } from '../entry.ts'
import { LiveLane } from './live-lane.ts'

const epoch = 'a'.repeat(16)
let frames: string[] = []
let lane: LiveLane
let sentUpTo = 0

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  sentUpTo = 0
  lane = new LiveLane({
    clock: {
      age: () => 0,
      correct: ({ at, clock }) => ({ at, clock }),
      monotonic: () => performance.now(),
    },
    send: (frame) => frames.push(frame),
    isSent: (_, seq) => seq <= sentUpTo,
  })
})
afterEach(() => {
  lane.stop()
  vi.useRealTimers()
})

const row = (seq: number, kind = 'read', data: object = { uid: 'A' }): OutboxRow => {
  return { seq, kind, at: 1, mono: 1, boot: 'b', clock: 'synced', data: JSON.stringify(data) }
}
const seqsOf = (frame = '{"entries":[]}') =>
  (JSON.parse(frame) as { entries: { seq: number }[] }).entries.map((e) => e.seq)

it('the live lane sends the first entry at once and later ones at most ten times a second', () => {
  lane.add(epoch, [row(1)])
  expect(frames.map(seqsOf)).toEqual([[1]])
  for (let seq = 2; seq <= 60; seq++) {
    lane.add(epoch, [row(seq)])
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(100)
  expect(frames.length).toBeLessThanOrEqual(8)
  expect(frames.flatMap(seqsOf)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
})

it('the live lane keeps the newest telemetry of each type, and leaves gaps to their batch', () => {
  lane.add(epoch, [row(1)])
  lane.add(epoch, [
    row(2, 'telemetry', { type: 'temp', value: 1 }),
    row(3, 'telemetry', { type: 'hum', value: 2 }),
    row(4, 'gap', {}),
    row(5, 'telemetry', { type: 'temp', value: 3 }),
    row(6, 'status', {}),
  ])
  vi.advanceTimersByTime(100)
  expect(seqsOf(frames[1])).toEqual([3, 5, 6])
})

it('the live lane keeps a frame within its size, however much is waiting', () => {
  lane.add(epoch, [row(1)])
  lane.add(
    epoch,
    Array.from({ length: 100 }, (_, i) => row(i + 2, 'read', { uid: 'x'.repeat(2000) })),
  )
  vi.advanceTimersByTime(2000)
  expect(frames.length).toBeGreaterThan(2)
  for (const frame of frames) expect(Buffer.byteLength(frame)).toBeLessThanOrEqual(MAX_FRAME_BYTES)
  expect(frames.flatMap(seqsOf)).toHaveLength(101)
})

it('the live lane leaves out entries that have gone with their batch meanwhile', () => {
  lane.add(epoch, [row(1)])
  lane.add(epoch, [row(2), row(3)])
  sentUpTo = 2
  vi.advanceTimersByTime(100)
  expect(frames.map(seqsOf)).toEqual([[1], [3]])
})

it('the live lane sends a command result, status and telemetry ahead of any number of reads', () => {
  lane.add(epoch, [row(1)])
  lane.add(epoch, [
    row(2, 'command_result', { id: 'c' }),
    row(3, 'status', {}),
    row(4, 'telemetry', { type: 'temp', value: 1 }),
  ])
  lane.add(
    epoch,
    Array.from({ length: 5000 }, (_, i) => row(i + 5)),
  )
  vi.advanceTimersByTime(100)
  expect(seqsOf(frames[1]).slice(0, 4)).toEqual([2, 3, 4, 3005])
  vi.advanceTimersByTime(2000)
  const seqs = frames.flatMap(seqsOf)
  expect(seqs).toHaveLength(1 + 3 + 2000)
  expect(new Set(seqs).size).toBe(seqs.length)
})
