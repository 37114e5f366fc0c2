import type { Logger } from 'pino'
import type { SmtpServer } from '../config/smtp-url.ts'

/** A mail in plain text. */
export interface Mail {
  to: readonly string[]
  subject: string
  text: string
  /** It tells of alerts: that a recipient never gets it is an alert of its own. */
  isAlert?: boolean
}

export interface TakenMail {
  /** In the server's words. */
  answer: string
  /** Recipients for whom the server did not take it. */
  refused: readonly string[]
}

/**
 * Hands a mail to the mail server, once; resolves when the server took it for a recipient. Rejects
 * when it took it for none, after a minute, or on `signal`.
 */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<TakenMail>

const WITHIN_MS = 60_000
const CONNECT_WITHIN_MS = 10_000
const SILENT_MS = 30_000

interface SendMailOptions {
  /** The authorities that are trusted, in PEM; absent: those of Node and NODE_EXTRA_CA_CERTS. */
  ca?: string
  /** How long a mail may take. */
  withinMs?: number
}

export function createSendMail(
  server: SmtpServer,
  log: Logger,
  { ca, withinMs = WITHIN_MS }: SendMailOptions = {},
): SendMail {
  const { from, host, port } = server
  const opening = openTransport(server, ca)
  let isRefused = false

  return async (mail, signal) => {
    const { rejected, response } = await deliver(mail, signal).catch((error: unknown) => {
      const reason = tlsFault(error)
      if (reason !== null && !isRefused) log.error({ host, port, reason }, NO_TLS)
      isRefused ||= reason !== null
      throw error
    })
    isRefused = false
    if (rejected.length > 0) log.warn({ rejected }, 'the mail server refused some addresses')
    return { answer: response, refused: rejected.map(String) }
  }

  async function deliver(mail: Mail, signal: AbortSignal) {
    const transport = await opening
    return transport.sendMail({
      from: { name: 'Vehicle Control', address: from },
      // As objects: an address is never read as a list of them.
      to: mail.to.map((address) => ({ name: '', address })),
      subject: mail.subject,
      text: mail.text,
      // Keeps absence notices from being sent in answer.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]),
    })
  }
}

/** Returns a function that connects to the mail server and logs in, and rejects where it cannot. */
export function createMailCheck(server: SmtpServer): () => Promise<void> {
  return async () => {
    const transport = await openTransport(server)
    await transport.verify()
  }
}

async function openTransport({ auth, host, port, secure, tls }: SmtpServer, ca?: string) {
  // Loaded here: most hubs have no mail server, and start quicker without.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure,
    ...(auth && { auth }),
    // Where STARTTLS is not offered, somebody in between may have removed it.
    ...(tls ? { requireTLS: true } : { ignoreTLS: true }),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    dnsTimeout: CONNECT_WITHIN_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const NO_TLS =
  'mail is not sent: the server shows no certificate that can be checked; give it one for its name, ' +
  'name your own authority in NODE_EXTRA_CA_CERTS, or add tls=off to HUB_SMTP_URL to send in clear'

/** The code of a handshake that failed, or of a STARTTLS that was refused; null: no such fault. */
function tlsFault(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null
  const { code, originalCode } = error as Record<string, unknown>
  const cause = String(originalCode ?? code)
  return code === 'ETLS' || /CERT|SIGNATURE|ISSUER|TLS|SSL/.test(cause) ? cause : null
}

/** True where the server refused every recipient for good: asking again changes nothing. */
export function isNoSuchMailbox(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, command, responseCode } = error as Record<string, unknown>
  return code === 'EENVELOPE' && command === 'RCPT TO' && Number(responseCode) >= 500
}

/** The codes of a failure, for the log: a server's own words may quote the mail and its token. */
export function mailFault(error: unknown): object {
  if (typeof error !== 'object' || error === null) return {}
  const { code, command, responseCode } = error as Record<string, unknown>
  return { code, command, responseCode }
}
