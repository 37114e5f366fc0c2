import {
  SUPPRESS_WINDOW_DEFAULT_MS,
  SUPPRESS_WINDOW_MAX_MS,
  SUPPRESS_WINDOW_MIN_MS,
} from '@vehicle-control/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TagRead } from '../readers/reader.ts'
import { createManualTime, type ManualTime } from '../testing/manual-time.ts'
import { HeldReads, TimedSuppressor } from './timed-suppressor.ts'

let time: ManualTime
let entries: string[] = []
let suppressor: TimedSuppressor

beforeEach(() => {
  time = createManualTime({ mono: 1_000_000 })
  entries = []
  suppressor = suppressorOf(10_000)
})

function suppressorOf(windowMs?: number): TimedSuppressor {
  return new TimedSuppressor({
    windowMs,
    monotonic: time.monotonic,
    timers: time.timers,
    onEntries(caused) {
      for (const { kind, data } of caused) {
        const { uid, count } = data as { uid: string; count?: number }
        entries.push(count === undefined ? `${kind} ${uid}` : `${kind} ${uid} ×${count}`)
      }
    },
  })
}

function offer(uid: string, times = 1): void {
  for (let i = 0; i < times; i++) suppressor.offer({ reader: 'gate', uid, mono: time.monotonic() })
}

const stored = (uid: string, agoMs: number) => {
  return { mono: time.monotonic() - agoMs, data: JSON.stringify({ reader: 'gate', uid }) }
}

describe('TimedSuppressor', () => {
  it('reports the repeats of a window at its end, though no read comes', () => {
    offer('A', 4)
    expect(entries).toEqual(['read A', 'suppressed A ×1'])
    time.advance(9999)
    expect(entries).toHaveLength(2)
    time.advance(1)
    expect(entries).toEqual(['read A', 'suppressed A ×1', 'suppressed A ×2'])
    expect(time.pending()).toBe(0)
  })

  it('holds one timer, for the window that ends first', () => {
    offer('A')
    time.advance(5000)
    offer('B', 3)
    expect(time.pending()).toBe(1)
    time.advance(5000)
    expect(time.pending()).toBe(1)
    time.advance(5000)
    expect(entries.at(-1)).toBe('suppressed B ×1')
    expect(time.pending()).toBe(0)
  })

  it('ends open windows by a new length', () => {
    offer('A', 3)
    expect(suppressor.setWindowMs(15_000)).toBe(true)
    expect(suppressor.setWindowMs(15_000)).toBe(false)
    expect(suppressor.windowMs).toBe(15_000)
    time.advance(14_999)
    expect(entries).toHaveLength(2)
    time.advance(1)
    expect(entries.at(-1)).toBe('suppressed A ×1')
  })

  it('takes no length that the hub may not set, nor one that was stored', () => {
    expect(suppressor.setWindowMs(0)).toBe(false)
    expect(suppressor.windowMs).toBe(SUPPRESS_WINDOW_MIN_MS)
    suppressor.setWindowMs(1e12)
    expect(suppressor.windowMs).toBe(SUPPRESS_WINDOW_MAX_MS)
    expect(suppressorOf(-1).windowMs).toBe(SUPPRESS_WINDOW_MIN_MS)
  })

  it('opens the windows of an earlier run for what is left of them', () => {
    suppressor.rebuild([stored('old', 10_000), stored('A', 4000)])
    offer('old')
    offer('A')
    expect(entries).toEqual(['read old', 'suppressed A ×1'])
    time.advance(6000)
    offer('A')
    expect(entries.at(-1)).toBe('read A')
  })

  it('asks for reads as old as the longest window there may be', () => {
    expect(suppressor.rebuildSince()).toBe(time.monotonic() - SUPPRESS_WINDOW_MAX_MS)
  })

  it('begins with the default length where the hub has set none', () => {
    expect(suppressorOf().windowMs).toBe(SUPPRESS_WINDOW_DEFAULT_MS)
  })

  it('reports what it has counted when it stops, and sets no timer any more', () => {
    offer('A', 3)
    suppressor.stop()
    expect(entries.at(-1)).toBe('suppressed A ×1')
    expect(time.pending()).toBe(0)
  })
})

const read = (mono: number): TagRead => ({ reader: 'gate', uid: 'A', mono })

it('held reads are passed on in order when they are released, and at once from then on', () => {
  const passed: number[] = []
  const held = new HeldReads(({ mono }) => passed.push(mono))
  held.offer(read(1))
  held.offer(read(2))
  expect(passed).toEqual([])
  expect(held.isHolding).toBe(true)
  held.release()
  held.release()
  held.offer(read(3))
  expect(passed).toEqual([1, 2, 3])
  expect(held.isHolding).toBe(false)
})

it('held reads do not grow without bound', () => {
  let passed = 0
  const held = new HeldReads(() => passed++)
  for (let i = 0; i < 30_000; i++) held.offer(read(i))
  expect(passed).toBe(30_000)
})
