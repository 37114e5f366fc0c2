// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type FakeHub, jsonAnswer } from '../../testing/fake-hub.ts'
import { logOfScan, makeRead } from '../../testing/reads.ts'
import { renderApp } from '../../testing/render-app.tsx'

/** 10:00 in Bogotá, as the fake clock starts. */
const START = Date.parse('2026-03-10T15:00:00.000Z')
const PATHS = {
  reads: '/api/rfid/logs',
  today: '/api/rfid/logs/today',
  daily: '/api/rfid/stats/daily',
  hourly: '/api/rfid/stats/hourly',
  top: '/api/rfid/stats/top-vehicles',
  heatmap: '/api/rfid/stats/heatmap',
} as const

/** A hub with three reads today, one of them a repeat. */
function fill(hub: FakeHub) {
  const at = (ms: number) => ({ ts: new Date(ms).toISOString() })
  const logs = [
    logOfScan(makeRead('a-3', START - 30_000, { ...at(START - 30_000), uid: 'TAG-1' })),
    logOfScan(makeRead('a-2', START - 60_000, { ...at(START - 60_000), uid: 'TAG-1' })),
    logOfScan(makeRead('a-1', START - 90_000, { ...at(START - 90_000), uid: 'TAG-2' })),
  ]
  const cells = Array.from({ length: 168 }, (_, i) => ({
    dow: Math.floor(i / 24),
    hr: i % 24,
    total: i,
  }))
  const answers = {
    [PATHS.reads]: { logs, total: 3, truncated: false },
    [PATHS.today]: { logs, total: 3, truncated: false },
    [PATHS.daily]: {
      days: [
        { day: '2026-03-09', total: 7 },
        { day: '2026-03-10', total: 3 },
      ],
    },
    [PATHS.hourly]: { hours: [{ hour: '2026-03-10T14:00:00.000Z', total: 3 }] },
    [PATHS.top]: { top: [{ plate: 'ABC-123', model: 'Hino', owner: 'Ana', total: 3 }] },
    [PATHS.heatmap]: { cells },
  }
  for (const [path, answer] of Object.entries(answers)) {
    hub.instead[path] = () => jsonAnswer(200, answer)
  }
}

async function open(
  search = '',
  prepare: (hub: FakeHub) => void = () => {},
  stored: Record<string, string> = {},
) {
  const app = await renderApp({
    path: `/dashboard${search}`,
    role: 'operator',
    stored,
    prepare: (hub) => {
      fill(hub)
      prepare(hub)
    },
  })
  await screen.findByRole('button', { name: 'Refrescar' })
  const calls = (path: string) => app.hub.calls.filter((call) => call.split(/[ ?]/)[1] === path)
  const settled = () => screen.findByText(/^Actualizado: \d\d:\d\d:\d\d$/)
  await settled()
  return { ...app, calls, settled }
}
const card = (name: string) => within(screen.getByRole('region', { name }))
const key = (init: KeyboardEventInit, target: Element = document.body) =>
  act(async () => {
    fireEvent.keyDown(target, { key: 'r', ...init })
  })

