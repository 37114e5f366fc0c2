// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DASHBOARD_PATHS, openDashboard } from '../../../testing/open-dashboard.ts'

describe('the filters of the dashboard', () => {
  it('searches once the typing rests, and undoes it with «back» in one step', async () => {
    const { clock, calls } = await openDashboard()
    const plate = screen.getByRole<HTMLInputElement>('textbox', { name: 'Placa' })
    const type = async (text: string) => {
      fireEvent.change(plate, { target: { value: text } })
      await act(async () => clock.advance(400))
    }
    fireEvent.change(plate, { target: { value: 'a' } })
    fireEvent.change(plate, { target: { value: 'ab' } })
    expect(plate.value).toBe('AB')
    await act(async () => clock.advance(399))
    expect(calls(DASHBOARD_PATHS.reads)).toHaveLength(1)
    await act(async () => clock.advance(1))
    expect(window.location.search).toBe('?plate=AB')
    await waitFor(() => expect(calls(DASHBOARD_PATHS.reads).at(-1)).toContain('plate=AB'))
    await type('abc')
    expect(window.location.search).toBe('?plate=ABC')
    // The charts do not search.
    expect(calls(DASHBOARD_PATHS.top)).toHaveLength(1)
    act(() => window.history.back())
    await waitFor(() => expect(window.location.search).toBe(''))
    await waitFor(() => expect(plate.value).toBe(''))
  })

  it('keeps what was typed into two fields at once', async () => {
    const { clock } = await openDashboard()
    const fields = ['Placa', 'Tag'].map((name) =>
      screen.getByRole<HTMLInputElement>('textbox', { name }),
    )
    for (const field of fields) fireEvent.change(field, { target: { value: 'a1' } })
    await act(async () => clock.advance(400))
    await waitFor(() => expect(window.location.search).toBe('?plate=A1&tag=A1'))
    expect(fields.map((field) => field.value)).toEqual(['A1', 'A1'])
  })

  it('searches at once when a field is left', async () => {
    await openDashboard()
    const plate = screen.getByRole('textbox', { name: 'Placa' })
    fireEvent.change(plate, { target: { value: 'ab' } })
    fireEvent.blur(plate)
    expect(window.location.search).toBe('?plate=AB')
  })

  it("asks again for today once it knows that the site's zone has changed", async () => {
    const { calls } = await openDashboard('', () => {}, { site_time_zone: 'America/Santiago' })
    const starts = () =>
      calls(DASHBOARD_PATHS.top).map((call) =>
        new URL(call.slice(4), 'http://hub').searchParams.get('from'),
      )
    await waitFor(() => expect(starts().at(-1)).toBe('2026-03-10T05:00:00.000Z'))
  })

  it('clears the filters but neither the range nor the refresh', async () => {
    await openDashboard('?plate=ABC&tag=E1&owner=Ana&range=24h&refresh=60&focus=1')
    fireEvent.click(screen.getByRole('button', { name: 'Limpiar' }))
    expect(window.location.search).toBe('?range=24h&refresh=60&focus=1')
  })

  it('refuses a range that is upside down without a call', async () => {
    const { calls } = await openDashboard('?range=custom&from=2026-03-10T08:00&to=2026-03-09T08:00')
    expect((await screen.findByRole('alert')).textContent).toContain('debe ser anterior')
    expect(calls(DASHBOARD_PATHS.reads)).toEqual([])
    expect(calls(DASHBOARD_PATHS.top)).toEqual([])
    expect(calls(DASHBOARD_PATHS.daily)).toHaveLength(1)
  })
})
