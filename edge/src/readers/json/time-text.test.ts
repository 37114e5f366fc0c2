import { expect, it } from 'vitest'
import { parseTime } from './time-text.ts'

const AT = Date.UTC(2026, 10, 20, 10, 0, 0, 123)

it.each([
  ['2026-11-20T10:00:00.123Z'],
  ['2026-11-20T10:00:00.123+0000'],
  ['2026-11-20T05:00:00.123-05:00'],
  ['2026-11-20T10:00:00.123456789Z'],
  ['2026-11-20 10:00:00,123'],
  [AT],
  [AT / 1000],
  [AT * 1000],
  [AT * 1e6],
  [String(AT)],
  [`${AT / 1000}`],
])('parseTime reads %s', (text) => {
  expect(Math.floor(parseTime(text) ?? 0)).toBe(AT)
})

it.each([
  [undefined],
  [null],
  [''],
  ['soon'],
  ['2026-13-45T99:99:99Z'],
  ['10:00:00'],
  ['x'.repeat(1000)],
  [0],
  [-1],
  [Number.NaN],
  [Infinity],
  [{}],
])('parseTime finds no time in %s', (value) => {
  expect(parseTime(value)).toBeUndefined()
})
