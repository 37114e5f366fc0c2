import type { MailTest } from '@vehicle-control/protocol'
import { mailCause } from '../alerts/of-hub/mail-watch.ts'
import { asSent } from '../config/secret-values.ts'
import type { SmtpServer } from '../config/smtp-url.ts'
import { hideValues } from '../secrets/hide-secrets.ts'
import type { SendMail } from './send-mail.ts'
import { siteTime } from './site-time.ts'

/** A screen gives up after 20 s. */
export const MAIL_TEST_WITHIN_MS = 15_000
/** What a mail server may say of itself: a screen shows it. */
const ANSWER_MAX = 500

/** Sends a mail to an address at once, by no queue. Never rejects: what the server said is the result. */
export type MailTester = (to: string) => Promise<MailTest>

interface MailTesterOptions {
  server: SmtpServer
  send: SendMail
  timeZone: string
  signal: AbortSignal
  now?: () => number
}

export function createMailTester(options: MailTesterOptions): MailTester {
  const { server, send, timeZone, signal, now = Date.now } = options
  const name = `${server.host}:${server.port}`
  return async (to) => {
    const text = [
      'Este correo de prueba se pidió en «Config» de Vehicle Control.',
      `Si lo lees, el hub puede enviar correo: ${siteTime(now(), timeZone)} (${timeZone}).`,
      '',
    ].join('\n')
    const mail = { to: [to], subject: 'Correo de prueba de Vehicle Control', text }
    try {
      const { answer } = await send(mail, signal)
      return { to, server: name, sent: true, cause: null, answer: shown(answer, server) }
    } catch (error) {
      const answer = shown(wordsOf(error), server)
      return { to, server: name, sent: false, cause: mailCause(error), answer }
    }
  }
}

/** The server's own words where it said any, else those of whoever tried to reach it. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { response } = error as Error & { response?: unknown }
  if (typeof response === 'string') return response
  return error.message || error.name
}

/** One line, without what the hub logs in with: some servers repeat what they were sent. */
function shown(answer: string, { auth, from }: SmtpServer): string {
  // Everybody who gets a mail reads the sender's address.
  const user = auth === null || auth.user === from ? [] : [auth.user]
  return hideValues(answer, [...(auth === null ? [] : asSent(auth)), ...user])
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, ANSWER_MAX)
}
