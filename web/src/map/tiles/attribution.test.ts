// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { attributionOf } from './attribution.ts'

it('links the source of the tiles', () => {
  const url = 'https://www.openstreetmap.org/copyright'
  expect(attributionOf({ text: '© OpenStreetMap', url })).toBe(
    `<a href="${url}" target="_blank" rel="noreferrer">© OpenStreetMap</a>`,
  )
})

it.each([
  ['<img src=x onerror=alert(1)>', null, '&lt;img src=x onerror=alert(1)&gt;'],
  ['Mapa', 'javascript:alert(1)', 'Mapa'],
  ['A & B', 'ftp://x.co', 'A &amp; B'],
])('takes nothing of %s at %s for markup', (text, url, markup) => {
  expect(attributionOf({ text, url })).toBe(markup)
})
