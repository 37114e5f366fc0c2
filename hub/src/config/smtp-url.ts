import { z } from 'zod'
import { isLoopback } from './loopback.ts'

/** The server that takes the hub's mail, and the sender's address. */
export interface SmtpServer {
  host: string
  port: number
  /** TLS from the first byte (smtps); otherwise STARTTLS. */
  secure: boolean
  /** False: mail and password are sent unencrypted (`tls=off`, or a server on this machine). */
  tls: boolean
  auth: { user: string; pass: string } | null
  from: string
}

const FORM =
  'write it as smtp://user:password@mail.example:587?from=hub@site.example, with special characters percent-encoded'

/** Parses a mail server's URL. A fault is reported without any of the URL: it holds a password. */
export const SmtpUrl = z.string().transform((text, context): SmtpServer => {
  const fault = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    return fault(`is not an smtp:// or smtps:// URL; ${FORM}`)
  }
  if (!/^\/?$/.test(url.pathname) || url.hash !== '') {
    return fault(`has something after the host; ${FORM}`)
  }
  if ([...url.searchParams.keys()].some((name) => name !== 'from' && name !== 'tls')) {
    return fault(`has a parameter that is neither «from» nor «tls»; ${FORM}`)
  }
  const tls = url.searchParams.get('tls')
  if (tls !== null && tls !== 'off') {
    return fault('has a «tls» that is not «off»; leave it out, and TLS is asked for')
  }
  const user = decoded(url.username)
  const pass = decoded(url.password)
  if (user === null || pass === null) return fault(`has a stray %; ${FORM}`)
  if ((user === '') !== (pass === '')) {
    return fault(`has a user or a password without the other; ${FORM}`)
  }
  const from = url.searchParams.get('from') ?? user
  if (!/^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(from)) {
    return fault('names no address that the mail is from; add ?from=hub@site.example')
  }
  const secure = url.protocol === 'smtps:'
  if (secure && tls === 'off') {
    return fault('is smtps:// with tls=off; write smtp:// for a server without TLS')
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    tls: secure || (tls !== 'off' && !isLoopback(host)),
    auth: user === '' ? null : { user, pass },
    from,
  }
})

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    // Not percent-encoded: the caller reports it.
    return null
  }
}
