import { MAX_ENTRY_BYTES, MAX_FRAME_BYTES, type WireEntry } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEntry } from '../testing/agent-side.ts'
import { checkEntries } from './checked-entries.ts'

const checked = (change: Partial<WireEntry>, frameBytes = MAX_FRAME_BYTES) => {
  const [entry] = checkEntries([readEntry(9, 'TEST-001', change)], frameBytes)
  if (entry === undefined) throw new Error('no entry')
  return entry
}
const status = (readers: unknown[]) => checked({ kind: 'status', data: { readers } })
const bytes = (text: unknown) => Buffer.byteLength(String(text))

describe('an entry that does not fit its kind', () => {
  it('keeps its first issues in a kibibyte, and its data', () => {
    const { error, data } = status([{}])
    expect(JSON.parse(error ?? '')).toHaveLength(5)
    expect(data).toBe('{"readers":[{}]}')
    const wide = checked({ kind: 'status', data: { readers: [{ id: 'x'.repeat(65), path: 1 }] } })
    expect(bytes(wide.error)).toBeLessThanOrEqual(1024)
  })

  it('keeps no more bytes of its data than an entry may have, whatever its characters', () => {
    fc.assert(
      fc.property(fc.constantFrom('x', 'ñ', '€', '😀', '\ud800', '\0'), fc.nat(3), (unit, more) => {
        const { data, error } = checked({ data: { uid: unit.repeat(20_000), x: 'x'.repeat(more) } })
        expect(bytes(data)).toBeLessThanOrEqual(MAX_ENTRY_BYTES)
        expect(bytes(error)).toBeLessThanOrEqual(1024)
        expect(JSON.stringify({ data, error })).not.toContain('\ufffd')
      }),
      { numRuns: runs(50) },
    )
  })

  it.each([
    { from: 1, to: 10 },
    { from: 10, to: 9 },
    { from: null, to: 9 },
    { from: 9, to: null },
  ])('is a gap from $from to $to under the seq 9', (place) => {
    const data = { ...place, counts: { read: 1 }, reason: 'cap' }
    expect(checked({ kind: 'gap', data }).error).toMatch(/its own seq/)
  })
})

describe('an entry that fits its kind', () => {
  it('is passed on as its schema has it', () => {
    const data = { uid: 'A', reader: 'gate', unknown: 1 }
    expect(checked({ data })).toMatchObject({ error: null, data: { uid: 'A', reader: 'gate' } })
    const gap = { from: 3, to: 9, counts: { read: 7 }, reason: 'cap' }
    expect(checked({ kind: 'gap', data: gap })).toMatchObject({ error: null, data: gap })
  })

  it('is set aside unread where it is longer than an entry may be, to the byte', () => {
    const around = bytes('{"uid":"A","reader":"g","x":""}')
    fc.assert(
      fc.property(
        fc.constantFrom(['x', 1], ['ñ', 2], ['€', 3], ['😀', 4], ['\ud800', 6], ['"', 2]),
        fc.integer({ min: -9, max: 9 }),
        ([unit, width], off) => {
          const size = MAX_ENTRY_BYTES + off
          const times = Math.floor((size - around) / Number(width))
          const x = String(unit).repeat(times) + 'x'.repeat(size - around - times * Number(width))
          const data = { uid: 'A', reader: 'g', x }
          expect(bytes(JSON.stringify(data))).toBe(size)
          const { error } = checked({ data })
          if (off > 0) expect(error).toBe(`${size} bytes are too many for an entry`)
          else expect(error).toBe(null)
        },
      ),
      { numRuns: runs(200) },
    )
  })

  it('is never taken for longer than it is, nor for shorter', () => {
    const json = fc.jsonValue({ maxDepth: 6 })
    fc.assert(
      fc.property(json, fc.nat(200), (value, times) => {
        const data = { uid: 'A', reader: 'g', x: Array(times).fill(value) }
        const isLong = bytes(JSON.stringify(data)) > MAX_ENTRY_BYTES
        expect(checked({ data }).error !== null).toBe(isLong)
      }),
      { numRuns: runs(200) },
    )
  })
})
