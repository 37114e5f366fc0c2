import { expect, it } from 'vitest'
import { paperChart } from './paper-chart.ts'

const HOUR_MS = 3_600_000
const at = Date.parse('2026-03-10T00:00Z')
const nameOf = ({ at }: { at: number }) => {
  const [day = '', time = ''] = new Date(at).toISOString().slice(0, 16).split('T')
  return `${day.split('-').toReversed().join('/')} ${time}`
}
const hours = (count: number, total = (i: number) => i) =>
  Array.from({ length: count }, (_, i) => ({ at: at + i * HOUR_MS, total: total(i) }))
const size = { width: 320, height: 120 }

it('gives bars their share of the height, from nothing, below round numbers', () => {
  const points = [0, 834, 417].map((total, i) => ({ at: at + i * 24 * HOUR_MS, total }))
  const chart = paperChart({
    kind: 'days',
    points,
    nameOf: (point) => nameOf(point).slice(0, 10),
    ...size,
  })
  expect(chart.rows.map(({ text }) => text)).toEqual(['0', '200', '400', '600', '800', '1.000'])
  const [none, most, half] = chart.bars
  expect(none?.height).toBe(0)
  expect(most?.height).toBeCloseTo(2 * Number(half?.height), 1)
  expect(chart.columns.map(({ text }) => text)).toEqual(['10/03', '11/03', '12/03'])
})

it.each([
  [1, ['00:00']],
  [8, ['00:00', '01:00', '02:00', '03:00', '04:00', '05:00', '06:00', '07:00']],
  [24, ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00']],
  [72, ['10/03', '11/03', '12/03']],
  [24 * 31, ['10/03', '14/03', '18/03', '22/03', '26/03', '30/03', '03/04', '07/04']],
])('names the times of %i hours without crowding', (count, texts) => {
  const chart = paperChart({ kind: 'hours', points: hours(count), nameOf, ...size })
  expect(chart.columns.map(({ text }) => text)).toEqual(texts)
})

it('leaves the bar and the area of what is not over to be drawn otherwise', () => {
  const points = hours(4).map((point, i) => ({ ...point, isOpen: i === 3 }))
  const bars = paperChart({ kind: 'days', points, nameOf, ...size }).bars
  expect(bars.map(({ isOpen }) => isOpen)).toEqual([false, false, false, true])
  const { area, openArea } = paperChart({ kind: 'hours', points, nameOf, ...size })
  const cornersOf = (path: string) => path.split(/[ML]/).slice(1, -2)
  expect(cornersOf(area)).toHaveLength(3)
  expect(cornersOf(openArea)[0]).toBe(cornersOf(area)[2])
  expect(paperChart({ kind: 'hours', points: hours(4), nameOf, ...size }).openArea).toBe('')
})

it('draws something inside its place for nothing, one point and a flat line', () => {
  for (const points of [[], hours(1), hours(5, () => 0)]) {
    const { area, bars, rows } = paperChart({ kind: 'hours', points, nameOf, ...size })
    const numbers = [area, ...bars.map((bar) => Object.values(bar).join(' '))].join(' ')
    expect(numbers).not.toMatch(/NaN|Infinity/)
    expect(rows.map(({ text }) => text)).toEqual(['0', '1'])
  }
})
