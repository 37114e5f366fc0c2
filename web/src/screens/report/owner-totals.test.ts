import fc from 'fast-check'
import type { ReadLog } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { OWNERS_MAX, ownerTotals } from './owner-totals.ts'

const read = (owner: string | null, model: string | null = 'Toyota') =>
  ({ owner, model, plate: null }) as ReadLog

it('lists owners with most reads first, then what has no owner and what nobody knows', () => {
  const reads = [read('B'), read(null), read('A'), read('C'), read('C'), read(null, null)]
  expect(ownerTotals(reads)).toEqual([
    { name: 'C', total: 2 },
    { name: 'A', total: 1 },
    { name: 'B', total: 1 },
    { name: 'Sin propietario', total: 1 },
    { name: 'Sin registrar', total: 1 },
  ])
  expect(ownerTotals([])).toEqual([])
})

it('loses no read, however many owners there are', () => {
  const owner = fc.option(fc.integer({ max: OWNERS_MAX * 2, min: 1 }).map(String))
  fc.assert(
    fc.property(fc.array(owner, { maxLength: 500 }), (owners) => {
      const totals = ownerTotals(owners.map((one) => read(one)))
      expect(totals.reduce((sum, { total }) => sum + total, 0)).toBe(owners.length)
      expect(totals.length).toBeLessThanOrEqual(OWNERS_MAX + 2)
    }),
  )
})
