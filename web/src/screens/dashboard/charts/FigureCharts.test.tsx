// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard } from '../../../testing/open-dashboard.ts'

const DAYS = 'Lecturas por día (30 días)'
const HOURS = 'Lecturas por hora del rango'
const HOUR = 3_600_000

/** Where the first figure of a chart's table leads whose name begins so. */
function wayOf(chart: string, name: RegExp): [string, string][] {
  const table = within(screen.getByRole('region', { name: `Tabla: ${chart}` }))
  const href = table.getByRole('link', { name }).getAttribute('href') ?? ''
  return [...new URLSearchParams(href.slice(href.indexOf('?')))].filter(([n]) => n !== 'refresh')
}

it('leads to the day and the hour that a figure counts also after midnight', async () => {
  const { clock } = await openDashboard('?refresh=')
  for (const title of [DAYS, HOURS]) {
    fireEvent.click(await screen.findByRole('button', { name: `Ver tabla: ${title}` }))
  }
  const hour = [
    ['range', 'custom'],
    ['from', '2026-03-10T09:00'],
    ['to', '2026-03-10T09:59'],
  ]
  expect(wayOf(DAYS, /^10/)).toEqual([])
  expect(wayOf(DAYS, /^09/)).toEqual([['range', 'yesterday']])
  expect(wayOf(HOURS, /09:00/)).toEqual(hour)

  act(() => clock.advance(14 * HOUR + 60_000))
  expect(wayOf(DAYS, /^10/)).toEqual([['range', 'yesterday']])
  expect(wayOf(DAYS, /^09/)).toEqual([
    ['range', 'custom'],
    ['from', '2026-03-09T00:00'],
    ['to', '2026-03-09T23:59'],
  ])
  expect(wayOf(HOURS, /09:00/)).toEqual(hour)
})
