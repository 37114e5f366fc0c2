import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Debounce } from './debounce.ts'

const HOLD_MS = 50

it('a level counts once it has held, and only once', () => {
  const debounce = new Debounce(HOLD_MS, { active: false, at: 0 })
  expect(debounce.settle(49)).toBeNull()
  expect(debounce.settle(50)).toBe(false)
  expect(debounce.edge({ active: true, at: 100 })).toBeNull()
  expect(debounce.edge({ active: false, at: 149 })).toBeNull()
  expect(debounce.settle(1000)).toBeNull()
  expect(debounce.edge({ active: true, at: 2000 })).toBeNull()
  expect(debounce.edge({ active: false, at: 2050 })).toBe(true)
  expect(debounce.settle(2100)).toBe(false)
})

it('a level that was left by an edge that was lost counts from the next edge on', () => {
  const debounce = new Debounce(HOLD_MS, { active: false, at: 0 })
  expect(debounce.settle(HOLD_MS)).toBe(false)
  expect(debounce.edge({ active: true, at: 100 })).toBeNull()
  expect(debounce.edge({ active: false, at: 300, afterGap: true })).toBeNull()
  expect(debounce.edge({ active: true, at: 301 })).toBeNull()
  expect(debounce.edge({ active: true, at: 400 })).toBeNull()
  expect(debounce.settle(449)).toBeNull()
  expect(debounce.settle(450)).toBe(true)
})

it('whatever bounces, a level is told exactly when it has held for long enough', () => {
  const edges = fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 60 })
  fc.assert(
    fc.property(edges, fc.boolean(), (gaps, first) => {
      const debounce = new Debounce(HOLD_MS, { active: first, at: 0 })
      const told: boolean[] = []
      const expected: boolean[] = []
      let [at, active] = [0, first]
      for (const gap of [...gaps, HOLD_MS]) {
        if (gap >= HOLD_MS && expected.at(-1) !== active) expected.push(active)
        at += gap
        active = !active
        const level = debounce.edge({ active, at })
        if (level !== null) told.push(level)
      }
      expect(told).toEqual(expected)
    }),
    { numRuns: runs(500) },
  )
})
