// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { jsonAnswer } from '../../testing/fake-hub.ts'
import { renderApp } from '../../testing/render-app.tsx'

const LOOK = '/api/auth/invites/look'
const ACCEPT = '/api/auth/invites/accept'
const LINK = '/invitacion#token=abcdefghijkl'
const user = {
  id: 5,
  email: 'luis@ejemplo.co',
  name: 'Luis',
  role: 'operator',
  kiosk: false,
  second_factor: 'off',
}
const look = { email: user.email, name: user.name, role: user.role, site_name: 'Bodega Sur' }
const invalid = () => jsonAnswer(400, { error: 'invalid_invite', message: 'x' })

async function open(path: string, answers: Record<string, () => Response>, role?: string) {
  const app = await renderApp({
    path,
    ...(role && { user: { id: 1, name: 'Eva', role } }),
    prepare: (hub) => Object.assign(hub.instead, answers),
  })
  await screen.findByRole('heading', { name: 'Invitación' })
  return app
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = async () =>
  fireEvent.submit(await screen.findByRole('button', { name: 'Aceptar y entrar' }))

it('says to what and as what, and the chosen password leads in', async () => {
  const { session } = await open(LINK, {
    [LOOK]: () => jsonAnswer(200, look),
    [ACCEPT]: () => jsonAnswer(200, { token: 'new', user }),
  })
  expect(window.location.hash).toBe('')
  await screen.findByText('Hola, Luis')
  await screen.findByText('Te invitaron a Vehicle Control de Bodega Sur con el rol Operador.')
  await press()
  await screen.findByText('La contraseña debe tener al menos 6 caracteres')
  type('Elige tu contraseña', 'blue tractor')
  await press()
  await screen.findByText('Las contraseñas no coinciden')
  type('Repite la contraseña', 'blue tractor')
  await press()
  await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
  expect(session.state.get()).toMatchObject({ token: 'new', name: 'Luis' })
})

it('says so where it is not good any more, and what to do', async () => {
  await open(LINK, { [LOOK]: invalid })
  await screen.findByText('La invitación no sirve: ya se usó, venció o fue revocada')
  expect(screen.getByText(/pide a quien te invitó que la envíe otra vez/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Iniciar sesión' })).toBeTruthy()
})

it('says so, too, where somebody used it while the page was open', async () => {
  await open(LINK, { [LOOK]: () => jsonAnswer(200, look), [ACCEPT]: invalid })
  await screen.findByText('Hola, Luis')
  type('Elige tu contraseña', 'blue tractor')
  type('Repite la contraseña', 'blue tractor')
  await press()
  await screen.findByText('La invitación no sirve: ya se usó, venció o fue revocada')
  expect(screen.queryByLabelText('Elige tu contraseña')).toBeNull()
})

it('shows a refused password beside its field', async () => {
  const message = 'Es de las contraseñas más usadas'
  const issues = [{ path: 'password', message }]
  await open(LINK, {
    [LOOK]: () => jsonAnswer(200, look),
    [ACCEPT]: () => jsonAnswer(400, { error: 'invalid_input', message, issues }),
  })
  await screen.findByText('Hola, Luis')
  type('Elige tu contraseña', 'password')
  type('Repite la contraseña', 'password')
  await press()
  await screen.findByText(message)
  expect(document.activeElement).toBe(screen.getByLabelText('Elige tu contraseña'))
})

it('is asked again where the hub did not answer', async () => {
  const { hub } = await open(LINK, { [LOOK]: () => jsonAnswer(502, {}) })
  await screen.findByText('No se pudo comprobar la invitación')
  hub.instead[LOOK] = () => jsonAnswer(200, look)
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByText('Hola, Luis')
})

it('says that the link is missing, and whose session is open here', async () => {
  await open('/invitacion', {})
  await screen.findByText('Falta la invitación')
  await open(LINK, { [LOOK]: () => jsonAnswer(200, look) }, 'admin')
  await screen.findByText(/está abierta la sesión de Eva: al aceptar/)
})

it('looks again where the same link is opened in the same page', async () => {
  let asked = 0
  const good = () => {
    asked++
    return jsonAnswer(200, look)
  }
  await open(LINK, { [LOOK]: good })
  await screen.findByText('Hola, Luis')
  window.location.hash = 'token=abcdefghijkl'
  await waitFor(() => expect(asked).toBe(2))
  await screen.findByText('Hola, Luis')
})
