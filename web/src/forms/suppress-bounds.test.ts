import { expect, it } from 'vitest'
import { clampWindow, parseWindow } from './suppress-bounds.ts'

it.each([
  ['10000', 10_000],
  ['600000', 600_000],
  [' 60.000 ', 60_000],
  ['45 000', 45_000],
  ['9999', null],
  ['600001', null],
  ['10000,5', null],
  ['', null],
  ['abc', null],
  ['1e5', null],
  ['-60000', null],
])('the window of «%s» is %s', (text, ms) => {
  expect(parseWindow(text)).toBe(ms)
})

it.each([
  ['1', '10000'],
  ['9999999', '600000'],
  ['-5', '10000'],
  ['60.000', '60000'],
  ['10000,6', '10001'],
  ['', ''],
  ['abc', 'abc'],
])('«%s» is brought to «%s»', (text, clamped) => {
  expect(clampWindow(text)).toBe(clamped)
})
