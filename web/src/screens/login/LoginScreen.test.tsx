// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { jsonAnswer, type FakeHub } from '../../testing/fake-hub.ts'
import { renderApp } from '../../testing/render-app.tsx'

async function openLogin(path = '/login', prepare?: (hub: FakeHub) => void) {
  const app = await renderApp({ path, ...(prepare ? { prepare } : {}) })
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  const password = screen.getByLabelText<HTMLInputElement>('Contraseña')
  const fill = () => {
    fireEvent.change(email, { target: { value: ' Ana@B.co ' } })
    fireEvent.change(password, { target: { value: 'secret' } })
  }
  const send = () => fireEvent.submit(email)
  return { ...app, email, password, fill, send }
}
const logins = (hub: FakeHub) => hub.calls.filter((call) => call === 'POST /api/auth/login').length

describe('login', () => {
  it('starts empty, and offers only the demo account that the hub reports', async () => {
    const { email } = await openLogin()
    expect(email.value).toBe('')
    expect(screen.queryByText('Cuenta de demostración')).toBeNull()
    const demo = await openLogin('/login', (hub) => {
      hub.config = { ...hub.config, demoLogin: { email: 'demo@x.co', password: 'demo12' } }
    })
    await waitFor(() => expect(demo.email.value).toBe('demo@x.co'))
    expect(demo.password.value).toBe('demo12')
    expect(screen.getByText('Cuenta de demostración')).toBeTruthy()
  })

  it('keeps the offered password when the offered email is changed', async () => {
    const { email, password } = await openLogin('/login', (hub) => {
      hub.config = { ...hub.config, demoLogin: { email: 'demo@x.co', password: 'demo12' } }
    })
    await waitFor(() => expect(password.value).toBe('demo12'))
    fireEvent.change(email, { target: { value: 'demo@x.com' } })
    expect(password.value).toBe('demo12')
  })

  it('is not for people who are logged in', async () => {
    await renderApp({ path: '/login', role: 'operator' })
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
    await renderApp({ path: '/login?next=%2Fadmin', role: 'operator' })
    expect(await screen.findByRole('heading', { name: 'Administración' })).toBeTruthy()
  })

  it('asks for both fields before it calls the hub', async () => {
    const { hub, email, send } = await openLogin()
    send()
    expect(await screen.findByText('El email es obligatorio')).toBeTruthy()
    expect(screen.getByText('La contraseña es obligatoria')).toBeTruthy()
    const described = screen.getByLabelText('Contraseña').getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toBe('La contraseña es obligatoria')
    expect(document.activeElement).toBe(email)
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(logins(hub)).toBe(0)
  })

  it('stores the session and goes where the user wanted', async () => {
    const { storage, fill, send } = await openLogin('/login?next=%2Fmap')
    fill()
    send()
    expect(await screen.findByRole('heading', { name: 'Mapa de agentes' })).toBeTruthy()
    expect(storage.getItem('token')).toBe('tok')
    expect(storage.getItem('authToken')).toBe('tok')
    await waitFor(() => expect(document.title).toBe('Mapa de agentes · Vehicle Control'))
  })

  it('goes to the dashboard rather than to a foreign page', async () => {
    const { fill, send } = await openLogin('/login?next=%2F%2Fevil.co')
    fill()
    send()
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
  })

  it('sends once, and keeps the fields focusable but fixed meanwhile', async () => {
    let answer: (response: Response) => void = () => {}
    const { hub, email, fill, send } = await openLogin('/login', (fake) => {
      fake.instead['/api/auth/login'] = () => new Promise((resolve) => (answer = resolve))
    })
    fill()
    send()
    send()
    const button = await screen.findByRole('button', { name: 'Entrando...' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(email.readOnly).toBe(true)
    expect(email.disabled).toBe(false)
    send()
    expect(logins(hub)).toBe(1)
    answer(jsonAnswer(401, {}))
    expect((await screen.findByRole('alert')).textContent).toBe('Credenciales inválidas')
    expect(email.readOnly).toBe(false)
  })

  it.each([
    ['Credenciales inválidas', () => jsonAnswer(401, { error: 'invalid_credentials' })],
    ['Respuesta inválida', () => jsonAnswer(200, { user: {} })],
    ['Error de red', () => jsonAnswer(500, {})],
    ['Error de red', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['Error de red. Intenta de nuevo en 30 s', () => jsonAnswer(429, {}, { 'retry-after': '30' })],
  ])('says «%s»', async (text, answer) => {
    const { storage, fill, send } = await openLogin('/login', (hub) => {
      hub.instead['/api/auth/login'] = answer
    })
    fill()
    send()
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(storage.getItem('token')).toBeNull()
  })

  it('shows and hides the password', async () => {
    const { password } = await openLogin()
    fireEvent.mouseDown(screen.getByRole('button', { name: 'Mostrar contraseña' }))
    expect(password.type).toBe('text')
    const toggle = screen.getByRole('button', { name: 'Ocultar contraseña' })
    fireEvent.keyDown(toggle, { key: 'Enter' })
    expect(password.type).toBe('password')
  })
})