describe('the dashboard', () => {
  it('shows figures, charts in words, and the table without repeats', async () => {
    const { calls, storage } = await open()
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
    expect(screen.getByText('Mostrando 2 de 3')).toBeTruthy()
    expect(screen.getByText('1 repetida oculta')).toBeTruthy()
    const from = encodeURIComponent('2026-03-10T05:00:00.000Z')
    expect(calls(PATHS.reads)[0]).toMatch(new RegExp(`from=${from}&limit=200&_=\\d+$`))
  })

  it('shows a chart as a table and back', async () => {
    await open()
    fireEvent.click(await screen.findByRole('button', { name: /^Ver tabla: Lecturas por día/ }))
    const table = within(screen.getByRole('region', { name: /^Tabla: Lecturas por día \(30/ }))
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'DíaLecturas',
      '09/03/20267',
      '10/03/20263',
    ])
    fireEvent.click(screen.getByRole('button', { name: /^Ver gráfico: Lecturas por día/ }))
    expect(await screen.findByRole('img', { name: /30 días/ })).toBeTruthy()
  })

  it('searches once the typing rests, and undoes it with «back» in one step', async () => {
    const { clock, calls } = await open()
    const plate = screen.getByRole<HTMLInputElement>('textbox', { name: 'Placa' })
    const type = async (text: string) => {
      fireEvent.change(plate, { target: { value: text } })
      await act(async () => clock.advance(400))
    }
    fireEvent.change(plate, { target: { value: 'a' } })
    fireEvent.change(plate, { target: { value: 'ab' } })
    expect(plate.value).toBe('AB')
    await act(async () => clock.advance(399))
    expect(calls(PATHS.reads)).toHaveLength(1)
    await act(async () => clock.advance(1))
    expect(window.location.search).toBe('?plate=AB')
    await waitFor(() => expect(calls(PATHS.reads).at(-1)).toContain('plate=AB'))
    await type('abc')
    expect(window.location.search).toBe('?plate=ABC')
    // The charts do not search.
    expect(calls(PATHS.top)).toHaveLength(1)
    act(() => window.history.back())
    await waitFor(() => expect(window.location.search).toBe(''))
    await waitFor(() => expect(plate.value).toBe(''))
  })

  it('keeps what was typed into two fields at once', async () => {
    const { clock } = await open()
    const fields = ['Placa', 'Tag'].map((name) =>
      screen.getByRole<HTMLInputElement>('textbox', { name }),
    )
    for (const field of fields) fireEvent.change(field, { target: { value: 'a1' } })
    await act(async () => clock.advance(400))
    await waitFor(() => expect(window.location.search).toBe('?plate=A1&tag=A1'))
    expect(fields.map((field) => field.value)).toEqual(['A1', 'A1'])
  })

  it('searches at once when a field is left', async () => {
    await open()
    const plate = screen.getByRole('textbox', { name: 'Placa' })
    fireEvent.change(plate, { target: { value: 'ab' } })
    fireEvent.blur(plate)
    expect(window.location.search).toBe('?plate=AB')
  })

  it("asks again for today once it knows that the site's zone has changed", async () => {
    const { calls } = await open('', () => {}, { site_time_zone: 'America/Santiago' })
    const starts = () =>
      calls(PATHS.top).map((call) => new URL(call.slice(4), 'http://hub').searchParams.get('from'))
    await waitFor(() => expect(starts().at(-1)).toBe('2026-03-10T05:00:00.000Z'))
  })

  it('clears the filters but not the refresh', async () => {
    await open('?plate=ABC&tag=E1&owner=Ana&range=24h&refresh=60&kiosk=1')
    fireEvent.click(screen.getByRole('button', { name: 'Limpiar' }))
    expect(window.location.search).toBe('?refresh=60&kiosk=1')
  })

  it('refuses a range that is upside down without a call', async () => {
    const { calls } = await open('?range=custom&from=2026-03-10T08:00&to=2026-03-09T08:00')
    expect((await screen.findByRole('alert')).textContent).toContain('debe ser anterior')
    expect(calls(PATHS.reads)).toEqual([])
    expect(calls(PATHS.top)).toEqual([])
    expect(calls(PATHS.daily)).toHaveLength(1)
  })
})

describe('the automatic refresh', () => {
  it('comes when its seconds are over, counted down, and counts again', async () => {
    const { clock, calls, settled } = await open('?refresh=10')
    expect(await screen.findByText('Próximo en 10 s')).toBeTruthy()
    await act(async () => clock.advance(4000))
    expect(screen.getByText('Próximo en 6 s')).toBeTruthy()
    expect(calls(PATHS.reads)).toHaveLength(1)
    await act(async () => clock.advance(6000))
    await waitFor(() => expect(calls(PATHS.reads)).toHaveLength(2))
    await settled()
    expect(await screen.findByText('Próximo en 10 s')).toBeTruthy()
  })

  it.each(['4', '', '0', 'x'])('is off at «%s»', async (seconds) => {
    const { clock, calls } = await open(`?refresh=${seconds}`)
    expect(screen.getByText('Auto-refresco apagado')).toBeTruthy()
    await act(async () => clock.advance(3_600_000))
    expect(calls(PATHS.reads)).toHaveLength(1)
  })

  it('is off for a range that is over', async () => {
    const { clock, calls } = await open('?range=custom&from=2026-03-09T08:00&to=2026-03-09T09:00')
    expect(screen.getByText('El rango ya terminó: sin auto-refresco')).toBeTruthy()
    await act(async () => clock.advance(3_600_000))
    expect(calls(PATHS.reads)).toHaveLength(1)
  })

  it('waits while nobody looks', async () => {
    const { clock, page, calls } = await open('?refresh=10')
    page.hidden = true
    await act(async () => clock.advance(60_000))
    expect(calls(PATHS.reads)).toHaveLength(1)
    page.hidden = false
    await act(async () => page.wake())
    await waitFor(() => expect(calls(PATHS.reads)).toHaveLength(2))
  })

  it('asks nothing again that is still under way', async () => {
    let answer: ((response: Response) => void) | undefined
    const { clock, calls, hub, settled } = await open('?refresh=10')
    hub.instead[PATHS.heatmap] = () => new Promise<Response>((resolve) => (answer = resolve))
    await act(async () => clock.advance(10_000))
    await waitFor(() => expect(calls(PATHS.heatmap)).toHaveLength(2))
    await waitFor(() => expect(screen.getByText('Cargando datos...')).toBeTruthy())
    fireEvent.click(screen.getByRole('button', { name: 'Refrescar' }))
    await waitFor(() => expect(calls(PATHS.reads).length).toBeGreaterThan(2))
    expect(calls(PATHS.heatmap)).toHaveLength(2)
    await act(async () => answer?.(jsonAnswer(200, { cells: [] })))
    await settled()
  })
})

