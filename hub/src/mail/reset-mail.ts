import { randomInt } from 'node:crypto'
import { isLoopback } from '@vehicle-control/protocol/plain-http'
import type { DeliverReset, ResetMessage } from '../auth/password-reset/reset-delivery.ts'
import type { MailQueue } from './mail-queue.ts'
import type { Mail } from './send-mail.ts'
import { siteTime } from './site-time.ts'

const MAX_DELAY_MS = 2000

interface ResetMailOptions {
  /** Origin of the web app; null: unknown, and the mail holds the token alone. */
  publicOrigin: string | null
  timeZone: string
}

/** Mails reset tokens in the background, as long as they are good. */
export function mailDelivery(queue: MailQueue, settings: ResetMailOptions): DeliverReset {
  // After a random delay: the time of later requests does not show that a mail goes out.
  return (message) =>
    void queue.add(resetMail(message, settings), message.expiresAt, randomInt(MAX_DELAY_MS))
}

function resetMail(
  { email, token, expiresAt }: ResetMessage,
  { publicOrigin, timeZone }: ResetMailOptions,
): Mail {
  // A link to the hub's own machine opens nowhere else; the token is good wherever the hub is open.
  const origin = publicOrigin !== null && isLoopback(new URL(publicOrigin)) ? null : publicOrigin
  const how =
    origin === null
      ? ['Copia este token en «Olvidé mi contraseña», donde pide el token:', '', token]
      : ['Abre este enlace para elegir una nueva:', '', resetLink(origin, token)]
  const text = [
    `Alguien pidió restablecer la contraseña de ${email} en Vehicle Control.`,
    ...how,
    '',
    `Sirve una sola vez, hasta el ${siteTime(expiresAt, timeZone)} (${timeZone}).`,
    'Si no lo pediste, ignora este correo: tu contraseña sigue igual.',
    '',
  ].join('\n')
  return { to: [email], subject: 'Restablecer la contraseña de Vehicle Control', text }
}

function resetLink(origin: string, token: string): string {
  const link = new URL('/reset-password', origin)
  // Not in the query: what follows # never reaches a log on the way to the hub.
  link.hash = `token=${token}`
  return link.href
}
