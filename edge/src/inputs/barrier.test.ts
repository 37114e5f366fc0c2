import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createManualTime } from '../testing/manual-time.ts'
import { Barrier, type ContactLevels, positionOf } from './barrier.ts'

const AFTER_MS = 60_000
const DEBOUNCE_MS = 50
/** As long as both contacts may tell an end before they contradict each other. */
const SETTLED_MS = 2000 + DEBOUNCE_MS

function rig(contacts: (keyof ContactLevels)[], leftOpenAfterMs = AFTER_MS) {
  const time = createManualTime()
  const told: (string | undefined)[] = []
  const barrier = new Barrier({
    name: undefined,
    contacts,
    leftOpenAfterMs,
    debounceMs: DEBOUNCE_MS,
    monotonic: time.monotonic,
    timers: time.timers,
    onChange: ({ position, leftOpenMs }) =>
      told.push(leftOpenMs === undefined ? position : `left ${position}`),
  })
  const set = (levels: ContactLevels) => {
    for (const contact of contacts) {
      const level = levels[contact]
      if (level !== undefined) barrier.set(contact, level, time.monotonic())
    }
  }
  return { time, told, barrier, set }
}

describe('the position of a barrier', () => {
  it.each([
    [{ open: true, closed: false }, 'open'],
    [{ open: false, closed: true }, 'closed'],
    [{ open: false, closed: false }, 'between'],
    [{ open: true, closed: true }, 'contradictory'],
    [{ open: null, closed: null }, 'unknown'],
    // The other contact is still believed …
    [{ open: true, closed: null }, 'open'],
    [{ open: null, closed: true }, 'closed'],
    [{ open: null, closed: false }, 'open'],
    // … but nobody says that a barrier is closed whose contact for it cannot be read.
    [{ open: false, closed: null }, 'unknown'],
    [{ open: true }, 'open'],
    [{ open: false }, 'closed'],
    [{ open: null }, 'unknown'],
    [{ closed: true }, 'closed'],
    [{ closed: false }, 'open'],
    [{ closed: null }, 'unknown'],
  ])('of %j is %s', (levels, position) => expect(positionOf(levels)).toBe(position))
})

describe('a barrier', () => {
  it('is left open once it was not closed for so long, halfway or not, until it closes', () => {
    const { time, told, barrier, set } = rig(['open', 'closed'])
    set({ open: false, closed: true })
    set({ closed: false })
    time.advance(AFTER_MS / 2)
    set({ open: true })
    time.advance(AFTER_MS / 2 - 1)
    expect(barrier.state()).toEqual({ position: 'open' })
    time.advance(1)
    expect(told).toEqual(['left open'])
    time.advance(5000)
    set({ open: false })
    expect(barrier.state()).toEqual({ position: 'between', leftOpenMs: AFTER_MS + 5000 })
    set({ closed: true })
    expect(barrier.state()).toEqual({ position: 'closed' })
    time.advance(10 * AFTER_MS)
    expect(told).toEqual(['left open'])
  })

  it('is not left open by what was before nobody could read it', () => {
    const { time, told, barrier, set } = rig(['closed'])
    set({ closed: false })
    time.advance(AFTER_MS - 1)
    set({ closed: null })
    time.advance(AFTER_MS)
    expect(barrier.state()).toEqual({ position: 'unknown' })
    set({ closed: false })
    time.advance(AFTER_MS - 1)
    expect(told).toEqual([])
    time.advance(1)
    expect(told).toEqual(['left open'])
    set({ closed: null })
    expect(barrier.state()).toEqual({ position: 'unknown' })
  })

  it('contradicts itself only when both contacts stay, and is then neither open nor left open', () => {
    const { time, told, barrier, set } = rig(['open', 'closed'])
    set({ open: true, closed: false })
    time.advance(AFTER_MS)
    set({ closed: true })
    time.advance(SETTLED_MS - 1)
    expect(barrier.state().position).toBe('open')
    set({ open: false })
    expect(barrier.state()).toEqual({ position: 'closed' })
    set({ open: true })
    time.advance(SETTLED_MS)
    expect(told).toEqual(['left open', 'contradictory'])
    expect(barrier.state()).toEqual({ position: 'contradictory' })
    time.advance(AFTER_MS)
    expect(barrier.state()).toEqual({ position: 'contradictory' })
    set({ closed: false })
    expect(barrier.state()).toEqual({ position: 'open' })
  })

  it('is never left open where nobody wants to know', () => {
    const { time, told, set } = rig(['open'], 0)
    set({ open: true })
    time.advance(1e9)
    expect(told).toEqual([])
  })

  it('reports nothing once it is stopped', () => {
    const { time, told, barrier, set } = rig(['open', 'closed'])
    set({ open: true, closed: true })
    barrier.stop()
    barrier.stop()
    expect(time.pending()).toBe(0)
    time.advance(1e6)
    expect(told).toEqual([])
  })
})

type Step = { waitMs: number; levels: ContactLevels } | 'restart'
const level = fc.constantFrom(true, false, null)
const step = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      waitMs: fc.nat(90_000),
      levels: fc.record({ open: level, closed: level }),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>('restart') },
)

it.each([
  ['both contacts', ['open', 'closed']],
  ['a contact for open', ['open']],
  ['a contact for closed', ['closed']],
] as const)(
  'a barrier with %s is left open exactly when it was seen so long enough',
  (_, kinds) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const contacts = [...kinds]
        let run = rig(contacts)
        // The rule by itself: since when nobody has said anything else than that it is not closed.
        let openSince: number | null = null
        let bothSince: number | null = null
        let last: ContactLevels = {}
        for (const one of steps) {
          if (one === 'restart') {
            run.barrier.stop()
            run = rig(contacts)
            openSince = bothSince = null
            last = {}
            continue
          }
          // A contact at a time, as lines are polled.
          for (const contact of contacts) {
            last = { ...last, [contact]: one.levels[contact] }
            run.set({ [contact]: one.levels[contact] })
            const now = run.time.monotonic()
            const levels = { ...Object.fromEntries(contacts.map((each) => [each, null])), ...last }
            const told = positionOf(levels)
            if (told === 'contradictory') bothSince ??= now
            else {
              bothSince = null
              openSince = told === 'open' || told === 'between' ? (openSince ?? now) : null
            }
          }
          run.time.advance(one.waitMs)
          const now = run.time.monotonic()
          if (bothSince !== null && now - bothSince >= SETTLED_MS) openSince = null
          const isLeft = openSince !== null && now - openSince >= AFTER_MS
          const { position, leftOpenMs } = run.barrier.state()
          expect(leftOpenMs).toBe(isLeft ? now - (openSince ?? 0) : undefined)
          if (leftOpenMs !== undefined) expect(['open', 'between']).toContain(position)
        }
      }),
      { numRuns: 500 },
    )
  },
)
