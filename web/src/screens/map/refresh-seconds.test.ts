import { expect, it } from 'vitest'
import { refreshSeconds } from './refresh-seconds.ts'

it.each([
  [null, 20],
  ['', 20],
  ['x', 20],
  ['-3', 20],
  ['1e9', 20],
  ['2.5', 20],
  ['0', 0],
  ['1', 5],
  ['4', 5],
  ['5', 5],
  [' 30 ', 30],
  ['99999', 3600],
])('the text %o asks for a refresh every %d s', (text, seconds) => {
  expect(refreshSeconds(text)).toBe(seconds)
})
