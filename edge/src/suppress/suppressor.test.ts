import { ReadData, SuppressedData } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NewEntry } from '../entry.ts'
import { Suppressor } from './suppressor.ts'

const read = (uid: string, mono: number, rssi?: number, reader = 'gate') => ({
  reader,
  uid,
  mono,
  rssi,
})
const suppressorOf = (windowMs = 60_000) => new Suppressor({ windowMs })
const rest = (mono: number, data: object) => ({ kind: 'suppressed', mono, data })

describe('Suppressor', () => {
  it('passes the first read of a tag with its antenna and RSSI', () => {
    const entries = suppressorOf().offer({ ...read('TEST-001', 5, -60), antenna: 2 })
    const data = { uid: 'TEST-001', reader: 'gate', antenna: 2, rssi: -60 }
    expect(entries).toEqual([{ kind: 'read', mono: 5, data }])
  })

  it('passes on that nobody vouches for a read', () => {
    const [entry] = suppressorOf().offer({ ...read('TEST-001', 5), unauthenticated: true })
    expect(entry?.data).toMatchObject({ uid: 'TEST-001', unauthenticated: true })
  })

  it('reports the first repeat at once and the others at the end of the window', () => {
    const suppressor = suppressorOf()
    suppressor.offer(read('TEST-001', 0, -60))
    expect(suppressor.offer(read('TEST-001', 100, -70))).toEqual([
      rest(100, { uid: 'TEST-001', reader: 'gate', count: 1, spanMs: 0, rssi: -70 }),
    ])
    expect(suppressor.offer(read('TEST-001', 200, -55))).toEqual([])
    expect(suppressor.offer(read('TEST-001', 450, -58))).toEqual([])
    expect(suppressor.nextExpiry()).toBe(60_000)
    expect(suppressor.expire(59_999)).toEqual([])
    expect(suppressor.expire(60_000)).toEqual([
      rest(450, { uid: 'TEST-001', reader: 'gate', count: 2, spanMs: 250, rssi: -55 }),
    ])
    expect(suppressor.nextExpiry()).toBeNull()
  })

  it('reports nothing at the end when there was one repeat or none', () => {
    const suppressor = suppressorOf()
    suppressor.offer(read('TEST-001', 0))
    suppressor.offer(read('TEST-002', 0))
    suppressor.offer(read('TEST-002', 1))
    expect(suppressor.expire(60_000)).toEqual([])
  })

  it('reports what the old window counted before the read that opens the next', () => {
    const suppressor = suppressorOf()
    for (const mono of [0, 1, 2, 3]) suppressor.offer(read('TEST-001', mono))
    const entries = suppressor.offer(read('TEST-001', 60_000))
    expect(entries.map((entry) => entry.kind)).toEqual(['suppressed', 'read'])
    expect(entries[0]).toMatchObject({ mono: 3, data: { count: 2, spanMs: 1 } })
  })

  it('counts from the first read on, whatever is repeated', () => {
    const suppressor = suppressorOf(1000)
    const kinds = [0, 900, 1000, 1900].map((mono) => suppressor.offer(read('A00001', mono)))
    expect(kinds.map((entries) => entries[0]?.kind)).toEqual([
      'read',
      'suppressed',
      'read',
      'suppressed',
    ])
  })

  it('ends the window of one tag in time though another tag has begun its next', () => {
    const suppressor = suppressorOf(1000)
    suppressor.offer(read('A00001', 0))
    for (const mono of [500, 501, 502]) suppressor.offer(read('A00002', mono))
    suppressor.offer(read('A00001', 1000))
    expect(suppressor.nextExpiry()).toBe(1500)
    expect(suppressor.expire(1500)).toMatchObject([{ mono: 502, data: { uid: 'A00002' } }])
    expect(suppressor.nextExpiry()).toBe(2000)
  })

  it('keeps a tag apart at two readers', () => {
    const suppressor = suppressorOf()
    expect(suppressor.offer(read('TEST-001', 0, -60, 'in'))[0]?.kind).toBe('read')
    expect(suppressor.offer(read('TEST-001', 1, -60, 'out'))[0]?.kind).toBe('read')
  })

  it('applies a new length to open windows', () => {
    const suppressor = suppressorOf(60_000)
    suppressor.offer(read('TEST-001', 0))
    suppressor.setWindowMs(10_000)
    expect(suppressor.nextExpiry()).toBe(10_000)
    expect(suppressor.offer(read('TEST-001', 10_000))[0]?.kind).toBe('read')
    suppressor.setWindowMs(30_000)
    expect(suppressor.offer(read('TEST-001', 39_999))[0]?.kind).toBe('suppressed')
  })

  it('continues the windows of an earlier run', () => {
    const suppressor = suppressorOf(1000)
    suppressor.rebuild([
      { reader: 'gate', uid: 'TEST-002', mono: 700 },
      { reader: 'gate', uid: 'TEST-001', mono: 1500 },
      { reader: 'gate', uid: 'TEST-001', mono: 400 },
    ])
    expect(suppressor.nextExpiry()).toBe(1700)
    expect(suppressor.offer(read('TEST-001', 2400))[0]?.kind).toBe('suppressed')
    expect(suppressor.offer(read('TEST-002', 2400))[0]?.kind).toBe('read')
  })

  it('reports pending repeats at the shutdown, once', () => {
    const suppressor = suppressorOf()
    for (const mono of [0, 1, 2, 5]) suppressor.offer(read('TEST-001', mono, -60 - mono))
    expect(suppressor.flush()).toEqual([
      rest(5, { uid: 'TEST-001', reader: 'gate', count: 2, spanMs: 3, rssi: -62 }),
    ])
    expect(suppressor.flush()).toEqual([])
    suppressor.offer(read('TEST-001', 9, -80))
    expect(suppressor.expire(60_000)).toEqual([
      rest(9, { uid: 'TEST-001', reader: 'gate', count: 1, spanMs: 0, rssi: -80 }),
    ])
  })

  it('closes the oldest window when there are too many, and reports its count', () => {
    const suppressor = new Suppressor({ windowMs: 60_000, maxWindows: 2 })
    for (const mono of [0, 1, 2]) suppressor.offer(read('A00001', mono))
    suppressor.offer(read('A00002', 3))
    const entries = suppressor.offer(read('A00003', 4))
    expect(entries.map((entry) => entry.kind)).toEqual(['suppressed', 'read'])
    expect(entries[0]).toMatchObject({ data: { uid: 'A00001', count: 1 } })
    expect(suppressor.offer(read('A00002', 5))[0]?.kind).toBe('suppressed')
    expect(suppressor.nextExpiry()).toBe(60_003)
  })
})

