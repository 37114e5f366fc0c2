import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { columnWidths, type TextColumn } from './column-widths.ts'

const percentOf = (width: string | undefined) => Number.parseFloat(width ?? '')
/** A column whose every sign is one wide. */
const of = (texts: readonly string[], rest: Partial<TextColumn> = {}): TextColumn => ({
  head: 0,
  textAt: (row) => texts[row] ?? '',
  widthOf: (text) => text.length,
  ...rest,
})

const column = fc.record({
  head: fc.integer({ min: 0, max: 20 }),
  texts: fc.array(fc.string({ maxLength: 300 }), { maxLength: 30 }),
  isCode: fc.boolean(),
})

it('the widths of a table are the whole of it, and codes and heads have their room', () => {
  const property = fc.property(fc.array(column, { minLength: 1, maxLength: 8 }), (columns) => {
    const rows = Math.max(...columns.map(({ texts }) => texts.length))
    const shown = columns.map(({ texts, ...rest }) => of(texts, rest))
    const { columns: widths, least, whole } = columnWidths(shown, rows)
    const percents = widths.map(percentOf)
    expect(percents.every((one) => one > 0)).toBe(true)
    expect(Math.round(percents.reduce((all, one) => all + one, 0))).toBe(100)
    // A4 is as wide, or the table is where they need more.
    expect(whole).toBeLessThan(Math.max(76.9, least) + 1e-6)
    for (const [i, { head, texts, isCode }] of columns.entries()) {
      const widest = isCode ? texts.map(({ length }) => length) : []
      const room = ((percents[i] ?? 0) * whole) / 100
      expect(room).toBeGreaterThan(Math.max(head, ...widest))
    }
  })
  fc.assert(property, { numRuns: runs(25) })
})

it('one long name in thousands takes no room from the others; one long code does', () => {
  const long = Array.from({ length: 1000 }, (_, row) => (row === 7 ? 'x'.repeat(60) : '12345'))
  const plates = of(Array.from({ length: 1000 }, () => '12345'))
  expect(columnWidths([of(long), plates], 1000).columns).toEqual(['50.00%', '50.00%'])
  const codes = columnWidths([of(long, { isCode: true }), plates], 1000)
  expect(percentOf(codes.columns[0])).toBeGreaterThan(70)
  expect(codes.least).toBeGreaterThan(60)
})

it('a name that many of few rows have takes its room', () => {
  const names = Array.from(
    { length: 40 },
    (_, row) => ['north', 'south', 'fourteen signs'][row % 3] ?? '',
  )
  const [width] = columnWidths([of(names), of(names.map(() => '12345'))], 40).columns
  expect(percentOf(width)).toBeCloseTo((100 * 14.8) / (14.8 + 5.8), 1)
})
