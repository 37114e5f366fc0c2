import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addKinds, GapCounts, type KindCounts, sumOfKinds } from './gap-counts.ts'
import { GAP_KINDS_MAX } from './limits.ts'
import { runs } from './testing/runs.ts'

const kinds = (n: number): KindCounts =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`kind-${i}`, i + 1]))

describe('the counts of a gap', () => {
  it('are kept as they are where they name few kinds', () => {
    expect(GapCounts.parse({ read: 3, suppressed: 0 })).toEqual({ read: 3, suppressed: 0 })
    expect(GapCounts.parse(kinds(GAP_KINDS_MAX))).toEqual(kinds(GAP_KINDS_MAX))
  })

  it('name no more than that, and lose nothing of their sum', () => {
    const many = GapCounts.parse(kinds(3000))
    expect(Object.keys(many)).toHaveLength(GAP_KINDS_MAX)
    expect(sumOfKinds(many)).toBe((3000 * 3001) / 2)
    expect(many['kind-2999']).toBe(3000)
  })

  test.each([null, [], 'x', { read: -1 }, { read: 1.5 }, { read: '1' }, { ['x'.repeat(33)]: 1 }])(
    'are no %j',
    (counts) => {
      expect(GapCounts.safeParse(counts).success).toBe(false)
    },
  )

  it('are folded to the same sum however they are added up', () => {
    const counts = fc.dictionary(fc.string({ maxLength: 4 }), fc.nat(1e9), { maxKeys: 40 })
    fc.assert(
      fc.property(fc.array(counts, { maxLength: 6 }), (parts) => {
        const sum = parts.reduce((all, part) => all + sumOfKinds(part), 0)
        const atOnce = addKinds(parts.flatMap((part) => Object.entries(part)))
        const oneByOne = parts.reduce<KindCounts>(
          (all, part) => addKinds([...Object.entries(all), ...Object.entries(part)]),
          {},
        )
        for (const folded of [atOnce, oneByOne]) {
          expect(sumOfKinds(folded)).toBe(sum)
          expect(Object.keys(folded).length).toBeLessThanOrEqual(GAP_KINDS_MAX)
        }
      }),
      { numRuns: runs(200) },
    )
  })
})