describe('Suppressor of reads that a reader had kept', () => {
  const aged = (mono: number, ageMs: number, rssi?: number) => {
    return { ...read('TEST-001', mono, rssi), ageMs }
  }

  it('gives the entry the time of the read, before the boot too, and the window that of arrival', () => {
    const suppressor = suppressorOf()
    expect(suppressor.offer(aged(5000, 20_000))).toMatchObject([{ kind: 'read', mono: -15_000 }])
    expect(suppressor.nextExpiry()).toBe(65_000)
    expect(suppressor.offer(read('TEST-001', 64_999))[0]?.kind).toBe('suppressed')
  })

  it('passes what is older than the window, and neither opens one nor counts in one', () => {
    const suppressor = suppressorOf()
    for (const ageMs of [60_000, 90_000, 3_600_000]) {
      const data = { uid: 'TEST-001', reader: 'gate' }
      const passed = { kind: 'read', mono: 70_000 - ageMs, data }
      expect(suppressor.offer(aged(70_000, ageMs))).toEqual([passed])
    }
    expect(suppressor.nextExpiry()).toBeNull()
    for (const mono of [70_001, 70_002, 70_003]) suppressor.offer(read('TEST-001', mono))
    suppressor.offer(aged(70_004, 60_000, -10))
    expect(suppressor.expire(130_001)).toMatchObject([{ mono: 70_003, data: { count: 1 } }])
  })

  it('spans repeats from the earliest to the latest, in whatever order they come', () => {
    const suppressor = suppressorOf()
    for (const mono of [10_000, 10_001]) suppressor.offer(read('TEST-001', mono))
    for (const ageMs of [500, 9000, 0, 3000]) suppressor.offer(aged(10_100, ageMs, -50 - ageMs))
    expect(suppressor.flush()).toEqual([
      rest(10_100, { uid: 'TEST-001', reader: 'gate', count: 4, spanMs: 9000, rssi: -50 }),
    ])
    expect(suppressor.offer(aged(10_200, 20_000))).toEqual([])
    expect(suppressor.flush()).toMatchObject([{ mono: -9800, data: { count: 1, spanMs: 0 } }])
  })
})

