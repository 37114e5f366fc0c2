import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../testing/runs.ts'
import { Plate } from './assets.ts'

const plateOf = (text: string) => Plate.safeParse(text).data ?? null

describe('a plate', () => {
  it.each([
    ['ab', 'AB'],
    [' klm 482 ', 'KLM 482'],
    ['KLM \t\u00a0 482', 'KLM 482'],
    ['ñand-1', 'ÑAND-1'],
    ['n\u0303and-1', 'ÑAND-1'],
    ['1', null],
    ['A', null],
    ['Ñ', null],
    ['-AB', null],
    ['AB-', null],
    ['A--B', 'A--B'],
    ['A'.repeat(20), 'A'.repeat(20)],
    ['A'.repeat(21), null],
    [`A${' '.repeat(30)}B`, 'A B'],
    ['', null],
    ['ÁB1', null],
    ['ſAB', null],
    ['ßA', null],
    ['AB_1', null],
    ['AB\u0000C', null],
    ['A\ud800B', null],
  ])('%j is read as %j', (given, plate) => expect(plateOf(given)).toBe(plate))

  it('that was read is read as itself, whatever it was written like', () => {
    const letters = fc.constantFrom(...Array.from('abzABZ09ñÑ -'))
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 24 }), (text) => {
        const plate = plateOf(text)
        const trimmed = text.trim().replace(/ +/g, ' ')
        const fits = trimmed.length >= 2 && trimmed.length <= 20 && !/^-|-$/.test(trimmed)
        expect(plate).toBe(fits ? trimmed.toUpperCase() : null)
        if (plate !== null) expect(plateOf(plate)).toBe(plate)
      }),
      { numRuns: runs(200) },
    )
  })
})
