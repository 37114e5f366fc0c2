import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainAttribution } from './attribution.ts'

it.each([
  ['© OpenStreetMap', { text: '© OpenStreetMap', url: null }],
  [
    '<a href="https://www.openstreetmap.org/copyright" target="_blank">&copy; OpenStreetMap</a> contributors',
    { text: '© OpenStreetMap contributors', url: 'https://www.openstreetmap.org/copyright' },
  ],
  [
    "&#169;&nbsp;<a href='https://a.example/?a=1'>A &amp; Ñ</a><br><a href=https://b.example>B</a>",
    { text: '© A & Ñ B', url: 'https://a.example/?a=1' },
  ],
  ['<a href="javascript:alert(1)">A</a>', { text: 'A', url: null }],
  ['&lt;script&gt;', { text: '<script>', url: null }],
  ['A\u202E\u0000\nB', { text: 'A B', url: null }],
  ['', { text: '', url: null }],
])('reads %s', (html, attribution) => {
  expect(plainAttribution(html)).toEqual(attribution)
})

it('gives a short text and a link of the web, whatever it reads', () => {
  const part = fc.constantFrom(
    '<a href="',
    'https://x',
    'javascript:',
    '">',
    '&#9999999;',
    '<',
    'ñ',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'binary' }))), (parts) => {
      const { text, url } = plainAttribution(parts.join(''))
      expect(text.length).toBeLessThanOrEqual(300)
      if (url !== null) expect(new URL(url).protocol).toMatch(/^https?:$/)
    }),
    { numRuns: runs(200) },
  )
})