describe('the key R', () => {
  it('refreshes, and not where it is typed, held, or part of a shortcut', async () => {
    const { calls, settled } = await open()
    for (const part of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }]) {
      await key(part)
    }
    await key({}, screen.getByRole('textbox', { name: 'Placa' }))
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    document.body.append(dialog)
    await key({})
    dialog.remove()
    expect(calls(PATHS.reads)).toHaveLength(1)
    await key({})
    await waitFor(() => expect(calls(PATHS.reads)).toHaveLength(2))
    await settled()
    // The focus stays on what was chosen, which takes no text.
    await key({}, screen.getByRole('radio', { name: 'Hoy' }))
    await waitFor(() => expect(calls(PATHS.reads)).toHaveLength(3))
    await settled()
  })

  it('can be turned off, and stays off', async () => {
    const { calls, storage } = await open()
    const button = screen.getByRole('button', { name: 'Refrescar' })
    expect(button.getAttribute('aria-keyshortcuts')).toBe('R')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Tecla R refresca' }))
    expect(button.getAttribute('aria-keyshortcuts')).toBeNull()
    await key({})
    expect(calls(PATHS.reads)).toHaveLength(1)
    expect(storage.getItem('dashboard_key_r')).toBe('0')
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
    const { hub } = await open('', fail(PATHS[name], status, headers))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(message)
    expect(card('Lecturas hoy').getByText('3')).toBeTruthy()
    fill(hub)
    fireEvent.click(within(alert).getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it.each(['daily', 'today'] as const)('of %s falls back to nothing', async (name) => {
    await open('', fail(PATHS[name], 500))
    expect(screen.queryByRole('alert')).toBeNull()
    if (name === 'today') expect(card('Lecturas hoy').getByText('—')).toBeTruthy()
    else expect(card('Lecturas por día (30 días)').getByText('Sin datos')).toBeTruthy()
  })

  it('for want of an answer says that, and keeps what was there', async () => {
    const { hub, settled } = await open()
    for (const path of Object.values(PATHS)) {
      hub.instead[path] = () => Promise.reject(new TypeError('Failed to fetch'))
    }
    fireEvent.click(screen.getByRole('button', { name: 'Refrescar' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Error: el hub no responde')
    await settled()
    expect(card('Lecturas en rango').getByText('3')).toBeTruthy()
    expect(screen.getByText('Mostrando 2 de 3')).toBeTruthy()
  })

  it('because the session is over leads to the login page', async () => {
    const { hub } = await open()
    hub.instead[PATHS.top] = () => jsonAnswer(401, { error: 'unauthorized', message: 'x' })
    fireEvent.click(screen.getByRole('button', { name: 'Refrescar' }))
    expect(await screen.findByText('Sesión vencida')).toBeTruthy()
  })
})

describe('an empty range', () => {
  it('has no results, and nothing to export', async () => {
    const openWindow = vi.spyOn(window, 'open')
    await open('', (hub) => {
      hub.instead[PATHS.reads] = () => jsonAnswer(200, { logs: [], total: 0, truncated: false })
    })
    expect(screen.getByText('Sin resultados')).toBeTruthy()
    for (const name of ['Excel', 'PDF']) {
      fireEvent.click(screen.getByRole('button', { name }))
      expect(
        await screen.findByText('Sin datos para exportar en el rango seleccionado.'),
      ).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: 'Cerrar aviso' }))
    }
    expect(openWindow).not.toHaveBeenCalled()
  })
})
