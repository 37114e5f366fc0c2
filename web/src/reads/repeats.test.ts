import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRepeats, REPEAT_MS } from './repeats.ts'

const START = Date.parse('2026-03-10T15:00:00.000Z')
const read = (uid: string, afterMs: number) => ({
  uid,
  read_at: new Date(START + afterMs).toISOString(),
})

describe('repeats', () => {
  it('hides a tag for 60 s after it was shown, and shows it again then', () => {
    const oldestFirst = [
      read('A', 0),
      read('B', 1000),
      read('A', REPEAT_MS - 1),
      read('A', REPEAT_MS),
      read('B', 61_000),
      read('A', REPEAT_MS + 1),
    ]
    const shown = findRepeats(oldestFirst.toReversed()).toReversed()
    expect(shown).toEqual([false, false, true, false, false, true])
  })

  it('agrees with a plain recount of each tag', () => {
    const reads = fc.array(fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.nat(200_000)))
    fc.assert(
      fc.property(reads, (made) => {
        const newestFirst = made.toSorted((a, b) => b[1] - a[1]).map(([uid, ms]) => read(uid, ms))
        const repeats = findRepeats(newestFirst)
        for (const uid of ['A', 'B', 'C']) {
          const times = newestFirst.flatMap((one, i) =>
            one.uid === uid ? [{ at: Date.parse(one.read_at), isRepeat: repeats[i] }] : [],
          )
          const shown = times.filter(({ isRepeat }) => !isRepeat).map(({ at }) => at)
          // Shown reads stand 60 s apart, and a hidden one comes less than 60 s after a shown one.
          for (const [i, at] of shown.entries()) {
            const before = shown[i + 1]
            if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(REPEAT_MS)
          }
          for (const { at, isRepeat } of times) {
            const near = shown.some((one) => one <= at && at - one < REPEAT_MS)
            if (isRepeat) expect(near).toBe(true)
          }
          expect(times.at(-1)?.isRepeat ?? false).toBe(false)
        }
      }),
    )
  })
})
