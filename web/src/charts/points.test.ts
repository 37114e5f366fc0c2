import { expect, it } from 'vitest'
import { dayName, dayPoints, hourPoints } from './points.ts'
import { seriesSummary } from './series-summary.ts'

const HOUR = 3_600_000
const AT = Date.parse('2026-03-10T14:00:00.000Z')
const days = [
  { day: '2026-03-09', total: 7 },
  { day: '2026-03-10', total: 3 },
]
const hour = (at: number) => ({ hour: new Date(at).toISOString(), total: 1 })

it('the day that is not over says so in words', () => {
  const words = 'Total 10. Máximo 7: 09/03/2026.'
  expect(seriesSummary(dayPoints(days, '2026-03-10'), dayName, 'Hoy')).toBe(
    `${words} Hoy, en curso: 3.`,
  )
  expect(seriesSummary(dayPoints(days, '2026-03-11'), dayName, 'Hoy')).toBe(words)
})

it.each([
  [AT + HOUR - 1, 'hour', [undefined, true]],
  [AT + HOUR, 'hour', [undefined, undefined]],
  [AT + HOUR, 'day', [true, true]],
] as const)('at %s the %s is open: %j', (now, unit, open) => {
  const points = hourPoints([hour(AT - HOUR), hour(AT)], { unit, now })
  expect(points.map(({ isOpen }) => isOpen)).toEqual(open)
})
