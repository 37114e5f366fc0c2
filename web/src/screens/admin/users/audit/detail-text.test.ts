import { expect, it } from 'vitest'
import { createSiteTime } from '../../../../site-time/site-time.ts'
import { detailText, targetText } from './detail-text.ts'

const site = createSiteTime('America/Bogota')
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
  [
    'rows.read_out',
    { plate: 'ABC', known: false, to: 1795914583730, before: id, rows: 8933 },
    'Placa: ABC · Sin registrar · hasta 28/11/2026 20:09 · Páginas siguientes · Filas: 8933',
  ],
  ['audit.key', { rows: 0, head: '', key: '3a0d8f9dc9ce3f04', before: '' }, 'Primera clave'],
  [
    'audit.key',
    { rows: 9, head: 'ab'.repeat(32), key: '3a0d8f9dc9ce3f04', before: '4b0d8f9dc9ce3f04' },
    'Filas: 9 · Cabeza: abababab… · Clave anterior: 4b0d8f9d…',
  ],
  [
    'access.decisions',
    { rows: 3, digest: 'cd'.repeat(32), after: 4, through: 7, until: '2026-11-28T05:00:00.000Z' },
    'Filas: 3 · Huella: cdcdcdcd… · Tras el n.º: 4 · Hasta el n.º: 7 · hasta 28/11/2026 00:00',
  ],
  ['asset.create', { plate: 'AAA111', owner: null, model: '' }, 'Placa: AAA111'],
  ['agent.accept', {}, ''],
])('says of %s %j: %s', (action, detail, text) => {
  expect(detailText({ action, detail }, site)).toBe(text)
})

it('leaves names and values that have no words as they are', () => {
  const detail = { via: 'a newer way', colour: 'red', many: 3, whole: true }
  expect(detailText({ action: 'x', detail }, site)).toBe(
    'Por: a newer way · colour: red · many: 3 · whole: true',
  )
  const command = { pin: 4, state: 1, duration: null, hand: 'left' }
  expect(detailText({ action: 'agent.relay', detail: command }, site)).toBe(
    'Relé 4 · activar · hand: left',
  )
})

it.each([
  ['rows.read_out', '/api/rfid/logs', 'Lecturas'],
  ['rows.read_out', '/api/of/a/newer/hub', '/api/of/a/newer/hub'],
  ['vehicles.export', 'vehicles', 'Vehículos'],
  ['agent.update', 'vehicles', 'vehicles'],
  ['audit.key', '3a0d8f9dc9ce3f04', '3a0d8f9d…'],
  ['user.create', 'eva@ejemplo.co', 'eva@ejemplo.co'],
])('says that %s was done to %s: %s', (action, target, text) => {
  expect(targetText({ action, target })).toBe(text)
})
