import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BurstPace } from './burst-pace.ts'
import { READ_BURST } from './limits.ts'
import { runs } from './testing/runs.ts'

interface Commit {
  at: number
  /** Milliseconds that its oldest entry waited, while no other commit held it up. */
  waited: number
}

/** The commits of entries that come at these times, each commit taking as long as `commitMs` says. */
function play(arrivals: readonly number[], commitMs: (n: number) => number): Commit[] {
  const pace = new BurstPace(READ_BURST)
  const commits: Commit[] = []
  let free = 0
  for (let next = 0; next < arrivals.length;) {
    const oldest = Math.max(arrivals[next] ?? 0, free)
    const at = oldest + pace.waitMs(oldest)
    pace.begin(at)
    commits.push({ at, waited: at - oldest })
    free = at + commitMs(commits.length)
    while (next < arrivals.length && (arrivals[next] ?? 0) <= at) next++
  }
  return commits
}

const traffic = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 20_000 })), {
    minLength: 1,
    maxLength: 400,
  })
  .map((pauses) => {
    let now = 0
    return pauses.map((pause) => (now += pause))
  })

it('commits at most 20 + 2 a second + one each group’s time over any span', () => {
  fc.assert(
    fc.property(traffic, fc.integer({ min: 0, max: 150 }), (arrivals, commitMs) => {
      const commits = play(arrivals, () => commitMs)
      for (let i = 0; i < commits.length; i++) {
        for (let j = i; j < commits.length; j++) {
          const span = (commits[j]?.at ?? 0) - (commits[i]?.at ?? 0)
          // The first of the span began a group before it.
          expect(j - i + 1).toBeLessThanOrEqual(
            20 + (2 * span) / 1000 + span / READ_BURST.groupMs + 1,
          )
        }
      }
    }),
    { numRuns: runs(100) },
  )
})

it('keeps no entry waiting for longer than a group', () => {
  fc.assert(
    fc.property(traffic, fc.integer({ min: 0, max: 150 }), (arrivals, commitMs) => {
      for (const { waited } of play(arrivals, () => commitMs))
        expect(waited).toBeLessThanOrEqual(READ_BURST.groupMs)
    }),
    { numRuns: runs(100) },
  )
})

it('commits a burst of 20 after a quiet minute without a wait, however close its entries come', () => {
  const spacing = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 19, maxLength: 19 })
  fc.assert(
    fc.property(traffic, spacing, (before, pauses) => {
      let now = (before.at(-1) ?? 0) + 60_000
      const burst = [now, ...pauses.map((pause) => (now += pause))]
      const commits = play([...before, ...burst], () => 5)
      const ofBurst = commits.filter(({ at }) => at >= (burst[0] ?? 0))
      expect(ofBurst.map(({ waited }) => waited)).toEqual(ofBurst.map(() => 0))
    }),
    { numRuns: runs(100) },
  )
})

it('groups what comes for long at 50 a second: 15 commits a second', () => {
  const tenMinutes = Array.from({ length: 30_000 }, (_, i) => i * 20)
  expect(play(tenMinutes, () => 5).length).toBeLessThan(600 * 15.5)
})
