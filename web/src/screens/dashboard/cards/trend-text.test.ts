import { expect, it } from 'vitest'
import { trendText } from './trend-text.ts'

it.each([
  [150, 100, '▲ 50 % más que en las 24 h anteriores (100)'],
  [1999, 2000, '● igual que en las 24 h anteriores (2.000)'],
  [0, 100, '▼ 100 % menos que en las 24 h anteriores (100)'],
  [3, 1000, '▼ 99 % menos que en las 24 h anteriores (1.000)'],
  [0, 0, 'Sin lecturas en las últimas 48 h'],
  [640, 64, '▲ 900 % más que en las 24 h anteriores (64)'],
  [641, 64, '▲ más de 10 veces lo de las 24 h anteriores (64)'],
  [13_749, 64, '▲ más de 10 veces lo de las 24 h anteriores (64)'],
  [7, 0, 'Sin lecturas en las 24 h anteriores'],
])('%s reads after %s: %s', (last, before, text) => {
  // Intl puts a space that does not break before the sign, or none, by its version.
  const plain = trendText({ last, before, hours: [] }).replace(/[\s\u00a0]*%/, ' %')
  expect(plain).toBe(text)
})
