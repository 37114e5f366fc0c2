import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { climateQuantities } from './climate.ts'
import { SampleCheck } from './sample-check.ts'

const [temperature, humidity] = climateQuantities('dht11')

/** What of these values is taken. */
function takenOf(values: readonly number[], quantity = temperature): number[] {
  if (quantity === undefined) throw new Error('no quantity')
  const check = new SampleCheck(quantity)
  return values.filter((value) => check.faultOf(value) === null)
}

it.each([
  ['temperatures that a DHT11 cannot tell', [-1, 0, 3, 50.1, Number.NaN, Infinity], [0, 3]],
  ['a jump that does not repeat', [20, 45, 20.5, 14, 21], [20, 20.5, 21]],
  ['a jump until it repeats', [20, 27, 28, 29], [20, 28, 29]],
  ['two jumps that do not bear each other out', [20, 30, 40, 30, 31], [20, 31]],
  ['a jump that repeats only after a value in between', [20, 45, 20, 45], [20, 20]],
  ['a jump that repeats only after an impossible value', [20, 0, 50.1, 0, 0], [20, 0]],
])('a sample check holds back %s', (_, values, taken) => {
  expect(takenOf(values)).toEqual(taken)
})

it('a sample check lets humidity move by 20 % at once, and holds 0 as no measure of a DHT11', () => {
  expect(takenOf([50, 70, 0, 49], humidity)).toEqual([50, 70])
})

it('a sample check says what is wrong, and takes any possible value once it has forgotten', () => {
  if (temperature === undefined) throw new Error('no quantity')
  const check = new SampleCheck(temperature)
  expect(check.faultOf(20)).toBeNull()
  expect(check.faultOf(60)).toBe('it tells temp 60 °C, which is not from 0 to 50')
  expect(check.faultOf(undefined)).toMatch(/^it tells temp undefined/)
  expect(check.faultOf(40)).toBe('temp went from 20 to 40 °C at once')
  check.forget()
  expect(check.faultOf(2)).toBeNull()
})

it('a sample check never takes what is not possible, nor a jump that the value before does not bear out', () => {
  if (temperature === undefined) throw new Error('no quantity')
  const values = fc.array(fc.oneof(fc.double(), fc.double({ min: -10, max: 60 })))
  fc.assert(
    fc.property(values, (offered) => {
      const check = new SampleCheck(temperature)
      let last: number | null = null
      let before = Number.NaN
      for (const value of offered) {
        if (check.faultOf(value) === null) {
          expect(value >= 0 && value <= 50).toBe(true)
          if (last !== null && Math.abs(value - last) > 5) {
            expect(Math.abs(value - before)).toBeLessThanOrEqual(5)
          }
          last = value
        }
        before = value
      }
    }),
    { numRuns: runs(200) },
  )
})
