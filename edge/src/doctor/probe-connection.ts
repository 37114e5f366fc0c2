import { connect as connectTcp, isIP } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

const ANSWERS_WITHIN_MS = 5000

/** What a connection shows, or why it cannot be made. */
export type ConnectionProbe = { fault: string } | { tls: TlsState | null }

export interface TlsState {
  /** The reason why the certificate is not to be trusted; null for a good one. */
  error: string | null
  /** Milliseconds since 1970, both; NaN where the certificate does not say. */
  validFrom: number
  validTo: number
}

/** Connects and disconnects; gives up after 5 s. Never rejects. */
export function probeConnection(to: {
  host: string
  port: number
  isTls: boolean
}): Promise<ConnectionProbe> {
  const { host, port, isTls } = to
  return new Promise((done) => {
    const socket = isTls ? openTls() : connectTcp({ host, port }, () => finish({ tls: null }))
    const timer = setTimeout(() => finish({ fault: 'sin respuesta en 5 s' }), ANSWERS_WITHIN_MS)
    socket.on('error', (error) => finish({ fault: codeOf(error) }))

    function openTls(): TLSSocket {
      const servername = isIP(host) === 0 ? host : ''
      // Safe: nothing is sent over this connection, which is only for looking at the certificate.
      const options = { host, port, servername, rejectUnauthorized: false }
      const tls = connectTls(options, () => finish({ tls: stateOf(tls) }))
      return tls
    }

    function finish(result: ConnectionProbe): void {
      clearTimeout(timer)
      socket.destroy()
      done(result)
    }
  })
}

function stateOf(socket: TLSSocket): TlsState {
  const certificate = socket.getPeerCertificate()
  const validFrom = Date.parse(certificate.valid_from)
  const validTo = Date.parse(certificate.valid_to)
  if (socket.authorized) return { error: null, validFrom, validTo }
  // Declared as an Error, it comes as a code.
  const error: unknown = socket.authorizationError
  return { error: codeOf(error), validFrom, validTo }
}

/** The code of a system's or library's error, else its message. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return codeOf(error.cause)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
