import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { isLoopback } from '../config/loopback.ts'
import type { SmtpServer } from '../config/smtp-url.ts'

/** A mail in plain text. */
export interface Mail {
  to: readonly string[]
  subject: string
  text: string
}

/**
 * Hands a mail to the mail server, once. Rejects when the server took it for nobody, when that
 * lasts longer than a minute, or on `signal`.
 */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>

const WITHIN_MS = 60_000
const CONNECT_WITHIN_MS = 10_000
const SILENT_MS = 30_000

export function createSendMail(server: SmtpServer, log: Logger): SendMail {
  const { from, auth, ...target } = server
  const transport = createTransport({
    ...target,
    ...(auth && { auth }),
    ...startTls(server),
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    dnsTimeout: CONNECT_WITHIN_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return async (mail, signal) => {
    const { rejected } = await transport.sendMail({
      from: { name: 'Vehicle Control', address: from },
      // As objects: an address is never read as a list of them.
      to: mail.to.map((address) => ({ name: '', address })),
      subject: mail.subject,
      text: mail.text,
      // Keeps absence notices from being sent in answer.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
    })
    if (rejected.length > 0) log.warn({ rejected }, 'the mail server refused some addresses')
  }
}

/**
 * With a password, STARTTLS must be offered and its certificate be valid. Without one, TLS is used as
 * among mail servers: if offered, under any certificate. A server on this machine needs none.
 */
function startTls({ host, secure, auth }: SmtpServer) {
  if (secure) return {}
  if (isLoopback(host)) return { ignoreTLS: true }
  return auth ? { requireTLS: true } : { tls: { rejectUnauthorized: false } }
}

/** The codes of a failure, for the log: a server's own words may quote the mail and its token. */
export function mailFault(error: unknown): object {
  if (typeof error !== 'object' || error === null) return {}
  const { code, command, responseCode } = error as Record<string, unknown>
  return { code, command, responseCode }
}
