// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { jsonAnswer } from '../testing/fake-hub.ts'
import { renderApp } from '../testing/render-app.tsx'

const CHANGE = '/api/auth/change-password'
const USER = { id: 1, email: 'a@b.co', name: 'Ana Ruiz', role: 'admin', kiosk: false }
type Answer = () => Response | Promise<Response>

async function openMenu(stored: object = USER, answer: Answer = () => jsonAnswer(500, {})) {
  const app = await renderApp({
    path: '/admin',
    user: stored,
    prepare: (hub) => {
      hub.instead[CHANGE] = answer
    },
  })
  const opener = await screen.findByRole('button', { name: 'Cuenta' })
  fireEvent.click(opener)
  return { ...app, opener }
}

async function openForm(answer?: Answer) {
  const app = await openMenu(USER, answer)
  fireEvent.click(await screen.findByRole('button', { name: 'Cambiar contraseña' }))
  const current = await screen.findByLabelText('Contraseña actual')
  const fill = (texts: readonly string[]) => {
    const labels = ['Contraseña actual', 'Nueva contraseña', 'Repite la nueva contraseña']
    for (const [i, value] of texts.entries()) {
      fireEvent.change(screen.getByLabelText(labels[i] ?? ''), { target: { value } })
    }
    fireEvent.submit(current)
  }
  return { ...app, current, fill }
}
const GOOD = ['old one', 'blue tractor', 'blue tractor']

describe('the account', () => {
  it('tells who is logged in, and closes with Esc', async () => {
    const { opener } = await openMenu()
    expect(screen.getByText('Ana Ruiz')).toBeTruthy()
    expect(screen.getByText('Administrador')).toBeTruthy()
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(opener.getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByText('Ana Ruiz')?.closest('[hidden]')).not.toBeNull()
  })

  it('of a wall screen has no password to change', async () => {
    await openMenu({ ...USER, role: 'operator', kiosk: true })
    await screen.findByRole('button', { name: 'Notificaciones' })
    expect(screen.getByText('Pantalla de solo consulta')).toBeTruthy()
    for (const name of ['Cambiar contraseña', 'Verificación en dos pasos', 'Sesiones']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
  })
})

describe('changing the password', () => {
  it('asks for all three fields before it calls the hub', async () => {
    const { hub, current, fill } = await openForm()
    fill(['', '12345', 'other'])
    expect(await screen.findByText('Escribe tu contraseña actual')).toBeTruthy()
    expect(screen.getByText('La contraseña debe tener al menos 6 caracteres')).toBeTruthy()
    expect(screen.getByText('Las contraseñas no coinciden')).toBeTruthy()
    expect(document.activeElement).toBe(current)
    expect(hub.calls).not.toContain(`POST ${CHANGE}`)
  })

  it('keeps the session here under its new token, and says that the others ended', async () => {
    const { storage, socket, fill } = await openForm(() =>
      jsonAnswer(200, { ok: true, token: 'new', user: USER }),
    )
    await waitFor(() => expect(socket.connects).toBe(1))
    act(() => socket.accept())
    fill(GOOD)
    expect(
      await screen.findByText('Contraseña cambiada. Tus otras sesiones se cerraron.'),
    ).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(storage.getItem('token')).toBe('new')
    expect(storage.getItem('authToken')).toBe('new')
    expect(socket.connects).toBe(2)
    expect(screen.getByRole('heading', { name: 'Administración' })).toBeTruthy()
  })

  it('puts a wrong current password beside its field, and nobody is logged out', async () => {
    const issues = [{ path: 'currentPassword', message: 'No es correcta' }]
    const { storage, current, fill } = await openForm(() =>
      jsonAnswer(400, { error: 'invalid_input', message: 'x', issues }),
    )
    fill(GOOD)
    expect(await screen.findByText('No es correcta')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(current))
    expect(storage.getItem('token')).toBe('tok')
  })

  it.each<[string, Answer]>([
    ['No se pudo cambiar la contraseña', () => jsonAnswer(500, {})],
    ['No se pudo cambiar la contraseña', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['Espera 9 s', () => jsonAnswer(429, { error: 'rate_limited', message: 'Espera 9 s' })],
    ['Sin permiso', () => jsonAnswer(403, { error: 'forbidden', message: 'Sin permiso' })],
  ])('says «%s»', async (text, answer) => {
    const { fill } = await openForm(answer)
    fill(GOOD)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  it('leads to the login page where the session is over', async () => {
    const { fill } = await openForm(() => jsonAnswer(401, {}))
    fill(GOOD)
    expect(await screen.findByText('Sesión vencida')).toBeTruthy()
    expect(window.location.search).toBe('?next=%2Fadmin')
  })
})

describe('the history of notices', () => {
  it('keeps what was said, and the choice of what comes up', async () => {
    const { storage, fill } = await openForm(() => jsonAnswer(200, { ok: true }))
    fill(GOOD)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Cuenta' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Notificaciones' }))
    const dialog = await screen.findByRole('dialog', { name: 'Notificaciones' })
    expect(dialog.textContent).toContain('Contraseña cambiada. Tus otras sesiones se cerraron.')
    expect(await screen.findByText('10/03/2026 10:00')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Solo errores'))
    expect(storage.getItem('notices_shown')).toBe('errors')
  })
})
