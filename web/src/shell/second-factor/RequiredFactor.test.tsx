// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anyShape } from '../../api/http/client.ts'
import { jsonAnswer, type FakeHub } from '../../testing/fake-hub.ts'
import { renderApp } from '../../testing/render-app.tsx'

const FACTOR = '/api/auth/second-factor'
const ANA = { name: 'Ana Ruiz', role: 'admin' }
const TITLE = 'Tu rol exige un segundo factor'
const CODES = Array.from({ length: 10 }, (_, i) => `AAAA-000${i}`)
const state = (enabled: boolean, required: boolean) => () =>
  jsonAnswer(200, { enabled, required, recovery_codes_left: 0 })

/** A hub that offers a secret and takes the first code that it is shown. */
function enrols(hub: FakeHub): void {
  hub.instead[FACTOR] = state(false, true)
  hub.instead[`${FACTOR}/begin`] = () =>
    jsonAnswer(200, { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/x?secret=ABCDEFGHIJ' })
  hub.instead[`${FACTOR}/confirm`] = () => jsonAnswer(200, { ok: true, recovery_codes: CODES })
}

const open = (secondFactor: string, prepare: (hub: FakeHub) => void) =>
  renderApp({ path: '/map', user: { ...ANA, second_factor: secondFactor }, prepare })

describe('a role that demands a second factor', () => {
  it('has one page until it is on, and then the screen of the address', async () => {
    const { hub, socket, storage } = await open('required', enrols)
    expect(await screen.findByRole('heading', { name: TITLE })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()
    fireEvent.change(await screen.findByLabelText('Contraseña actual'), {
      target: { value: 'old one' },
    })
    fireEvent.submit(screen.getByLabelText('Contraseña actual'))
    expect(await screen.findByText('ABCD EFGH IJ')).toBeTruthy()
    await screen.findByRole('figure', { name: 'Código QR para la aplicación de verificación' })
    const code = screen.getByLabelText('Código de verificación')
    fireEvent.change(code, { target: { value: '123456' } })
    fireEvent.submit(code)
    for (const one of CODES) expect(await screen.findByText(one)).toBeTruthy()
    const done = screen.getByRole('button', { name: 'Listo' })
    fireEvent.submit(done)
    expect(await screen.findByText('Guarda los códigos y marca la casilla')).toBeTruthy()
    expect(socket.connects).toBe(0)
    expect(hub.calls.filter((call) => !call.includes(FACTOR))).toEqual([])
    fireEvent.click(screen.getByLabelText('Los guardé'))
    await act(async () => void fireEvent.submit(done))
    expect(await screen.findByRole('heading', { name: 'Mapa de agentes' })).toBeTruthy()
    expect(JSON.parse(storage.getItem('user') ?? '')).toEqual({ ...ANA, second_factor: 'on' })
    await waitFor(() => expect(socket.connects).toBe(1))
  })

  it('comes in where a call says so later, and ends the link to the hub meanwhile', async () => {
    const { api, clock, socket } = await open('off', (hub) => {
      enrols(hub)
      hub.instead['/api/x'] = () =>
        jsonAnswer(403, { error: 'second_factor_required', message: 'x' })
    })
    await waitFor(() => expect(socket.connects).toBe(1))
    act(() => socket.accept())
    await act(() => api({ path: '/api/x', shape: anyShape }).catch(() => {}))
    expect(await screen.findByRole('heading', { name: TITLE })).toBeTruthy()
    expect(socket.connected).toBe(false)
    act(() => clock.advance(600_000))
    expect(socket.connects).toBe(1)
    expect(window.location.pathname).toBe('/map')
  })

  it('comes in where the hub refuses the socket for it', async () => {
    const { socket, storage } = await open('off', enrols)
    await waitFor(() => expect(socket.connects).toBe(1))
    act(() => socket.emit('connect_error', new Error('second_factor_required')))
    expect(await screen.findByRole('heading', { name: TITLE })).toBeTruthy()
    expect(storage.getItem('token')).toBe('tok')
  })

  it.each([
    ['was switched on in another place', true, true],
    ['is demanded no more', false, false],
  ])('goes on by itself where it %s', async (_, enabled, required) => {
    await open('required', (hub) => (hub.instead[FACTOR] = state(enabled, required)))
    expect(await screen.findByRole('heading', { name: 'Mapa de agentes' })).toBeTruthy()
  })

  it('asks again where the hub did not answer, and lets people out', async () => {
    const { hub, storage } = await open('required', (fake) => {
      fake.instead[FACTOR] = () => jsonAnswer(500, {})
    })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No se pudo consultar la verificación en dos pasos',
    )
    enrols(hub)
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByLabelText('Contraseña actual')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Salir' }))
    expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeTruthy()
    expect(storage.getItem('token')).toBeNull()
  })
})
