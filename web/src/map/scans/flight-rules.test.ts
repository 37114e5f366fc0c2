import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFlightRules } from './flight-rules.ts'

function open() {
  let at = 1000
  const rules = createFlightRules(() => at)
  return { rules, later: (ms: number) => (at += ms) }
}

it('flights are at least three seconds apart', () => {
  const { rules, later } = open()
  expect(rules.begin()).toBe(true)
  later(2999)
  expect(rules.begin()).toBe(false)
  later(1)
  expect(rules.begin()).toBe(true)
})

it('a map that a person moved stays for fifteen seconds', () => {
  const { rules, later } = open()
  rules.touch()
  later(14_999)
  expect(rules.begin()).toBe(false)
  later(1)
  expect(rules.begin()).toBe(true)
})

it('no order of events and touches breaks either rule', () => {
  const step = fc.record({ wait: fc.nat(9000), isTouch: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let at = 0
      let flownAt = -Infinity
      let touchedAt = -Infinity
      const rules = createFlightRules(() => at)
      for (const { wait, isTouch } of steps) {
        at += wait
        if (isTouch) {
          rules.touch()
          touchedAt = at
          continue
        }
        const isAllowed = at - flownAt >= 3000 && at - touchedAt >= 15_000
        expect(rules.begin()).toBe(isAllowed)
        if (isAllowed) flownAt = at
      }
    }),
    { numRuns: runs(200) },
  )
})
