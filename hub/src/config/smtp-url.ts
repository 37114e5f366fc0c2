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
  'escríbala como smtp://user:password@mail.example:587?from=hub@site.example, con los caracteres especiales en código %'

/** Parses a mail server's URL. A fault is reported without any of the URL: it holds a password. */
export const SmtpUrl = z.string().transform((text, context): SmtpServer => {
  const fault = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    return fault(`no es una URL smtp:// o smtps://; ${FORM}`)
  }
  if (!/^\/?$/.test(url.pathname) || url.hash !== '') {
    return fault(`lleva algo después del servidor; ${FORM}`)
  }
  if ([...url.searchParams.keys()].some((name) => name !== 'from' && name !== 'tls')) {
    return fault(`lleva un parámetro que no es «from» ni «tls»; ${FORM}`)
  }
  const tls = url.searchParams.get('tls')
  if (tls !== null && tls !== 'off') {
    return fault('lleva un «tls» que no es «off»; quítelo, y se pide TLS')
  }
  const user = decoded(url.username)
  const pass = decoded(url.password)
  if (user === null || pass === null) return fault(`lleva un % suelto; ${FORM}`)
  if ((user === '') !== (pass === '')) {
    return fault(`lleva usuario o clave sin lo otro; ${FORM}`)
  }
  const from = url.searchParams.get('from') ?? user
  if (!/^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(from)) {
    return fault('no dice de qué dirección es el correo; añada ?from=hub@site.example')
  }
  const secure = url.protocol === 'smtps:'
  if (secure && tls === 'off') {
    return fault('es smtps:// con tls=off; escriba smtp:// para un servidor sin TLS')
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
