// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { jsonAnswer } from '../testing/fake-hub.ts'
import { renderApp } from '../testing/render-app.tsx'
import { wordsOfAge } from './words-of-age.ts'

const SESSIONS = '/api/auth/sessions'
const here = {
  id: 1,
  current: true,
  device: 'Chrome · Windows',
  address: '10.0.0.5',
  created_at: '2026-03-10T13:00:00.000Z',
  last_used_at: '2026-03-10T15:00:00.000Z',
  expires_at: '2026-03-11T01:00:00.000Z',
}
const phone = {
  ...here,
  id: 2,
  current: false,
  device: 'Firefox · Android',
  last_used_at: '2026-03-10T14:55:00.000Z',
}
const unknown = { ...phone, id: 3, device: null, address: null }

/** The panel over a hub that has these sessions until they are ended. */
async function openPanel(
  items: readonly (typeof phone | typeof unknown)[] = [here, phone, unknown],
) {
  let left = [...items]
  const ends = (count: number) => () => {
    left = left.filter(({ id, current }) => current || (count === 1 && id !== 2))
    return jsonAnswer(200, { ok: true, ended: count })
  }
  const app = await renderApp({
    path: '/admin',
    role: 'operator',
    prepare(hub) {
      const plain = hub.fetch
      hub.instead[SESSIONS] = () => jsonAnswer(200, { items: left })
      hub.instead[`${SESSIONS}/2`] = ends(1)
      hub.fetch = (path, init) => {
        const isOthers = path === SESSIONS && init.method === 'DELETE'
        if (!isOthers) return plain(path, init)
        hub.calls.push(`DELETE ${path}`)
        return Promise.resolve(ends(2)())
      }
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cuenta' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Sesiones' }))
  await screen.findByRole('dialog', { name: 'Sesiones' })
  const rows = () =>
    within(screen.getByRole('list', { name: 'Sesiones abiertas' })).getAllByRole('listitem')
  return { ...app, rows }
}

describe('the own sessions', () => {
  it('say where, since when and when last, by the clock of the site', async () => {
    const { rows } = await openPanel()
    await screen.findByRole('list', { name: 'Sesiones abiertas' })
    const texts = rows().map((row) => row.textContent ?? '')
    expect(texts[0]).toContain('Chrome · Windows')
    expect(texts[0]).toContain('10.0.0.5')
    expect(texts[0]).toContain('Esta sesión')
    expect(texts[1]).toContain('Abierta el 10/03/2026 08:00')
    expect(texts[1]).toContain('Último uso: hace 5 min (10/03/2026 09:55)')
    expect(texts[2]).toContain('Equipo desconocido')
    expect(within(rows()[0] ?? document.body).queryByRole('button')).toBeNull()
  })

  it('end one by one, and the list is new', async () => {
    const { hub, rows } = await openPanel()
    const name = 'Cerrar la sesión de Firefox · Android, 10.0.0.5'
    fireEvent.click(await screen.findByRole('button', { name }))
    expect(await screen.findByText('Se cerró 1 sesión.')).toBeTruthy()
    expect(rows()).toHaveLength(2)
    expect(hub.calls).toContain('DELETE /api/auth/sessions/2')
    expect(hub.calls.filter((call) => call === `GET ${SESSIONS}`)).toHaveLength(2)
  })

  it('end all but this one, once somebody agreed', async () => {
    const { hub, rows } = await openPanel()
    const all = await screen.findByRole('button', { name: 'Cerrar todas las demás' })
    fireEvent.click(all)
    const cancel = screen.getByRole('button', { name: 'Cancelar' })
    expect(document.activeElement).toBe(cancel)
    fireEvent.click(cancel)
    expect(hub.calls).not.toContain(`DELETE ${SESSIONS}`)
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar todas las demás' }))
    fireEvent.click(screen.getByRole('button', { name: 'Sí, cerrar' }))
    expect(await screen.findByText('Se cerraron 2 sesiones.')).toBeTruthy()
    expect(rows()).toHaveLength(1)
    expect(screen.getByText('No hay otras sesiones abiertas.')).toBeTruthy()
  })

  it('that had ended already is gone from the list as well', async () => {
    const { hub } = await openPanel()
    hub.instead[`${SESSIONS}/3`] = () => jsonAnswer(404, { error: 'not_found', message: 'x' })
    fireEvent.click(
      await screen.findByRole('button', { name: /Equipo desconocido, Dirección desconocida/ }),
    )
    expect(await screen.findByText('Se cerró 1 sesión.')).toBeTruthy()
  })

  it('say what failed, and are asked for again', async () => {
    const { hub } = await openPanel()
    hub.instead[`${SESSIONS}/3`] = () => jsonAnswer(500, {})
    const button = await screen.findByRole('button', { name: /Equipo desconocido/ })
    fireEvent.click(button)
    expect((await screen.findByRole('alert')).textContent).toBe('No se pudo cerrar')
  })

  it('say that they could not be loaded', async () => {
    const { hub, clock } = await renderApp({
      path: '/admin',
      role: 'operator',
      prepare: (fake) => (fake.instead[SESSIONS] = () => jsonAnswer(500, {})),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Cuenta' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Sesiones' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No se pudieron cargar las sesiones',
    )
    hub.instead[SESSIONS] = () => jsonAnswer(200, { items: [here] })
    act(() => clock.advance(1))
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(await screen.findByText('Chrome · Windows')).toBeTruthy()
  })

  it.each([
    [-5000, 'hace un momento'],
    [119_000, 'hace un momento'],
    [120_000, 'hace 2 min'],
    [3_599_000, 'hace 59 min'],
    [7_300_000, 'hace 2 h'],
  ])('of %d ms ago read «%s»', (ageMs, text) => expect(wordsOfAge(ageMs)).toBe(text))
})
