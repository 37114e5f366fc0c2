import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import type { Scan, ScanKind } from './scan.ts'
import { createToastSlot } from './toast-slot.ts'

function open() {
  const clock = createFakeClock()
  const slot = createToastSlot({
    clock,
    now: clock.now,
    standsMs: { read: 4000, suppressed: 3500 },
  })
  let count = 0
  const scan = (kind: ScanKind): Scan => ({
    kind,
    code: 'gate',
    name: 'Portón',
    place: { lat: 0, lng: 0 },
    id: `a-${++count}`,
    uid: `TEST-${count}`,
    plate: null,
    model: null,
    at: clock.now(),
  })
  const show = (...kinds: ScanKind[]) => slot.show(kinds.map(scan))
  const shown = () => {
    const toast = slot.state.get()
    return toast && `${toast.scan.kind} ${toast.scan.uid} +${toast.more}`
  }
  return { clock, slot, show, shown }
}

describe('the toast of the map', () => {
  it.each([
    ['read', 4000],
    ['suppressed', 3500],
  ] as const)('of a %s stands for %d ms', (kind, ms) => {
    const { clock, show, shown } = open()
    show(kind)
    clock.advance(ms - 1)
    expect(shown()).toBe(`${kind} TEST-1 +0`)
    clock.advance(1)
    expect(shown()).toBeNull()
  })

  it('is changed in place by what follows, counts it, and begins its time anew', () => {
    const { clock, show, shown } = open()
    show('read')
    clock.advance(3000)
    show('read', 'read')
    expect(shown()).toBe('read TEST-3 +2')
    clock.advance(3999)
    expect(shown()).toBe('read TEST-3 +2')
    clock.advance(1)
    expect(shown()).toBeNull()
    show('read')
    expect(shown()).toBe('read TEST-4 +0')
  })

  it('of a read is not covered by a repeat within a second', () => {
    const { clock, show, shown } = open()
    show('read')
    clock.advance(999)
    show('suppressed')
    expect(shown()).toBe('read TEST-1 +0')
    clock.advance(1)
    show('suppressed')
    expect(shown()).toBe('suppressed TEST-3 +0')
    show('read')
    clock.advance(250)
    expect(shown()).toBe('read TEST-4 +0')
  })

  it('stands while it is held, and counts on', () => {
    const { clock, slot, show, shown } = open()
    show('read')
    slot.hold()
    clock.advance(60_000)
    show('suppressed', 'read')
    clock.advance(250)
    expect(shown()).toBe('read TEST-1 +1')
    slot.release()
    clock.advance(3999)
    expect(shown()).toBe('read TEST-1 +1')
    clock.advance(1)
    expect(shown()).toBeNull()
  })

  it('goes when it is closed, and later scans show again', () => {
    const { clock, slot, show, shown } = open()
    show('read')
    slot.hold()
    slot.close()
    expect(shown()).toBeNull()
    show('read')
    expect(shown()).toBe('read TEST-2 +0')
    clock.advance(4000)
    expect(shown()).toBeNull()
  })

  it('is drawn four times a second in a flood, with every scan in its count', () => {
    const { clock, slot, show, shown } = open()
    let drawings = 0
    slot.state.subscribe(() => drawings++)
    for (let i = 0; i < 500; i++) {
      show('read')
      clock.advance(2)
    }
    expect(drawings).toBeLessThanOrEqual(5)
    clock.advance(250)
    expect(shown()).toBe('read TEST-500 +499')
  })

  it('ends after any order of scans', () => {
    const step = fc.tuple(fc.nat(2000), fc.constantFrom<ScanKind>('read', 'suppressed'))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { clock, show, shown } = open()
        for (const [wait, kind] of steps) {
          clock.advance(wait)
          show(kind)
          expect(shown()).not.toBeNull()
        }
        clock.advance(4250)
        expect(shown()).toBeNull()
      }),
      { numRuns: runs(100) },
    )
  })
})
