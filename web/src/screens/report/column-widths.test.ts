import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { columnWidths } from './column-widths.ts'

const of = (...texts: string[]) => ({ head: '', textAt: (row: number) => texts[row] ?? '' })

it('the widths of a table are the whole of it, whatever it holds', () => {
  const column = fc.record({
    head: fc.string({ maxLength: 20 }),
    texts: fc.array(fc.string({ maxLength: 300 }), { maxLength: 30 }),
    isCode: fc.boolean(),
  })
  const property = fc.property(fc.array(column, { minLength: 1, maxLength: 8 }), (columns) => {
    const rows = Math.max(...columns.map(({ texts }) => texts.length))
    const shown = columns.map(({ head, texts, isCode }) => ({ ...of(...texts), head, isCode }))
    const widths = columnWidths(shown, rows).map(Number.parseFloat)
    expect(widths.every((one) => one > 0)).toBe(true)
    expect(Math.round(widths.reduce((all, one) => all + one, 0))).toBe(100)
  })
  fc.assert(property, { numRuns: runs(25) })
})

it('one long text in thousands takes no room from the others, but where it must not break', () => {
  const long = 'x'.repeat(200)
  const owner = { head: '', textAt: (row: number) => (row === 7 ? long : '123456789') }
  const plate = { head: '', textAt: () => '123456789' }
  expect(columnWidths([owner, plate], 100)).toEqual(['50.00%', '50.00%'])
  const tag = { ...owner, isCode: true }
  expect(Number.parseFloat(columnWidths([tag, plate], 100)[0] ?? '')).toBeGreaterThan(70)
})
