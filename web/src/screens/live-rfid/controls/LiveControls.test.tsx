// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { jsonAnswer, type FakeHub } from '../../../testing/fake-hub.ts'
import { openLive, START } from '../../../testing/open-live.tsx'
import { answerOf, makeRead } from '../../../testing/reads.ts'
// Compiled before a test waits for them.
import './FilterFields.tsx'
import './LiveControls.tsx'

const rows = () => screen.getAllByRole('row').slice(1)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const badge = (label: string | RegExp) => screen.getByText(label).nextElementSibling?.textContent
const address = () => new URLSearchParams(window.location.search)
const logCalls = (hub: FakeHub) => hub.calls.filter((call) => call.includes('/api/client/logs'))

/** The live screen with its controls in the page. */
async function openControls(...start: Parameters<typeof openLive>) {
  const app = await openLive(...start)
  await screen.findByRole('button', { name: /^Filtros/ })
  press(/^Filtros/)
  press('Día')
  await screen.findByRole('textbox', { name: 'Texto' })
  await screen.findByRole('button', { name: 'Borrar Día' })
  return app
}

describe('the filters', () => {
  it('find a text in the rows, tell how many filters act, and are cleared', async () => {
    const { hear, clock } = await openControls()
    hear('a-1', 'b-2')
    fireEvent.change(screen.getByRole('textbox', { name: 'Texto' }), {
      target: { value: makeRead('b-2', 0).uid.toLowerCase() },
    })
    act(() => clock.advance(400))
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(address().get('q')).toBe('e280b02')
    expect(badge('Filtros activos')).toBe('1')
    press('Limpiar filtros')
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(window.location.search).toBe('')
  })

  it('say that nothing fits', async () => {
    const { hear } = await openControls(undefined, { path: '/live-rfid?q=nothing' })
    hear('a-1')
    expect(screen.getByText('Sin coincidencias')).toBeTruthy()
  })

  it('ask the hub for the reads of the day from Hoy, and leave it with Limpiar fechas', async () => {
    const { hub, hear } = await openControls()
    hub.logs = answerOf([makeRead('s-1', START - 60_000)])
    press('Hoy')
    await screen.findByText('Rango con lecturas en vivo')
    expect(logCalls(hub).at(-1)).toBe(
      'GET /api/client/logs?from=2026-03-10T05%3A00%3A00.000Z&limit=500',
    )
    hear('a-1')
    expect(rows()).toHaveLength(2)
    expect(address().get('from')).toBe('2026-03-10T00:00')
    press('Limpiar fechas')
    await screen.findByText('En vivo')
    expect(rows()).toHaveLength(1)
  })

  it('hold the rows of a range in a pause, and those of today after it', async () => {
    const { hub, hear } = await openControls()
    hear('a-1')
    press('Pausar')
    hear('a-2')
    hub.logs = answerOf([makeRead('s-1', START - 60_000)])
    press('Hoy')
    await waitFor(() => expect(rows().at(-1)?.textContent).toContain(makeRead('s-1', 0).uid))
    const held = rows().length
    hear('a-3')
    expect(rows()).toHaveLength(held)
    press('Limpiar fechas')
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(screen.getByText(/^En pausa · 2 sin mostrar/)).toBeTruthy()
  })

  it('refuse dates that are upside down, without a call', async () => {
    const dates = 'from=2026-03-10T10:00&to=2026-03-10T09:00'
    const { hub } = await openControls(undefined, { path: `/live-rfid?${dates}` })
    await screen.findByText('Corrige las fechas para ver lecturas')
    expect(screen.getByRole('alert').textContent).toBe('«Desde» debe ser anterior a «Hasta»')
    expect(logCalls(hub).some((call) => call.includes('to='))).toBe(false)
    press('Exportar Día')
    await screen.findByText('Corrige las fechas para exportar.')
  })

  it('offer all agents or one', async () => {
    const agent = { lat: null, lng: null, online: true, connected: true, last_seen: null }
    const { hear, hub } = await openControls()
    hub.instead['/api/map/agents'] = () =>
      jsonAnswer(200, {
        agents: [
          {
            id: 1,
            code: 'gate',
            name: 'Portón',
            location: null,
            ...agent,
            today: 0,
            suppressed: 0,
          },
          {
            id: 2,
            code: 'dock',
            name: 'Muelle',
            location: null,
            ...agent,
            today: 0,
            suppressed: 0,
          },
        ],
      })
    hear('a-1')
    press('Agente: Todos')
    const field = await screen.findByRole('combobox', { name: 'Agente' })
    await waitFor(() => expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(3))
    fireEvent.change(field, { target: { value: 'muel' } })
    fireEvent.click(screen.getByRole('option', { name: 'Muelle (dock)', hidden: true }))
    await screen.findByText('Sin coincidencias')
    expect(address().get('agent')).toBe('dock')
  })

  it('say how many agents a long list leaves out, and find those too', async () => {
    await openControls((hub) => {
      hub.agents = Array.from({ length: 60 }, (_, i) => {
        const places = { location: null, lat: null, lng: null, last_ip: null, last_seen: null }
        const state = { online: false, connected: false, quarantine: null, readings_count: 0 }
        return {
          id: i,
          code: `gate-${i}`,
          name: `gate-${i}`,
          today: 0,
          suppressed: 0,
          ...places,
          ...state,
        }
      })
    })
    press('Agente: Todos')
    const field = await screen.findByRole('combobox', { name: 'Agente' })
    // All agents are one option more.
    const more = await screen.findByRole('option', {
      name: 'y 11 más: escribe parte del nombre',
      hidden: true,
    })
    expect(more.getAttribute('data-combobox-disabled')).toBe('true')
    fireEvent.change(field, { target: { value: 'gate-59' } })
    await screen.findByRole('option', { name: 'gate-59', hidden: true })
    expect(screen.queryByRole('option', { name: /más/, hidden: true })).toBeNull()
  })
})