/** A step of a history: time passes, then a tag is read or the clock is looked at. */
const step = fc.record({
  pause: fc.oneof(fc.nat(400), fc.nat(3000)),
  tag: fc.constantFrom('A00001', 'A00002', 'A00003'),
  reader: fc.constantFrom('in', 'out'),
  sweep: fc.boolean(),
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The entries by what they say: which reads passed and when, and how many more were counted. */
function sum(entries: readonly NewEntry[]) {
  const passed: string[] = []
  let counted = 0
  for (const entry of entries) {
    if (entry.kind === 'read') {
      const data = ReadData.parse(entry.data)
      passed.push(`${data.reader}/${data.uid}@${entry.mono}`)
    } else counted += SuppressedData.parse(entry.data).count
  }
  return { passed, counted }
}

describe('Suppressor over any history of reads', () => {
  const windowMs = 1000

  function play(steps: readonly Step[]) {
    const suppressor = new Suppressor({ windowMs })
    const entries: NewEntry[] = []
    const expected: string[] = []
    const lastPass = new Map<string, number>()
    let mono = 0
    for (const { pause, tag, reader, sweep } of steps) {
      mono += pause
      if (sweep) entries.push(...suppressor.expire(mono))
      const key = `${reader}/${tag}`
      const passedAt = lastPass.get(key)
      if (passedAt === undefined || mono - passedAt >= windowMs) {
        lastPass.set(key, mono)
        expected.push(`${key}@${mono}`)
      }
      entries.push(...suppressor.offer(read(tag, mono, undefined, reader)))
    }
    entries.push(...suppressor.flush())
    return { entries, expected }
  }

  it('passes what the plain rule passes and counts every other read once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { entries, expected } = play(steps)
        const { passed, counted } = sum(entries)
        expect(passed).toEqual(expected)
        expect(passed.length + counted).toBe(steps.length)
      }),
      { numRuns: runs(100) },
    )
  })

  it('ends every read in one entry, whatever its age, its order and what becomes of the window', () => {
    const kept = fc.record({
      step,
      back: fc.oneof(fc.constant(0), fc.nat(5000)),
      ageMs: fc.option(fc.oneof(fc.nat(1500), fc.nat(1e9)), { nil: undefined }),
      newWindowMs: fc.option(fc.integer({ min: 1, max: 3000 }), { freq: 20, nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(kept, { maxLength: 200 }), (history) => {
        const suppressor = new Suppressor({ windowMs, maxWindows: 4 })
        const entries: NewEntry[] = []
        const old: string[] = []
        let now = 0
        for (const {
          step: { pause, tag, reader, sweep },
          back,
          ageMs,
          newWindowMs,
        } of history) {
          now += pause
          const mono = now - back
          if (newWindowMs !== undefined) suppressor.setWindowMs(newWindowMs)
          if (sweep) entries.push(...suppressor.expire(now))
          if (ageMs !== undefined && ageMs >= suppressor.windowMs) {
            old.push(`${reader}/${tag}@${mono - ageMs}`)
          }
          entries.push(...suppressor.offer({ ...read(tag, mono, undefined, reader), ageMs }))
        }
        entries.push(...suppressor.flush())
        const { passed, counted } = sum(entries)
        expect(passed.length + counted).toBe(history.length)
        expect(passed).toEqual(expect.arrayContaining(old))
      }),
      { numRuns: runs(200) },
    )
  })
})
