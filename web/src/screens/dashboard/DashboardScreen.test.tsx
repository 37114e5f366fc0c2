// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type FakeHub, jsonAnswer } from '../../testing/fake-hub.ts'
import { DASHBOARD_PATHS, fillHub, openDashboard } from '../../testing/open-dashboard.ts'
import { renderApp } from '../../testing/render-app.tsx'

const card = (name: string) => within(screen.getByRole('region', { name }))

describe('the dashboard', () => {
  it('shows figures, charts in words, and the table without repeats', async () => {
    const { calls, storage } = await openDashboard()
    expect(storage.getItem('site_time_zone')).toBe('America/Bogota')
    expect(card('Lecturas en rango').getByText('3')).toBeTruthy()
    expect(card('Lecturas hoy').getByText('Última: 09:59:30')).toBeTruthy()
    expect(card('Tendencia 24 h').getByText(/● igual/)).toBeTruthy()
    expect(card('Vehículos con más lecturas').getByText('ABC-123')).toBeTruthy()
    await screen.findByRole('img', { name: /30 días.*Total 10\. Máximo 7: 09\/03\/2026/ })
    const table = within(screen.getByRole('table', { name: /Lecturas del rango/ }))
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Fecha y hora',
      'Tag',
      'Agente',
      'Placa',
      'Modelo',
      'Propietario',
    ])
    const rows = table.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      '10/03/2026 09:59TAG-1PortónABC-123Hino DutroAna',
      '10/03/2026 09:58TAG-2PortónABC-123Hino DutroAna',
    ])
    expect(screen.getByText('Lecturas 1–2 de 2')).toBeTruthy()
    expect(screen.getByText('1 repetida oculta')).toBeTruthy()
    const from = encodeURIComponent('2026-03-10T05:00:00.000Z')
    expect(calls(DASHBOARD_PATHS.reads)[0]).toMatch(new RegExp(`from=${from}&limit=200&_=\\d+$`))
  })

  it('shows days of a range that is too long for hours, blank hours to come, and says so', async () => {
    const unit = 'day'
    const hours = [{ hour: '2025-11-01T05:00:00.000Z', total: 4 }]
    await openDashboard('?range=custom&from=2025-11-01T00:00', (hub) => {
      hub.instead[DASHBOARD_PATHS.hourly] = () => jsonAnswer(200, { unit, hours })
    })
    const title = 'Lecturas por día del rango (más de 92 días)'
    fireEvent.click(await screen.findByRole('button', { name: `Ver tabla: ${title}` }))
    const days = within(screen.getByRole('region', { name: `Tabla: ${title}` }))
    expect(days.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'DíaLecturas',
      '01/11/20254',
    ])
    // 10:00 of a Tuesday.
    const today = screen.getByRole('row', { name: /^Mar hoy/ })
    expect(within(today).getByRole('rowheader').getAttribute('aria-current')).toBe('date')
    expect(
      within(today)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual([...Array.from({ length: 11 }, (_, hr) => String(48 + hr)), ...Array(13).fill('')])
  })

  it.each([
    ['', 'Lecturas hoy', '4'],
    ['?range=24h', 'Tendencia 24 h', '4'],
    ['?range=24h', 'Lecturas hoy', '3'],
    ['?plate=ABC', 'Lecturas hoy', '3'],
  ])('with «%s» and a read between its calls says of %s: %s', async (search, name, shown) => {
    await openDashboard(search, (hub) => {
      const answer = { logs: [], total: 4, capped: false, truncated: false }
      hub.instead[DASHBOARD_PATHS.reads] = () => jsonAnswer(200, answer)
    })
    expect(card('Lecturas en rango').getByText('4')).toBeTruthy()
    expect(card(name).getByText(shown, { selector: 'strong' })).toBeTruthy()
  })

  it('shows a chart as a table and back', async () => {
    await openDashboard()
    fireEvent.click(await screen.findByRole('button', { name: /^Ver tabla: Lecturas por día/ }))
    const table = within(screen.getByRole('region', { name: /^Tabla: Lecturas por día \(30/ }))
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'DíaLecturas',
      '10/03/20263',
      '09/03/20267',
    ])
    fireEvent.click(screen.getByRole('button', { name: /^Ver gráfico: Lecturas por día/ }))
    expect(await screen.findByRole('img', { name: /Hoy, en curso: 3\.$/ })).toBeTruthy()
  })

  it.each([
    ['a day', { name: '09/03/2026' }, '?range=yesterday'],
    [
      'an hour of the week',
      { name: '32 lecturas: 09/03/2026, 08:00 a 08:59' },
      '?range=custom&from=2026-03-09T08:00&to=2026-03-09T08:59',
    ],
    ['a vehicle', { name: 'ABC-123' }, '?plate=ABC-123'],
  ])('leads from %s to its reads, and Esc back', async (_, link, search) => {
    await openDashboard()
    fireEvent.click(await screen.findByRole('button', { name: /^Ver tabla: Lecturas por día/ }))
    const [found] = screen.getAllByRole('link', link)
    if (found) fireEvent.click(found)
    await waitFor(() => expect(decodeURIComponent(window.location.search)).toBe(search))
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Placa' }), { key: 'Escape' })
    expect(decodeURIComponent(window.location.search)).toBe(search)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  it('leads from a vehicle of the whole site to its reads, whatever was searched for', async () => {
    await openDashboard('?range=7d&known=0&tag=E2&owner=Z')
    const [plate] = card('Vehículos con más lecturas').getAllByRole('link')
    if (plate) fireEvent.click(plate)
    await waitFor(() => expect(window.location.search).toBe('?range=7d&plate=ABC-123'))
  })

  it('goes through the hours of the week by the arrows, from one stop of the Tab key', async () => {
    await openDashboard()
    const stops = () => document.querySelectorAll('[data-cell][tabindex="0"]')
    expect(stops()).toHaveLength(1)
    const cell = (name: string) => screen.getByRole('link', { name })
    const from = cell('32 lecturas: 09/03/2026, 08:00 a 08:59')
    act(() => from.focus())
    fireEvent.keyDown(from, { key: 'ArrowRight' })
    const next = cell('33 lecturas: 09/03/2026, 09:00 a 09:59')
    expect(document.activeElement).toBe(next)
    expect([...stops()]).toEqual([next])
    fireEvent.keyDown(next, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(cell('9 lecturas: 08/03/2026, 09:00 a 09:59'))
  })
})

describe('a slow hub', () => {
  it('leaves no empty page while the zone of the site is not known', async () => {
    await renderApp({
      path: '/dashboard',
      role: 'operator',
      prepare: (hub) => {
        hub.instead['/api/public-config'] = () => new Promise(() => {})
      },
    })
    expect(await screen.findByText('Cargando datos...')).toBeTruthy()
  })
})

describe('a call that fails', () => {
  const fail =
    (path: string, status: number, headers = {}) =>
    (hub: FakeHub) => {
      hub.instead[path] = () => jsonAnswer(status, { error: 'internal', message: 'x' }, headers)
    }

  it.each([
    ['reads', 500, {}, 'Error: 500'],
    ['hourly', 429, { 'retry-after': '30' }, 'Error: 429. Intenta de nuevo en 30 s'],
    ['top', 403, {}, 'Error: 403. No tienes permiso para ver estos datos.'],
    ['heatmap', 502, {}, 'Error: 502'],
  ] as const)('of %s says so and leaves the others', async (name, status, headers, message) => {
    const { hub } = await openDashboard('', fail(DASHBOARD_PATHS[name], status, headers))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(message)
    expect(card('Lecturas hoy').getByText('3')).toBeTruthy()
    fillHub(hub)
    fireEvent.click(within(alert).getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it.each(['daily', 'today'] as const)('of %s falls back to nothing', async (name) => {
    await openDashboard('', fail(DASHBOARD_PATHS[name], 500))
    expect(screen.queryByRole('alert')).toBeNull()
    if (name === 'today') expect(card('Lecturas hoy').getByText('—')).toBeTruthy()
    else expect(card('Lecturas por día (30 días)').getByText('No se pudo cargar')).toBeTruthy()
  })

  it('for want of an answer says that, and keeps what was there', async () => {
    const { hub, settled } = await openDashboard()
    for (const path of Object.values(DASHBOARD_PATHS)) {
      hub.instead[path] = () => Promise.reject(new TypeError('Failed to fetch'))
    }
    fireEvent.click(screen.getByRole('button', { name: 'Refrescar' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Error: el hub no responde')
    await settled()
    expect(card('Lecturas en rango').getByText('3')).toBeTruthy()
    expect(screen.getByText('Lecturas 1–2 de 2')).toBeTruthy()
  })

  it('because the session is over leads to the login page', async () => {
    const { hub } = await openDashboard()
    hub.instead[DASHBOARD_PATHS.top] = () =>
      jsonAnswer(401, { error: 'unauthorized', message: 'x' })
    fireEvent.click(screen.getByRole('button', { name: 'Refrescar' }))
    expect(await screen.findByText('Sesión vencida')).toBeTruthy()
  })
})

describe('an empty range', () => {
  it('has no results, and nothing to export', async () => {
    const openWindow = vi.spyOn(window, 'open')
    await openDashboard('', (hub) => {
      hub.instead[DASHBOARD_PATHS.reads] = () =>
        jsonAnswer(200, { logs: [], total: 0, capped: false, truncated: false })
    })
    expect(screen.getByText('Sin resultados')).toBeTruthy()
    for (const name of ['Excel', 'PDF']) {
      // A popover by its name, which the page's styles show in the bar.
      fireEvent.click(screen.getByRole('button', { name, hidden: true }))
      expect(
        await screen.findByText('Sin datos para exportar en el rango seleccionado.'),
      ).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: 'Cerrar aviso' }))
    }
    expect(openWindow).not.toHaveBeenCalled()
  })

  it('has a report once there are reads that the screen does not know yet', async () => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(window)
    let total = 0
    const { hub } = await openDashboard('?refresh=', (hub) => {
      hub.instead[DASHBOARD_PATHS.reads] = () =>
        jsonAnswer(200, { logs: [], total, capped: false, truncated: false })
    })
    const pdf = screen.getByRole('button', { name: 'PDF', hidden: true })
    total = 1
    fireEvent.click(pdf)
    await waitFor(() => expect(openWindow).toHaveBeenCalledWith('/report?refresh='))
    openWindow.mockClear()

    total = 0
    fireEvent.click(screen.getByRole('button', { name: 'Refrescar' }))
    await waitFor(() => expect(card('Lecturas en rango').getByText('0')).toBeTruthy())
    const log = vi.spyOn(console, 'error').mockReturnValue()
    hub.instead[DASHBOARD_PATHS.reads] = () => jsonAnswer(500, { error: 'internal', message: 'x' })
    fireEvent.click(pdf)
    expect(await screen.findByText('Error exportando (ver consola).')).toBeTruthy()
    expect(openWindow).not.toHaveBeenCalled()
    log.mockRestore()
  })
})
