import { ReadData, SuppressedData } from '@vehicle-control/protocol'
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

/** A step of a history: time passes, then a tag is read or the clock is looked at. */
const step = fc.record({
  pause: fc.oneof(fc.nat(400), fc.nat(3000)),
  tag: fc.constantFrom('A00001', 'A00002', 'A00003'),
  reader: fc.constantFrom('in', 'out'),
  sweep: fc.boolean(),
})

describe('Suppressor over any history of reads', () => {
  const windowMs = 1000

  function play(steps: (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) {
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
        const passed: string[] = []
        let counted = 0
        for (const entry of entries) {
          if (entry.kind === 'read') {
            const data = ReadData.parse(entry.data)
            passed.push(`${data.reader}/${data.uid}@${entry.mono}`)
          } else counted += SuppressedData.parse(entry.data).count
        }
        expect(passed).toEqual(expected)
        expect(passed.length + counted).toBe(steps.length)
      }),
    )
  })
})
