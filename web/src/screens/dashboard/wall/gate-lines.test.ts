import { expect, it } from 'vitest'
import { UNKNOWN_AGENT } from '../../../live/known-agent.ts'
import { gateLines, gatePlaces } from './gate-lines.ts'
import { tightCount } from './tight-count.ts'

it('shows the gates that are away first, then the busiest', () => {
  const gate = (code: string, online: boolean) => ({ ...UNKNOWN_AGENT, code, name: code, online })
  const reads: Record<string, number> = { norte: 4, sur: 90, 'porton-2': 4, taller: 7 }
  const lines = gateLines(
    [gate('norte', true), gate('sur', true), gate('porton-10', false), gate('porton-2', false)],
    (code) => reads[code] ?? 0,
  )
  expect(lines.map(({ code, reads }) => `${code} ${reads}`)).toEqual([
    'porton-2 4',
    'porton-10 0',
    'sur 90',
    'norte 4',
  ])
})

it('orders gates that are alike by name, as people count', () => {
  const gates = ['Portón 10', 'Portón 2'].map((name) => ({ ...UNKNOWN_AGENT, code: name, name }))
  expect(gateLines(gates, () => 0).map(({ name }) => name)).toEqual(['Portón 2', 'Portón 10'])
})

it('places gates in one column, in more where that is not enough and the room is wide', () => {
  const upright = { width: 39, height: 9 }
  expect(gatePlaces(4, upright)).toEqual({ rows: 4, shown: 4 })
  expect(gatePlaces(8, upright)).toEqual({ rows: 4, shown: 8 })
  expect(gatePlaces(9, upright)).toEqual({ rows: 4, shown: 7 })
  expect(gatePlaces(9, { width: 18, height: 9 })).toEqual({ rows: 4, shown: 3 })
  expect(gatePlaces(9, { width: 0, height: 0 })).toEqual({ rows: 1, shown: 0 })
})

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [25_999, '25k'],
  [3_400_000, '3M'],
])('writes %d in a cell as %s', (total, text) => {
  expect(tightCount(total)).toBe(text)
})
