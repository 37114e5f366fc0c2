// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { jsonAnswer, type FakeHub } from '../../testing/fake-hub.ts'
import { renderApp } from '../../testing/render-app.tsx'

const REQUEST = '/api/auth/request-reset'
const RESET = '/api/auth/reset-password'
const USER = { id: 1, email: 'a@b.co', name: 'Ana', role: 'operator', kiosk: false }

type Answer = () => Response | Promise<Response>

async function open(path: string, call: string, answer: Answer) {
  const app = await renderApp({
    path,
    prepare: (hub) => {
      hub.instead[call] = answer
    },
  })
  await screen.findByRole('heading', { name: 'Recuperar contraseña' })
  return app
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.submit(screen.getByRole('button', { name }))
const count = (hub: FakeHub, call: string) =>
  hub.calls.filter((one) => one === `POST ${call}`).length

describe('the first step', () => {
  it('asks for the email before it calls the hub', async () => {
    const { hub } = await open('/reset-password', REQUEST, () => jsonAnswer(200, { ok: true }))
    press('Enviar token')
    expect(await screen.findByText('El email es obligatorio')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(count(hub, REQUEST)).toBe(0)
  })

  it('leads to the second, says where the token is, and back', async () => {
    await open('/reset-password', REQUEST, () => jsonAnswer(200, { ok: true }))
    type('Email', ' Ana@B.co ')
    press('Enviar token')
    expect(
      await screen.findByText(
        'Si el correo existe el token aparece en consola del backend. Copia y pega aquí.',
      ),
    ).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Token'))
    fireEvent.click(screen.getByRole('button', { name: 'Volver a solicitar token' }))
    expect(document.activeElement).toBe(await screen.findByLabelText('Email'))
  })

  it('does not send people to the console where the hub mails the token', async () => {
    const { hub } = await renderApp({
      path: '/reset-password',
      prepare: (fake) => {
        fake.config = { ...fake.config, mailer: true }
        fake.instead[REQUEST] = () => jsonAnswer(200, { ok: true })
      },
    })
    await screen.findByLabelText('Email')
    await waitFor(() => expect(hub.calls).toContain('GET /api/public-config'))
    type('Email', 'a@b.co')
    press('Enviar token')
    expect(await screen.findByText(/recibe un mensaje con el token/)).toBeTruthy()
    expect(screen.queryByText(/consola/)).toBeNull()
  })

  it.each<[string, Answer]>([
    ['Error solicitando token', () => new Response('<html>', { status: 502 })],
    ['Error solicitando token', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['Espera 9 s', () => jsonAnswer(429, { error: 'rate_limited', message: 'Espera 9 s' })],
  ])('says «%s»', async (text, answer) => {
    await open('/reset-password', REQUEST, answer)
    type('Email', 'a@b.co')
    press('Enviar token')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(screen.getByRole('button', { name: 'Enviar token' })).toBeTruthy()
  })
})

describe('the second step', () => {
  it('opens with the token of the address, which does not stay there', async () => {
    await open('/reset-password?token=abcdef', RESET, () => jsonAnswer(500, {}))
    expect(screen.getByLabelText<HTMLInputElement>('Token').value).toBe('abcdef')
    expect(screen.queryByText(/Si el correo existe/)).toBeNull()
    expect(window.location.pathname + window.location.search).toBe('/reset-password')
  })

  it('asks for six characters of both', async () => {
    const { hub } = await open('/reset-password?token=abcde', RESET, () => jsonAnswer(500, {}))
    type('Nueva contraseña', '12345')
    press('Actualizar')
    expect(await screen.findByText('El token debe tener al menos 6 caracteres')).toBeTruthy()
    expect(screen.getByText('La contraseña debe tener al menos 6 caracteres')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Token'))
    expect(count(hub, RESET)).toBe(0)
  })

  const setPassword = async (answer: Answer) => {
    const app = await open('/reset-password?token=abcdef', RESET, answer)
    type('Nueva contraseña', 'blue tractor')
    const button = screen.getByRole('button', { name: 'Actualizar' })
    fireEvent.submit(button)
    fireEvent.submit(button)
    return app
  }

  it('stores the session and goes to the dashboard after 600 ms', async () => {
    const { hub, storage, clock } = await setPassword(() =>
      jsonAnswer(200, { ok: true, token: 'new', user: USER }),
    )
    expect(await screen.findByText('Contraseña actualizada. Entrando...')).toBeTruthy()
    expect(storage.getItem('token')).toBe('new')
    expect(count(hub, RESET)).toBe(1)
    act(() => clock.advance(599))
    expect(window.location.pathname).toBe('/reset-password')
    act(() => clock.advance(1))
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
  })

  it('sends people to the login page where the hub gives no token', async () => {
    const { storage, clock } = await setPassword(() => jsonAnswer(200, { ok: true }))
    expect(await screen.findByText('Actualizada. Inicia sesión manualmente.')).toBeTruthy()
    act(() => clock.advance(10_000))
    expect(window.location.pathname).toBe('/reset-password')
    expect(storage.getItem('token')).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Volver a iniciar sesión' }))
    expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeTruthy()
  })

  it('puts what the hub says of a field beside that field', async () => {
    await setPassword(() =>
      jsonAnswer(400, {
        error: 'invalid_input',
        message: 'Hay datos inválidos',
        issues: [{ path: 'newPassword', message: 'Es muy común' }],
      }),
    )
    expect(await screen.findByText('Es muy común')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    const field = screen.getByLabelText('Nueva contraseña')
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it.each<[string, Answer]>([
    ['Error al resetear', () => jsonAnswer(500, {})],
    ['Error al resetear', () => jsonAnswer(200, {})],
    ['Espera 9 s', () => jsonAnswer(429, { error: 'rate_limited', message: 'Espera 9 s' })],
  ])('says «%s»', async (text, answer) => {
    await setPassword(answer)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })
})