describe('the suppression window', () => {
  const field = () => screen.getByRole('textbox', { name: 'Supresión (ms)' })
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' })
  const type = (value: string) => fireEvent.change(field(), { target: { value } })

  it('is saved by administrators, within its bounds', async () => {
    const { hub } = await openControls(undefined, { role: 'admin' })
    await waitFor(() => expect(field()).toHaveProperty('value', '60000'))
    for (const wrong of ['9999', '600001', '', 'x']) {
      type(wrong)
      expect(save().disabled).toBe(true)
    }
    type('700000')
    fireEvent.blur(field())
    expect(field()).toHaveProperty('value', '600000')
    hub.instead['/api/settings/suppress-window'] = () => jsonAnswer(200, { ms: 600_000 })
    fireEvent.click(save())
    await screen.findByText('Supresión actualizada: 600.000 ms')
    expect(hub.calls).toContain('PUT /api/settings/suppress-window')
    expect(badge('Supresión')).toBe('600.000 ms')
  })

  it('says when it was not saved, and keeps what was typed', async () => {
    const { hub } = await openControls(undefined, { role: 'admin' })
    await waitFor(() => expect(field()).toHaveProperty('value', '60000'))
    hub.instead['/api/settings/suppress-window'] = () => jsonAnswer(500, {})
    type('45000')
    fireEvent.click(save())
    expect((await screen.findByText('No se pudo actualizar')).getAttribute('role')).toBe('alert')
    expect(field()).toHaveProperty('value', '45000')
  })

  it('is nothing that an operator sees or asks for', async () => {
    const { hub } = await openControls()
    expect(screen.queryByRole('textbox', { name: 'Supresión (ms)' })).toBeNull()
    expect(hub.calls.join()).not.toContain('suppress-window')
  })
})

describe('Borrar Día', () => {
  async function clearDay(...start: Parameters<typeof openLive>) {
    const app = await openControls(...start)
    app.hear('a-1', 'a-2')
    press('Borrar Día')
    return app
  }
  const agree = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'Sí, eliminar' }))

  it('asks first, and says that it is local', async () => {
    await clearDay()
    await screen.findByText(/^Es un borrado local: 2 lecturas/)
    fireEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
    expect(rows()).toHaveLength(2)
  })

  it('empties the table for good, and the counts start anew', async () => {
    const { hub, socket, frame, clock } = await clearDay(({ today }) =>
      Object.assign(today, { reads: 40, suppressed: 7 }),
    )
    hub.logs = answerOf([makeRead('a-1', START + 1000), makeRead('a-2', START + 1001)])
    await agree()
    await screen.findByText('Esperando lecturas...')
    expect(badge('Lecturas desde 10:00')).toBe('0')
    expect(badge('Suprimidas desde 10:00')).toBe('0')
    press('Pausar')
    press('Reanudar')
    await waitFor(() => expect(logCalls(hub).length).toBeGreaterThan(2))
    expect(rows()).toHaveLength(0)
    act(() => {
      socket.emit('rfid:scan', makeRead('a-3', START + 60_000))
      frame()
      clock.advance(250)
    })
    expect(badge('Lecturas desde 10:00')).toBe('1')
    expect(rows()).toHaveLength(1)
  })

  it('empties a paused table too, and keeps it paused', async () => {
    const { hear } = await openControls()
    hear('a-1')
    press('Pausar')
    press('Borrar Día')
    await agree()
    await waitFor(() => expect(rows()).toHaveLength(0))
    expect(screen.getByText('En pausa · 0 sin mostrar')).toBeTruthy()
  })

  it('warns where the browser keeps no record, and lists it all the same', async () => {
    await clearDay()
    await agree()
    // jsdom has no IndexedDB.
    await screen.findByText(/quedó sin el detalle de las lecturas\.$/)
    press('Ver eliminados')
    const panel = await screen.findByRole('dialog', { name: 'Registros eliminados (local)' })
    expect(await within(panel).findByText('10/03/2026 10:00')).toBeTruthy()
    expect(within(panel).getByText(/2 lecturas/)).toBeTruthy()
  })

  it('has an empty list at first', async () => {
    await openControls()
    press('Ver eliminados')
    expect(await screen.findByText('No hay eliminaciones registradas.')).toBeTruthy()
  })
})

describe('the exports', () => {
  beforeEach(() => void vi.restoreAllMocks())

  it('say that there is nothing to export', async () => {
    await openControls()
    press('Exportar Día')
    await screen.findByText('Sin datos para exportar en el rango seleccionado.')
  })

  it('say what failed, and where to look', async () => {
    const { hub } = await openControls()
    const written = vi.spyOn(console, 'error').mockImplementation(() => {})
    hub.instead['/api/client/logs'] = () => jsonAnswer(500, {})
    press('Exportar Día')
    const alert = await screen.findByText('Error exportando (ver consola).')
    expect(alert.getAttribute('role')).toBe('alert')
    expect(written).toHaveBeenCalledOnce()
  })

  it('open a report of the same filters in the click, or ask for popups', async () => {
    await openControls(undefined, { path: '/live-rfid?q=abc&agent=gate' })
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    press('PDF')
    expect(open).toHaveBeenCalledWith('/report?of=live&q=abc&agent=gate')
    await screen.findByText('Permite popups')
  })
})
