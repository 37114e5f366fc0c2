import type { TodayResponse } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { makeRead } from '../testing/reads.ts'
import { createTodayCounts } from './today-counts.ts'

const DAY_MS = 86_400_000
/** 10:00 in Bogotá. */
const NOW = Date.parse('2026-03-10T15:00:00.000Z')
const FROM = Date.parse('2026-03-10T05:00:00.000Z')

const NOTHING: TodayResponse = {
  day: '2026-03-10',
  from: new Date(FROM).toISOString(),
  until: new Date(FROM + DAY_MS).toISOString(),
  reads: 0,
  suppressed: 0,
  agents: [],
  through: [],
}

/** Its hub answers when the test says what. */
function open() {
  const clock = createFakeClock(NOW)
  const asked: ((answer: TodayResponse | Error) => Promise<void>)[] = []
  const counts = createTodayCounts({
    clock,
    serverNow: clock.now,
    fetchToday: () =>
      new Promise((resolve, reject) => {
        asked.push(async (answer) => {
          if (answer instanceof Error) reject(answer)
          else resolve(answer)
          await Promise.resolve()
          await Promise.resolve()
        })
      }),
  })
  const answer = async (given: TodayResponse | Error) => {
    const next = asked.shift()
    if (!next) throw new Error('nothing was asked')
    await next(given)
  }
  return { clock, counts, asked, answer }
}

describe('the counts of today', () => {
  it('are unknown until the hub told them, then its numbers with what came since', async () => {
    const { counts, answer } = open()
    counts.takeReads([makeRead('e-7', NOW)])
    expect(counts.state.get()).toEqual({ day: '', reads: null, suppressed: null })
    counts.watch()
    await answer({
      ...NOTHING,
      reads: 2e4,
      suppressed: 3,
      agents: [
        {
          code: 'gate',
          reads: 2e4,
          suppressed: 3,
        },
      ],
      through: [
        {
          epoch: 'e',
          seq: 6,
        },
      ],
    })
    expect(counts.state.get()).toEqual({ day: '2026-03-10', reads: 20_001, suppressed: 3 })
    counts.takeSuppressed([{ ...makeRead('e-8', NOW), count: 5 }])
    expect(counts.state.get().suppressed).toBe(8)
    expect(counts.of('gate')).toEqual({ reads: 20_001, suppressed: 8 })
    expect(counts.of('other')).toEqual({ reads: 0, suppressed: 0 })
  })

  it('leave out a read of yesterday, and keep one of tomorrow for midnight', async () => {
    const { clock, counts, answer } = open()
    counts.watch()
    await answer(NOTHING)
    clock.advance(FROM + DAY_MS - NOW - 500)
    counts.takeReads([makeRead('e-1', FROM - 1), makeRead('e-2', FROM + DAY_MS + 100)])
    expect(counts.state.get().reads).toBe(0)
    await answer(NOTHING)
    clock.advance(1000)
    const next = { day: '2026-03-11', from: NOTHING.until, until: '2026-03-12T05:00:00.000Z' }
    await answer({ ...NOTHING, ...next })
    expect(counts.state.get()).toMatchObject({ day: '2026-03-11', reads: 1 })
  })

  it('keep their numbers while the hub is away, and ask again', async () => {
    const { clock, counts, answer, asked } = open()
    counts.watch()
    await answer({ ...NOTHING, reads: 5 })
    clock.advance(60_000)
    await answer(new Error('away'))
    expect(counts.state.get().reads).toBe(5)
    clock.advance(5000)
    await answer({ ...NOTHING, reads: 9 })
    expect(counts.state.get().reads).toBe(9)
    expect(asked).toHaveLength(0)
  })

  it('ask only while somebody watches, and once more where an answer under way may be old', async () => {
    const { clock, counts, answer, asked } = open()
    counts.refresh()
    expect(asked).toHaveLength(0)
    const [first, second] = [counts.watch(), counts.watch()]
    counts.refresh()
    counts.refresh()
    expect(asked).toHaveLength(1)
    await answer(NOTHING)
    expect(asked).toHaveLength(1)
    await answer(NOTHING)
    first()
    first()
    clock.advance(60_000)
    expect(asked).toHaveLength(1)
    await answer(NOTHING)
    second()
    clock.advance(DAY_MS)
    expect(asked).toHaveLength(0)
  })

  it('are those of the hub’s store, in whatever order events and answers come', async () => {
    const epochs = ['a', 'b'] as const
    const step = fc.record({
      epoch: fc.constantFrom(...epochs),
      /** An entry is made, its event is heard, entries are stored, the hub is asked. */
      what: fc.constantFrom('make', 'hear', 'hear', 'store', 'ask'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { clock, counts, answer } = open()
        counts.watch()
        await answer(NOTHING)
        const made = { a: 0, b: 0 }
        const heard = { a: 0, b: 0 }
        const stored = { a: 0, b: 0 }
        let told = { a: 0, b: 0 }
        for (const { epoch, what } of steps) {
          if (what === 'make') made[epoch] += 1
          else if (what === 'hear') {
            heard[epoch] += 1
            made[epoch] = Math.max(made[epoch], heard[epoch])
            counts.takeReads([makeRead(`${epoch}-${heard[epoch]}`, NOW)])
          } else if (what === 'store') stored[epoch] = made[epoch]
          else {
            clock.advance(60_000)
            const through = epochs.map((name) => ({ epoch: name, seq: stored[name] }))
            await answer({ ...NOTHING, reads: stored.a + stored.b, through })
            told = { ...stored }
          }
          const known = epochs.map((name) => Math.max(told[name], heard[name]))
          expect(counts.state.get().reads).toBe(known.reduce((sum, n) => sum + n))
        }
      }),
      { numRuns: runs(100) },
    )
  })
})
