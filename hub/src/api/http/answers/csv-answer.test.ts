import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { unescapedCell } from '@vehicle-control/protocol/csv-format'
import { csvParts } from './csv-answer.ts'

async function csvFile(columns: string[], ...pages: (string | null)[][][]): Promise<string> {
  let file = ''
  for await (const part of csvParts(columns, ReadableStream.from(pages))) file += part
  return file
}

it('opens right in Spanish Excel', async () => {
  const rows = [
    ['ABC123', 'Núñez; "El Nogal"'],
    ['X', null],
  ]
  const file = '\uFEFF"plate";"owner"\r\n"ABC123";"Núñez; ""El Nogal"""\r\n"X";""'
  expect(await csvFile(['plate', 'owner'], rows)).toBe(file)
  expect(await csvFile(['plate', 'owner'], ...rows.map((row) => [row]))).toBe(file)
  expect(await csvFile(['plate', 'owner'])).toBe('\uFEFF"plate";"owner"\r\n')
})

/** What spreadsheets take for the beginning of a formula, in any script, or skip before one. */
const STARTS = '=+-@＝＋－＠\t\r\n'.split('')

it('has no cell that a spreadsheet takes for a formula, and gives every text back', async () => {
  const unit = fc.oneof(fc.constantFrom(...STARTS, "'", ';', '"', 'a'), fc.string({ maxLength: 1 }))
  const cell = fc.oneof(
    fc.string({ unit, maxLength: 8 }),
    fc.constantFrom('@SUM(A1)', '+57 300', '\t=x', '=1\n+1', '＝cmd|calc', "'＋1", "''=1"),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1 }), async (rows) => {
      const file = await csvFile(['a', 'b'], rows)
      const { data } = Papa.parse<string[]>(file.slice(1), { delimiter: ';' })
      const cells = data.slice(1).flat()
      expect(cells.filter((text) => STARTS.includes(text.charAt(0)))).toEqual([])
      expect(cells.map(unescapedCell)).toEqual(rows.flat())
      // What is no formula is written as it is.
      const plain = rows.flat().filter((text) => !STARTS.some((one) => text.includes(one)))
      for (const text of plain) expect(cells).toContain(text)
    }),
    { numRuns: runs(300) },
  )
})
