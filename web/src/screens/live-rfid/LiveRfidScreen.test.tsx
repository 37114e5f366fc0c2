// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { jsonAnswer, type FakeHub } from '../../testing/fake-hub.ts'
import { openLive, START } from '../../testing/open-live.tsx'
import { answerOf, makeRead } from '../../testing/reads.ts'

const badge = (label: string) => screen.getByText(label).nextElementSibling?.textContent
const rows = () => screen.getAllByRole('row').slice(1)
const logCalls = (hub: FakeHub) => hub.calls.filter((call) => call.includes('/api/client/logs'))

describe('live screen', () => {
  it('shows the states of socket and reader', async () => {
    await openLive()
    expect(await screen.findByText('Activo')).toBeTruthy()
    expect(badge('Socket')).toContain('Conectado')
    expect(badge('Puerto')).toBe('/dev/ttyUSB0')
    expect(screen.queryByText('Mode Simulación')).toBeNull()
    expect(screen.getByText('Esperando lecturas...')).toBeTruthy()
  })

  it('follows the reader by events', async () => {
    const { socket, frame } = await openLive()
    await screen.findByText('Activo')
    act(() => {
      socket.emit('rfid:status', { connected: false, simulate: true, port: null })
      frame()
    })
    expect(await screen.findByText('Sin conexión')).toBeTruthy()
    expect(screen.getByText('Mode Simulación')).toBeTruthy()
  })

  it('shows a read whose times are none as one of now', async () => {
    const { socket, frame } = await openLive()
    act(() => {
      socket.emit('rfid:scan', { ...makeRead('a-1', START), ts: 'soon', received_at: '' })
      frame()
    })
    expect(rows()[0]?.textContent).toContain('10:00:00')
  })

  it('keeps the suppression window to administrators', async () => {
    const { hub } = await openLive()
    await screen.findByText('Activo')
    expect(screen.queryByText('Supresión')).toBeNull()
    expect(hub.calls.join()).not.toContain('suppress-window')
    await openLive(undefined, { role: 'SuperAdmin' })
    expect(await screen.findByText('60.000 ms')).toBeTruthy()
  })

  it('shows a read of the hub with its columns in the time of the site', async () => {
    await openLive((hub) => {
      const late = { ts: new Date(START - 600_000).toISOString() }
      hub.logs = answerOf([makeRead('a-1', START), makeRead('a-2', START - 1, late)])
    })
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Hora',
      'Tag',
      'Agente',
      'Ubicación',
      'Placa',
      'Modelo',
      'Propietario',
    ])
    const [first, second] = rows()
    expect(first?.textContent).toContain('09:59:59')
    expect(first?.querySelector('time')?.title).toBe('10/03/2026 09:59')
    expect(first?.textContent).toContain('ABC-123')
    expect(second?.textContent).toContain('tardía')
  })

  it('puts new reads on top, once each', async () => {
    const { hear, socket, frame } = await openLive()
    hear('a-1', 'a-2')
    act(() => {
      socket.emit('rfid:tags', [makeRead('a-2', START + 1001), makeRead('a-3', START + 2000)])
      frame()
    })
    expect(rows().map((row) => row.querySelector('td:nth-child(2)')?.textContent)).toEqual(
      ['a-3', 'a-2', 'a-1'].map((id) => makeRead(id, 0).uid),
    )
    expect(badge('Lecturas hoy')).toBe('3')
  })

  it('has only the rows in view in the document, and fills the same ones again', async () => {
    const { hear, socket, frame, clock } = await openLive()
    hear(...Array.from({ length: 60 }, (_, i) => `a-${i}`))
    const before = rows()
    expect(before.length).toBeLessThan(30)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('61')
    act(() => {
      socket.emit('rfid:scan', makeRead('b-1', START + 5000))
      frame()
      clock.advance(250)
    })
    expect(rows().every((row, i) => row === before[i])).toBe(true)
    expect(before[0]?.textContent).toContain(makeRead('b-1', 0).uid)
  })

  it('shows the numbers of the hub with events on top, exact above 10,000', async () => {
    const { hear, socket, frame } = await openLive(({ today }) => {
      Object.assign(today, { reads: 12_345, suppressed: 600, through: [{ epoch: 'a', seq: 4 }] })
    })
    await waitFor(() => expect(badge('Lecturas hoy')).toBe('12.345'))
    hear('a-4', 'a-5')
    act(() => {
      socket.emit('rfid:suppressed', { ...makeRead('s-1', START), count: 3 })
      frame()
    })
    expect(badge('Lecturas hoy')).toBe('12.346')
    expect(badge('Suprimidas')).toBe('603')
  })

  it('marks the newest row of an agent, and no other, with its repeats of today', async () => {
    const { hear, socket, frame } = await openLive(({ today }) => {
      Object.assign(today, {
        suppressed: 9,
        agents: [{ code: 'gate', reads: 0, suppressed: 9 }],
      })
    })
    await waitFor(() => expect(badge('Suprimidas')).toBe('9'))
    hear('a-1', 'a-2')
    const marks = () => rows().map((row) => within(row).queryByText(/suprimida/)?.textContent)
    expect(marks()).toEqual(['9 suprimidas', undefined])
    act(() => {
      socket.emit('rfid:suppressed', { ...makeRead('s-1', START), count: 1 })
      frame()
    })
    expect(marks()).toEqual(['10 suprimidas', undefined])
    hear('a-3')
    expect(marks()).toEqual(['10 suprimidas', undefined, undefined])
  })

  it('says what it does not know, instead of what it happened to hear', async () => {
    const { hear } = await openLive((hub) => {
      const fail = () => jsonAnswer(500, {})
      hub.instead = {
        '/api/client/logs': fail,
        '/api/rfid/stats/today': fail,
        '/api/rfid/status': fail,
      }
    })
    await screen.findByText('No se pudo obtener estado inicial')
    hear('a-1')
    for (const label of ['Lecturas hoy', 'Suprimidas', 'RFID', 'Puerto']) {
      expect(badge(label)).toBe('—sin dato del hub')
    }
    expect(rows()).toHaveLength(1)
    expect(screen.queryByText('En vivo')).toBeNull()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  it('adds nothing while paused, and fills up from the hub afterwards', async () => {
    const { hear, hub } = await openLive()
    hear('a-1')
    await waitFor(() => expect(logCalls(hub).length).toBeGreaterThan(1))
    fireEvent.click(screen.getByRole('button', { name: 'Pausar' }))
    hear('a-2', 'a-3')
    expect(rows()).toHaveLength(1)
    expect(screen.getByText('En pausa · 2 sin mostrar')).toBeTruthy()
    const before = logCalls(hub).length
    fireEvent.click(screen.getByRole('button', { name: 'Reanudar' }))
    expect(rows()).toHaveLength(3)
    await waitFor(() => expect(logCalls(hub)).toHaveLength(before + 1))
    expect(logCalls(hub).at(-1)).toContain('receivedFrom=')
  })

  it('holds still while scrolled away, until asked', async () => {
    const { hear } = await openLive()
    hear('a-1')
    const box = screen.getByRole('region', { name: /Lecturas de hoy/ })
    box.scrollTop = 200
    fireEvent.scroll(box)
    hear('b-1', 'b-2')
    expect(rows()).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: '2 nuevas lecturas ↑' }))
    expect(rows()).toHaveLength(3)
    expect(box.scrollTop).toBe(0)
    expect(document.activeElement).toBe(box)
  })

  it('marks old data, says why, and fills the gap after it is back', async () => {
    const { hear, socket, clock, hub } = await openLive()
    hear('a-1')
    act(() => socket.drop())
    expect(badge('Socket')).toContain('Desconectado')
    expect(screen.queryByText(/Datos de hace/)).toBeNull()
    act(() => clock.advance(3000))
    act(() => socket.emit('connect_error', new Error('websocket error')))
    act(() => clock.advance(39_000))
    expect(screen.getByText('Datos de hace 00:42')).toBeTruthy()
    expect(screen.getByText('Socket: sin conexión')).toBeTruthy()
    // The shell says it aloud.
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    hub.logs = answerOf([makeRead('a-1', START + 1000), makeRead('a-9', START + 20_000)])
    act(() => socket.accept())
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(screen.queryByText(/Datos de hace/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps a pause when the screen is left, and says so on return', async () => {
    const { hear } = await openLive()
    hear('a-1')
    fireEvent.click(screen.getByRole('button', { name: 'Pausar' }))
    hear('a-2')
    const go = (name: string) =>
      fireEvent.click(
        within(screen.getByRole('navigation', { name: 'Principal' })).getByRole('link', { name }),
      )
    go('Administración')
    await screen.findByRole('heading', { name: 'Administración' })
    hear('a-3')
    go('RFID Tiempo Real')
    await screen.findByText(/^Sigue en pausa desde 10:00/)
    expect(rows()).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Reanudar' }))
    expect(screen.queryByText(/en pausa/i)).toBeNull()
    expect(rows().length).toBeGreaterThan(1)
  })

  it('says once that the browser has no room for the day', async () => {
    const { hear, clock } = await openLive(undefined, { quota: 100 })
    hear('a-1')
    act(() => clock.advance(2000))
    expect(await screen.findByText(/^Sin espacio en este navegador/)).toBeTruthy()
    expect(rows()).toHaveLength(1)
  })

  it('is without controls on a wall', async () => {
    const { hear } = await openLive(undefined, { path: '/live-rfid?kiosk=1&agent=other' })
    hear('a-1')
    await screen.findByText('Sin coincidencias')
    expect(screen.queryByRole('button', { name: 'Pausar' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Filtros/ })).toBeNull()
    expect(screen.getByText('Filtros activos').textContent).toBe('Filtros activos 1')
  })

  it('holds a read on a wall for a second, and says since when the hub is away', async () => {
    const { hear, clock, socket } = await openLive(undefined, { path: '/live-rfid?kiosk=1' })
    await screen.findByText('En vivo')
    const hero = () => screen.getByRole('region', { name: 'Última lectura' })
    hear('a-1')
    act(() => clock.advance(1))
    expect(hero().textContent).toContain('10:00:00')
    hear('a-2')
    act(() => clock.advance(1))
    const first = hero().innerHTML
    act(() => clock.advance(1000))
    expect(hero().innerHTML).not.toBe(first)
    act(() => socket.drop())
    act(() => clock.advance(4000))
    await screen.findByText(/^Sin conexión con el hub desde las 10:00/)
    act(() => socket.accept())
    await screen.findByText('En vivo')
    expect(screen.queryByText(/^Sin conexión con el hub/)).toBeNull()
  })

  it('says that the initial state is missing, and tries again on request', async () => {
    const { hub } = await openLive((fake) => {
      for (const path of ['/api/client/logs', '/api/rfid/status', '/api/rfid/stats/today']) {
        fake.instead[path] = () => jsonAnswer(500, {})
      }
    })
    const message = await screen.findByText('No se pudo obtener estado inicial')
    expect(message.getAttribute('data-tone')).toBe('warn')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.queryByText('En vivo')).toBeNull()
    expect(screen.queryByText('Esperando lecturas...')).toBeNull()
    for (const label of ['RFID', 'Lecturas hoy', 'Suprimidas']) expect(badge(label)).toContain('—')
    hub.instead = {}
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(screen.queryByText('No se pudo obtener estado inicial')).toBeNull())
  })

  it('stores the day when the page goes', async () => {
    const { hear, page, storage } = await openLive()
    hear('a-1')
    act(() => page.leave())
    expect(storage.getItem('live_rfid_2026-03-10')).toContain('a-1')
  })
})
