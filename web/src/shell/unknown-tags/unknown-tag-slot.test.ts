import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { makeRead } from '../../testing/reads.ts'
import { COUNTED_EVERY_MS, createUnknownTagSlot, RESTS_MS, STANDS_MS } from './unknown-tag-slot.ts'

function open() {
  const clock = createFakeClock()
  const settings = { isWanted: true }
  const slot = createUnknownTagSlot({ clock, isWanted: () => settings.isWanted })
  let id = 0
  const see = (...tags: string[]) =>
    slot.show(tags.map((uid) => makeRead(`r-${++id}`, clock.now(), { uid })))
  return { clock, slot, see, settings, shown: () => slot.state.get() }
}

describe('the slot of unknown tags', () => {
  it('tells a tag and where it was, and goes by itself', () => {
    const { clock, see, shown } = open()
    see('E1')
    expect(shown()).toEqual({ tag: 'E1', agent: makeRead('x', 0).agent.name, more: 0 })
    clock.advance(STANDS_MS)
    expect(shown()).toBeNull()
  })

  it('tells each tag once', () => {
    const { clock, see, shown } = open()
    see('E1')
    clock.advance(STANDS_MS + RESTS_MS)
    see('E1')
    expect(shown()).toBeNull()
    see('E2')
    expect(shown()?.tag).toBe('E2')
  })

  it('counts in place what follows, now and then', () => {
    const { clock, see, shown, slot } = open()
    let draws = 0
    slot.state.subscribe(() => void (draws += 1))
    for (let i = 0; i < 500; i++) {
      see(`E${i}`)
      clock.advance(10)
    }
    expect(shown()?.tag).toBe('E0')
    expect(draws).toBeLessThanOrEqual(1 + 5000 / COUNTED_EVERY_MS)
    clock.advance(COUNTED_EVERY_MS)
    expect(shown()?.more).toBe(499)
  })

  it('rests after it was closed, and a tag of that time comes with its next read', () => {
    const { clock, slot, see, shown } = open()
    see('E1')
    slot.close()
    see('E2')
    expect(shown()).toBeNull()
    clock.advance(RESTS_MS)
    see('E2')
    expect(shown()).toMatchObject({ tag: 'E2', more: 0 })
  })

  it('stays while it is held', () => {
    const { clock, slot, see, shown } = open()
    see('E1')
    slot.hold()
    clock.advance(10 * STANDS_MS)
    expect(shown()?.tag).toBe('E1')
    slot.release()
    clock.advance(STANDS_MS)
    expect(shown()).toBeNull()
  })

  it('shows nothing to who wants no notices', () => {
    const { see, shown, settings } = open()
    settings.isWanted = false
    see('E1')
    settings.isWanted = true
    see('E1')
    expect(shown()).toBeNull()
  })

  it('never shows a tag twice, whatever comes when', () => {
    const step = fc.oneof(
      fc.record({ tag: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ wait: fc.integer({ min: 0, max: 40_000 }) }),
      fc.constant('close' as const),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { clock, slot, see } = open()
        const told: string[] = []
        let last: string | null = null
        slot.state.subscribe(() => {
          const tag = slot.state.get()?.tag ?? null
          if (tag !== null && tag !== last) told.push(tag)
          last = tag
        })
        for (const one of steps) {
          if (one === 'close') slot.close()
          else if ('tag' in one) see(`E${one.tag}`)
          else clock.advance(one.wait)
        }
        expect(new Set(told).size).toBe(told.length)
      }),
      { numRuns: runs(100) },
    )
  })
})
