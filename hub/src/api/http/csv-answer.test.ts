import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { csvFile } from './csv-answer.ts'

it('opens right in Spanish Excel', () => {
  expect(
    csvFile(
      ['plate', 'owner'],
      [
        ['ABC123', 'Núñez; "El Nogal"'],
        ['X', null],
      ],
    ),
  ).toBe('\uFEFF"plate";"owner"\r\n"ABC123";"Núñez; ""El Nogal"""\r\n"X";""')
  expect(csvFile(['plate', 'owner'], [])).toBe('\uFEFF"plate";"owner"\r\n')
})

it('has no cell that a spreadsheet takes for a formula, and loses nothing else', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom('=1+1', '@SUM(A1)', '+57 300', '-5', '\t=x', '=1\n+1'),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const { data } = Papa.parse<string[]>(csvFile(['a', 'b'], rows).slice(1), { delimiter: ';' })
      const cells = data.slice(1).flat()
      const escaped = rows.flat().map((c) => (/^[=+\-@\t\r]/.test(c) ? `'${c}` : c))
      expect(cells).toEqual(escaped)
    }),
  )
})
