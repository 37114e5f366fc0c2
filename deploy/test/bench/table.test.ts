import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../local/child.ts'
import { type Figure, withFigures } from './table.ts'

const figure = (what: string, reached = true): Figure => ({
  what,
  measured: '2',
  goal: '3',
  reached,
})
const TABLE = '| what | measured | goal | reached |\n|---|---|---|---|\n'
const of = (...rows: string[]) => `# Figures\n\n${TABLE}${rows.join('\n')}\n\nMore.\n`

it('a figure takes the place of the row that measured the same, a new one stands behind it', () => {
  const before = of('| a | 1 | 3 | yes |', '| b | 1 | 3 | yes |', '| c | 1 | 3 | yes |')
  const after = withFigures(before, [figure('b', false), figure('b 2')])
  expect(after).toBe(
    of(
      '| a | 1 | 3 | yes |',
      '| b | 2 | 3 | **no** |',
      '| b 2 | 2 | 3 | yes |',
      '| c | 1 | 3 | yes |',
    ),
  )
  expect(withFigures(after, [figure('b', false), figure('b 2')])).toBe(after)
})

it('those that were never measured before stand at the end', () => {
  const after = withFigures(of('| a | 1 | 3 | yes |'), [figure('x'), figure('y')])
  expect(after).toBe(of('| a | 1 | 3 | yes |', '| x | 2 | 3 | yes |', '| y | 2 | 3 | yes |'))
})

it('FIGURES.md itself takes them, and a file without the table does not', () => {
  const text = readFileSync(join(root, 'deploy/test/bench/FIGURES.md'), 'utf8')
  expect(withFigures(text, [])).toBe(text)
  expect(withFigures(text, [figure('line: new')])).toContain('| line: new | 2 | 3 | yes |')
  expect(() => withFigures('# Figures', [])).toThrow('no table')
})
