import type { User } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { usersCsv } from './users-csv.ts'

const ana: User = {
  id: 2,
  email: 'ana@ejemplo.co',
  name: '=HYPERLINK("x")',
  role: 'admin',
  kiosk: false,
  second_factor: 'on',
  disabled: false,
  state: 'active',
  activated: true,
  last_used_at: '2026-11-28T15:00:00.000Z',
  invite: null,
  created_at: '2026-11-01T12:00:00.000Z',
}
const luis: User = {
  ...ana,
  email: 'luis@ejemplo.co',
  name: 'Luis',
  role: 'operator',
  second_factor: 'off',
  state: 'invited',
  activated: false,
  last_used_at: null,
  invite: { expires_at: '2026-12-01T15:00:00.000Z', sent_by: ana.email, expired: false },
}
const wall: User = { ...luis, name: 'Portería', kiosk: true, state: 'wall', invite: null }

it('a file of accounts has their words and the times of the site, and no formulas', async () => {
  const text = await usersCsv([ana, luis, wall], 'America/Bogota').text()
  const rows = text
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('";"'))
  expect(rows).toEqual([
    [
      'Correo',
      'Nombre',
      'Rol',
      'Estado',
      'Segundo factor',
      'Último uso (America/Bogota)',
      'Invitación hasta (America/Bogota)',
      'Creado (America/Bogota)',
    ],
    [
      'ana@ejemplo.co',
      `'=HYPERLINK(""x"")`,
      'Administrador',
      'Activo',
      'Activado',
      '28/11/2026 10:00',
      '',
      '01/11/2026 07:00',
    ],
    [
      'luis@ejemplo.co',
      'Luis',
      'Operador',
      'Invitado',
      'No',
      'Nunca',
      '01/12/2026 10:00',
      '01/11/2026 07:00',
    ],
    [
      'luis@ejemplo.co',
      'Portería',
      'Pantalla de pared',
      'Pantalla',
      '',
      'Nunca',
      '',
      '01/11/2026 07:00',
    ],
  ])
})
