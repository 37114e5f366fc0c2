import { expect, it } from 'vitest'
import { freshUntil } from './freshness.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const DAY_S = 86_400

it.each([
  ['seven days without a word', {}, 7 * DAY_S],
  ['as max-age says', { 'cache-control': 'public, max-age=3600' }, 3600],
  ['max-age before Expires', { 'cache-control': 'max-age=60', expires: 'x' }, 60],
  ['less what it was kept elsewhere', { 'cache-control': 'max-age=3600', age: '600' }, 3000],
  ['not below zero', { 'cache-control': 'max-age=60', age: '600' }, 0],
  ['s-maxage is for others', { 'cache-control': 's-maxage=5' }, 7 * DAY_S],
  ['as Expires says', { expires: 'Tue, 10 Mar 2026 13:00:00 GMT' }, 3600],
  [
    'by the clock of the server',
    { expires: 'Tue, 10 Mar 2026 17:00:00 GMT', date: 'Tue, 10 Mar 2026 16:00:00 GMT' },
    3600,
  ],
  ['no time at all where Expires is no date', { expires: 'never' }, 0],
  ['nor where it is long ago', { expires: '0' }, 0],
  ['a year at most', { 'cache-control': 'max-age=9999999999' }, 365 * DAY_S],
  ['no time at all with no-cache', { 'cache-control': 'no-cache' }, 0],
])('%s', (_, headers: Record<string, string>, seconds) => {
  expect(freshUntil(new Headers(headers), NOW)).toBe(NOW + seconds * 1000)
})

it('says what must not be kept', () => {
  expect(freshUntil(new Headers({ 'cache-control': 'private, no-store' }), NOW)).toBeNull()
})
