import { setTimeout as wait } from 'node:timers/promises'
import type { Role } from '@vehicle-control/protocol'
import type { AccountNotice, InviteMessage, MailFate, PeopleMail } from '../auth/people-mail.ts'
import type { AlertMails, AlertMailsNotice } from '../store/settings/site-settings.ts'
import { labelOf } from './alert-mail.ts'
import type { MailQueue } from './mail-queue.ts'
import type { Mail } from './send-mail.ts'
import { siteTime } from './site-time.ts'

/** The superadmin who invites waits so long to hear whether the mail server took the invite. */
const ANSWER_WITHIN_MS = 5000
const LATE: MailFate = 'waits'
/** A notice that is older than this is no news; the queue gives up long before. */
const NOTICE_LIVES_MS = 24 * 3_600_000

interface PeopleMailOptions {
  /** What the site is called as a mail is written; null: it has no name. */
  siteName: () => string | null
  timeZone: string
  now?: () => number
}

/** Mails invites and notices in the background. */
export function createPeopleMail(
  queue: MailQueue,
  { now = Date.now, ...settings }: PeopleMailOptions,
): PeopleMail {
  return {
    async invite(message) {
      const taken = queue.add(inviteMail(message, settings), message.expiresAt)
      const late = new AbortController()
      const tooLong = wait(ANSWER_WITHIN_MS, LATE, { signal: late.signal, ref: false })
      const answer = await Promise.race([taken, tooLong.catch(() => LATE)])
      late.abort()
      return answer
    },
    notice(notice) {
      void queue.add(noticeMail(notice, settings), now() + NOTICE_LIVES_MS)
    },
    alertMailsChanged(notice) {
      void queue.add(alertMailsMail(notice, settings, now()), now() + NOTICE_LIVES_MS)
    },
  }
}

const ROLE_WORDS: Record<Role, string> = {
  operator: 'operador',
  admin: 'administrador',
  superadmin: 'superadministrador',
}

type Settings = Omit<PeopleMailOptions, 'now'>

function inviteMail(
  { email, role, by, link, expiresAt }: InviteMessage,
  { siteName, timeZone }: Settings,
): Mail {
  const text = [
    `${by} te invita a ${siteName() ?? 'Vehicle Control'}, con el rol de ${ROLE_WORDS[role]}.`,
    'Abre este enlace para elegir tu contraseña e ingresar:',
    '',
    link,
    '',
    `Sirve una sola vez, hasta el ${siteTime(expiresAt, timeZone)} (${timeZone}).`,
    'Si no lo esperabas, ignora este correo: sin el enlace nadie entra con tu cuenta.',
    '',
  ].join('\n')
  return { to: [email], subject: 'Invitación a Vehicle Control', text }
}

const DONE: Record<AccountNotice['what'], string> = {
  factor_reset:
    'quitó el segundo factor de tu cuenta y cerró tus sesiones. Ingresa con tu contraseña y actívalo de nuevo.',
  made_superadmin: 'te dio el rol de superadministrador.',
  password_set: 'puso otra contraseña a tu cuenta y cerró tus sesiones.',
  superadmin_enabled: 'reactivó tu cuenta, que es de superadministrador.',
}

function noticeMail({ what, email, by }: AccountNotice, { siteName }: Settings): Mail {
  const text = [
    `En ${siteName() ?? 'Vehicle Control'}, ${by} ${DONE[what]}`,
    '',
    'Si no sabes por qué, avisa a otro superadministrador: en «Registro» se ve quién hizo qué.',
    '',
  ].join('\n')
  return { to: [email], subject: 'Cambio en tu cuenta de Vehicle Control', text }
}

const ALERT_MAILS: {
  [name in keyof AlertMails]: [what: string, said: (mails: AlertMails) => string]
} = {
  alert_recipients: [
    'Quién los recibe',
    ({ alert_recipients: to }) => to?.join(', ') ?? 'todos los administradores',
  ],
  muted_alerts: [
    'Avisos que no se envían',
    ({ muted_alerts: kinds }) => kinds.map((kind) => labelOf(kind, '…')).join('; ') || 'ninguno',
  ],
  offline_alert_minutes: [
    'Minutos sin noticias de un agente hasta el aviso',
    ({ offline_alert_minutes: minutes }) => String(minutes),
  ],
}

/** One mail to all, as alerts are: those who lose them read who has them now. */
function alertMailsMail(
  { to, by, before, after }: AlertMailsNotice,
  { siteName, timeZone }: Settings,
  now: number,
): Mail {
  const changes = Object.values(ALERT_MAILS).flatMap(([what, said]) => {
    const [old, set] = [said(before), said(after)]
    return old === set ? [] : [`- ${what}`, `  antes: ${old}`, `  ahora: ${set}`]
  })
  const text = [
    `En ${siteName() ?? 'Vehicle Control'}, ${by} cambió a quién llegan los avisos por correo, o cuáles, el ${siteTime(now, timeZone)} (${timeZone}):`,
    '',
    ...changes,
    '',
    'Si no sabes por qué, avisa a un superadministrador: en «Registro» se ve quién hizo qué.',
    '',
  ].join('\n')
  return { to, subject: 'Cambio en los avisos de Vehicle Control', text }
}
