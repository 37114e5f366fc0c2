import type { HubAlert } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { hubAlertTone, hubAlertWords } from './hub-alert-words.ts'

const NOW = Date.UTC(2026, 2, 10, 12)
const alertOf = (kind: HubAlert['kind'], more: Partial<HubAlert> = {}): HubAlert => ({
  kind,
  hub: 'hub-1',
  since: '2026-03-07T11:00:00.000Z',
  until: null,
  cause: null,
  ...more,
})

it.each<[HubAlert, string]>([
  [
    alertOf('disk_filling', { free_bytes: 1_500_000_000 }),
    'Queda poco disco en el hub (quedan 1,5 GB)',
  ],
  [
    alertOf('disk_full', { cause: 'hub', free_bytes: 0 }),
    'El disco del hub está lleno (quedan 0 B): deja de guardar',
  ],
  [
    alertOf('disk_full', { cause: 'database' }),
    'El disco de la base de datos está lleno: nada se guarda',
  ],
  [alertOf('database_away', { cause: 'no_answer' }), 'La base de datos no responde'],
  [
    alertOf('database_away', { cause: 'password' }),
    'La base de datos no responde: no acepta el usuario o la contraseña',
  ],
  [
    alertOf('database_away', { cause: 'of a newer hub', until: '2026-03-07T11:10:00.000Z' }),
    'La base de datos no respondió',
  ],
  [
    alertOf('mail_failing', { cause: 'password', server: 'mail.site.co:587' }),
    'El correo no sale: mail.site.co:587 no acepta la contraseña',
  ],
  [
    alertOf('mail_failing', { cause: 'of a newer hub', server: 'mail.site.co:587' }),
    'El correo no sale: mail.site.co:587 no acepta los mensajes',
  ],
  [alertOf('backup_old'), 'El último respaldo tiene 3 días'],
  [alertOf('backup_never'), 'No hay ningún respaldo de estos datos'],
])('%j reads %s', (alert, what) => {
  const words = hubAlertWords(alert, NOW, true)
  expect(words.what).toBe(what)
  expect(words.todo).toMatch(/\.$/)
})

it('tells how to mend it those alone who can, and that what is over is no fault now', () => {
  for (const alert of [alertOf('disk_full'), alertOf('database_away')]) {
    expect(hubAlertWords(alert, NOW, true).todo).not.toContain('Avisa a quien administra')
    expect(hubAlertWords(alert, NOW, false).todo).toContain('Avisa a quien administra')
    expect(hubAlertTone(alert)).toBe('bad')
  }
  const over = alertOf('database_away', { until: '2026-03-07T11:10:00.000Z' })
  expect(hubAlertTone(over)).toBe('warn')
})
