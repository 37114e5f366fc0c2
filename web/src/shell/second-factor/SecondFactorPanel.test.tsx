// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { jsonAnswer, type FakeHub } from '../../testing/fake-hub.ts'
import { renderApp } from '../../testing/render-app.tsx'

const FACTOR = '/api/auth/second-factor'
const CODES = Array.from({ length: 10 }, (_, i) => `AAAA-BBBB-000${i}`)
const factor = (enabled: boolean, left = 10, required = false) =>
  jsonAnswer(200, { enabled, required, recovery_codes_left: left })
const wrong = (path: string, message: string) =>
  jsonAnswer(400, { error: 'invalid_input', message, issues: [{ path, message }] })

async function openPanel(prepare: (hub: FakeHub) => void) {
  const app = await renderApp({ path: '/admin', user: { name: 'Ana', role: 'admin' }, prepare })
  fireEvent.click(await screen.findByRole('button', { name: 'Cuenta' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Verificación en dos pasos' }))
  await screen.findByRole('dialog', { name: 'Verificación en dos pasos' })
  return app
}

/** Types into the fields of a form, by their labels, and sends it. */
function send(texts: Record<string, string>): void {
  const fields = Object.entries(texts).map(([label, value]) => {
    const field = screen.getByLabelText(label)
    fireEvent.change(field, { target: { value } })
    return field
  })
  if (fields[0]) fireEvent.submit(fields[0])
}
const PROOF = { 'Contraseña actual': 'old one', 'Código de verificación': '123456' }
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

describe('the second factor of an account', () => {
  it('is switched on with password and code, and shows its codes until they are kept', async () => {
    const { hub, session } = await openPanel((fake) => {
      fake.instead[FACTOR] = () => factor(false)
      fake.instead[`${FACTOR}/begin`] = () => wrong('currentPassword', 'No es correcta')
      fake.instead[`${FACTOR}/confirm`] = () => wrong('code', 'No es el código')
    })
    await press('Activar')
    const password = await screen.findByLabelText('Contraseña actual')
    await waitFor(() => expect(document.activeElement).toBe(password))
    send({ 'Contraseña actual': '' })
    expect(await screen.findByText('Escribe tu contraseña actual')).toBeTruthy()
    send({ 'Contraseña actual': 'not it' })
    expect(await screen.findByText('No es correcta')).toBeTruthy()
    hub.instead[`${FACTOR}/begin`] = () =>
      jsonAnswer(200, { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/x?secret=ABCDEFGHIJ' })
    send({ 'Contraseña actual': 'old one' })
    expect(await screen.findByText('ABCD EFGH IJ')).toBeTruthy()
    const code = screen.getByLabelText('Código de verificación')
    await waitFor(() => expect(document.activeElement).toBe(code))
    send({ 'Código de verificación': '12' })
    expect(await screen.findByText('Escribe el código completo')).toBeTruthy()
    send({ 'Código de verificación': '654321' })
    expect(await screen.findByText('No es el código')).toBeTruthy()
    hub.instead[`${FACTOR}/confirm`] = () => jsonAnswer(200, { ok: true, recovery_codes: CODES })
    send({ 'Código de verificación': '123456' })
    const dialog = await screen.findByRole('dialog', { name: 'Códigos de recuperación' })
    for (const one of CODES) expect(dialog.textContent).toContain(one)
    expect(session.state.get().secondFactor).toBe('on')
    fireEvent.keyDown(dialog, { key: 'Escape' })
    expect(within(dialog).queryByRole('button', { name: 'Cerrar' })).toBeNull()
    await press('Listo')
    expect(await screen.findByText('Guarda los códigos y marca la casilla')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Los guardé'))
    await press('Listo')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('begins anew where the hub let the secret lapse', async () => {
    await openPanel((hub) => {
      hub.instead[FACTOR] = () => factor(false)
      hub.instead[`${FACTOR}/begin`] = () => jsonAnswer(200, { secret: 'A', uri: 'otpauth://x' })
    })
    await press('Activar')
    await screen.findByLabelText('Contraseña actual')
    send({ 'Contraseña actual': 'old one' })
    await press('Empezar de nuevo')
    await screen.findByLabelText('Contraseña actual')
    await press('Cancelar')
    expect(await screen.findByText('Desactivada')).toBeTruthy()
  })

  it('warns where few recovery codes are left, and makes new ones', async () => {
    await openPanel((hub) => {
      hub.instead[FACTOR] = () => factor(true, 3)
      hub.instead[`${FACTOR}/recovery-codes`] = () =>
        jsonAnswer(200, { ok: true, recovery_codes: CODES })
    })
    expect(await screen.findByText('Quedan 3 códigos de recuperación sin usar.')).toBeTruthy()
    expect(screen.getByText(/^Genera códigos nuevos/)).toBeTruthy()
    await press('Nuevos códigos de recuperación')
    send(PROOF)
    const dialog = await screen.findByRole('dialog', { name: 'Códigos de recuperación' })
    expect(dialog.textContent).toContain(CODES[9])
  })

  it('is switched off with password and code', async () => {
    const { hub, session } = await openPanel((fake) => {
      fake.instead[FACTOR] = () => factor(true, 4)
      fake.instead[`${FACTOR}/remove`] = () => jsonAnswer(500, {})
    })
    session.noteFactor('on')
    expect(await screen.findByText('Activada')).toBeTruthy()
    expect(screen.queryByText(/^Genera códigos nuevos/)).toBeNull()
    await press('Desactivar')
    send(PROOF)
    expect((await screen.findByRole('alert')).textContent).toBe('No se pudo desactivar')
    hub.instead[`${FACTOR}/remove`] = () => jsonAnswer(200, { ok: true })
    send(PROOF)
    expect(await screen.findByText('Verificación en dos pasos desactivada.')).toBeTruthy()
    expect(session.state.get().secondFactor).toBe('off')
  })

  it('stays where the role demands it', async () => {
    await openPanel((hub) => (hub.instead[FACTOR] = () => factor(true, 10, true)))
    expect(await screen.findByText(/no se puede desactivar/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Desactivar' })).toBeNull()
  })

  it('says that it could not be asked for, and asks again', async () => {
    const { hub } = await openPanel((fake) => (fake.instead[FACTOR] = () => jsonAnswer(500, {})))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No se pudo consultar/)
    hub.instead[FACTOR] = () => factor(true, 1)
    await press('Reintentar')
    expect(await screen.findByText('Queda 1 código de recuperación sin usar.')).toBeTruthy()
  })
})
