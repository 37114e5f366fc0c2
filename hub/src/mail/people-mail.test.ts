import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AccountNotice } from '../auth/people-mail.ts'
import { createMailQueue } from './mail-queue.ts'
import { createPeopleMail } from './people-mail.ts'
import type { Mail, SendMail } from './send-mail.ts'

const invite = {
  email: 'sol@test.co',
  role: 'admin' as const,
  by: 'eva@test.co',
  link: 'https://hub.example/invitacion#token=x',
  expiresAt: Date.UTC(2026, 0, 4, 12),
}
const timeZone = 'America/Bogota'
let sent: Mail[]
/** What the mail server does with the next mails; those that come after these it takes. */
let fates: ('refuse' | 'unknown' | 'hang')[]
let later: (() => void)[]
let queue: ReturnType<typeof createMailQueue>
beforeEach(() => {
  sent = []
  fates = []
  later = []
  const send: SendMail = async (mail, signal) => {
    const fate = fates.shift()
    if (fate === 'refuse') throw new Error('no')
    if (fate === 'unknown') {
      const told = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }
      throw Object.assign(new Error('no such mailbox'), told)
    }
    if (fate === 'hang') {
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cut off')))
      })
    }
    sent.push(mail)
    return { answer: '250 Ok', refused: [] }
  }
  const after = (_: number, run: () => void) => {
    later.push(run)
    return () => {}
  }
  queue = createMailQueue({ send, log: pino({ level: 'silent' }), now: () => 0, after })
})
afterEach(() => queue.stop())

test('mails an invite with its link, role and end, and says that it was taken', async () => {
  const mail = createPeopleMail(queue, { siteName: () => 'Puerto Norte', timeZone })
  expect(await mail.invite(invite)).toBe('taken')
  expect(sent).toEqual([
    {
      to: ['sol@test.co'],
      subject: 'Invitación a Vehicle Control',
      text: [
        'eva@test.co te invita a Puerto Norte, con el rol de administrador.',
        'Abre este enlace para elegir tu contraseña e ingresar:',
        '',
        'https://hub.example/invitacion#token=x',
        '',
        'Sirve una sola vez, hasta el 04/01/2026 07:00 (America/Bogota).',
        'Si no lo esperabas, ignora este correo: sin el enlace nadie entra con tu cuenta.',
        '',
      ].join('\n'),
    },
  ])
})

test('says that an invite was not taken, and sends it later', async () => {
  const mail = createPeopleMail(queue, { siteName: () => null, timeZone })
  fates = ['refuse']
  expect(await mail.invite(invite)).toBe('waits')
  expect(sent).toEqual([])
  later[0]?.()
  await expect.poll(() => sent).toHaveLength(1)
})

test('says that the mail server knows no such address, and tries it no more', async () => {
  const mail = createPeopleMail(queue, { siteName: () => null, timeZone })
  fates = ['unknown']
  expect(await mail.invite(invite)).toBe('refused')
  expect([sent, later, queue.waiting()]).toEqual([[], [], 0])
})

test('says that an invite was not taken where the hub stops before', async () => {
  const mail = createPeopleMail(queue, { siteName: () => null, timeZone })
  fates = ['hang']
  const asked = mail.invite(invite)
  queue.stop()
  expect(await asked).toBe('waits')
})

test.each<[AccountNotice['what'], string]>([
  ['factor_reset', 'eva@test.co quitó el segundo factor de tu cuenta'],
  ['made_superadmin', 'eva@test.co te dio el rol de superadministrador.'],
  ['password_set', 'eva@test.co puso otra contraseña a tu cuenta'],
  ['superadmin_enabled', 'eva@test.co reactivó tu cuenta'],
])('tells the holder of an account of %s', async (what, words) => {
  const mail = createPeopleMail(queue, { siteName: () => null, timeZone })
  mail.notice({ what, email: 'sol@test.co', by: 'eva@test.co' })
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    to: ['sol@test.co'],
    subject: 'Cambio en tu cuenta de Vehicle Control',
  })
  expect(sent[0]?.text).toContain(`En Vehicle Control, ${words}`)
})

test('says what changed of the mails that tell of alerts, from what and to what, in one mail', async () => {
  const mail = createPeopleMail(queue, { siteName: () => 'Puerto Norte', timeZone, now: () => 0 })
  const to = ['ana@test.co', 'eva@test.co']
  const before = { alert_recipients: null, muted_alerts: [], offline_alert_minutes: 5 }
  mail.alertMailsChanged({
    to,
    by: 'eva@test.co',
    before,
    after: {
      ...before,
      alert_recipients: ['x@test.co', 'y@test.co'],
      muted_alerts: ['reader_silent', 'gap'],
    },
  })
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ to, subject: 'Cambio en los avisos de Vehicle Control' })
  expect(sent[0]?.text).toBe(
    [
      'En Puerto Norte, eva@test.co cambió a quién llegan los avisos por correo, o cuáles, el 31/12/1969 19:00 (America/Bogota):',
      '',
      '- Quién los recibe',
      '  antes: todos los administradores',
      '  ahora: x@test.co, y@test.co',
      '- Avisos que no se envían',
      '  antes: ninguno',
      '  ahora: lector «…» sin señal; registros perdidos',
      '',
      'Si no sabes por qué, avisa a un superadministrador: en «Registro» se ve quién hizo qué.',
      '',
    ].join('\n'),
  )
})
