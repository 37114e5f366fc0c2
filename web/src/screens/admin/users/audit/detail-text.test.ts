import { expect, it } from 'vitest'
import { detailText } from './detail-text.ts'

const id = 'cddbb2f0-7f3c-4c2e-9a53-4a8f5f1f7b55'

it.each([
  ['agent.relay', { id, pin: 17, state: 1, duration: 5000 }, 'Relé 17 · activar · 5 s'],
  ['agent.relay', { id, pin: 17, state: 1, duration: 1500 }, 'Relé 17 · activar · 1,5 s'],
  ['agent.relay', { id, relay: 'Talanquera', state: 0, duration: null }, 'Talanquera · desactivar'],
  [
    'agent.relay',
    { id, pin: 27, state: 0, duration: null, refused: 'expired' },
    'Relé 27 · desactivar · No se envió: llegó tarde',
  ],
  ['agent.enroll', { replaced: true }, 'Reemplazó al equipo anterior'],
  ['agent.enroll', { replaced: false }, 'Equipo nuevo'],
  ['agent.enroll_token', { ttl: 600, approval: true }, 'Vale 10 min · Con aprobación'],
  ['user.create', { role: 'superadmin', kiosk: false }, 'Rol: Superadministrador'],
  ['user.role', { before: 'operator', after: 'admin' }, 'Operador → Administrador'],
  ['user.rename', { before: '', after: 'Eva' }, 'nada → Eva'],
  ['asset.update', { plate: 'BBB222', plate_was: 'AAA111' }, 'Placa: AAA111 → BBB222'],
  ['asset.update', { owner: null, owner_was: 'Eva' }, 'Propietario: Eva → nada'],
  [
    'user.proof_refused',
    { act: 'POST /api/users/invites', reason: 'wrong' },
    'Para: invitar · Motivo: contraseña equivocada',
  ],
  ['session.end', { via: 'list', session: 7 }, 'Por: la lista de sesiones · Sesión: 7'],
  ['agent.accept', {}, ''],
])('says of %s %j: %s', (action, detail, text) => {
  expect(detailText({ action, detail })).toBe(text)
})

it('leaves names and values that have no words as they are', () => {
  const detail = { via: 'a newer way', colour: 'red', many: 3, whole: true }
  expect(detailText({ action: 'x', detail })).toBe(
    'Por: a newer way · colour: red · many: 3 · whole: true',
  )
  const command = { pin: 4, state: 1, duration: null, hand: 'left' }
  expect(detailText({ action: 'agent.relay', detail: command })).toBe(
    'Relé 4 · activar · hand: left',
  )
})
