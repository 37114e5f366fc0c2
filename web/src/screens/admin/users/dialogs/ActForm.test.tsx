// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import type { Proof } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { ApiError, type ApiErrorOptions } from '../../../../api/http/api-error.ts'
import { renderApp } from '../../../../testing/render-app.tsx'
import { ActForm } from './ActForm.tsx'

const MISSING = 'Escribe tu contraseña para confirmar'

/** The form of an act, for somebody with or without a second factor; it fails as said. */
async function open(options: {
  factor?: 'on' | 'off'
  asks?: boolean
  failures?: ApiErrorOptions[]
}) {
  const { factor = 'off', asks = false, failures = [] } = options
  const sent: { proof?: Proof }[] = []
  await renderApp({
    path: '/admin',
    user: { id: 1, role: 'superadmin', second_factor: factor },
    instead: (
      <ActForm
        submit="Hacer"
        failed="No se pudo"
        asksProof={() => asks}
        call={async (_values, proof) => {
          sent.push(proof)
          const failure = failures.shift()
          if (failure) throw new ApiError(failure)
        }}
        onCancel={() => {}}
      />
    ),
  })
  return sent
}
const password = () => screen.queryByLabelText('Tu contraseña')
const code = () => screen.queryByLabelText('Código de verificación')
const type = (field: HTMLElement | null, value: string) =>
  fireEvent.change(field ?? document.body, { target: { value } })
const press = () => fireEvent.submit(screen.getByRole('button', { name: 'Hacer' }))
const settled = () => screen.findByRole('button', { name: 'Hacer' })

it('an act that needs no proof asks for none', async () => {
  const sent = await open({})
  expect(password()).toBeNull()
  press()
  await settled()
  expect(sent).toEqual([{}])
})

it('one that does asks for the password, and nothing is sent without', async () => {
  const sent = await open({ asks: true })
  expect(code()).toBeNull()
  press()
  await screen.findByText('Escribe tu contraseña')
  expect(sent).toEqual([])
  type(password(), 'mine')
  press()
  await settled()
  expect(sent).toEqual([{ proof: { currentPassword: 'mine' } }])
})

it('whoever has a second factor gives its code, too', async () => {
  const sent = await open({ asks: true, factor: 'on' })
  type(password(), 'mine')
  press()
  await screen.findByText('Escribe el código completo')
  type(code(), ' 123 456 ')
  press()
  await settled()
  expect(sent).toEqual([{ proof: { currentPassword: 'mine', code: '123 456' } }])
})

it('asks where only the hub knows that it has to: the account became superadmin meanwhile', async () => {
  const refused = { status: 403, code: 'proof_required', detail: MISSING }
  const sent = await open({ failures: [refused] })
  press()
  await screen.findByText(MISSING)
  type(password(), 'mine')
  press()
  await settled()
  expect(sent).toEqual([{}, { proof: { currentPassword: 'mine' } }])
})

it('asks for the code where this browser did not know of the factor', async () => {
  const refused = { status: 403, code: 'proof_required', detail: MISSING }
  const sent = await open({ asks: true, failures: [refused] })
  type(password(), 'mine')
  press()
  await screen.findByText(MISSING)
  type(code(), '123456')
  press()
  await settled()
  expect(sent.at(-1)).toEqual({ proof: { currentPassword: 'mine', code: '123456' } })
})

it('shows a wrong password beside its field', async () => {
  const message = 'La contraseña actual no es correcta'
  const issues = [{ path: 'proof.currentPassword', message }]
  await open({ asks: true, failures: [{ status: 400, code: 'invalid_input', issues }] })
  type(password(), 'guess')
  press()
  await screen.findByText(message)
  expect(document.activeElement).toBe(password())
  expect(screen.queryByRole('alert')).toBeNull()
})
