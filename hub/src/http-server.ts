import {
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
  createServer,
} from 'node:http'
import { type Server as HttpsServer, createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ConfigError } from '@vehicle-control/protocol'
import { type Http2Bindings, type HttpBindings, createAdaptorServer } from '@hono/node-server'
import { bodyTimeoutMs, BODY_TIMEOUT, enforceBodyTimeout } from './body-timeout.ts'
import type { Config } from './config/config.ts'

export type WebServer = HttpServer | HttpsServer

/** Tighter than Node's own: an idle or slow client gives its place back within seconds. */
const LIMITS = {
  // Longer than screens wait between two requests, and than the event loop may be blocked: if this
  // time is over when it goes on, what has come on the connection gets no answer, nor a refusal.
  keepAliveTimeout: 15_000,
  headersTimeout: 10_000,
  // For the longest body; `enforceBodyTimeout` gives shorter ones less.
  requestTimeout: bodyTimeoutMs(Number.MAX_SAFE_INTEGER, BODY_TIMEOUT) + 5000,
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 8 * 1024,
}

/** Cipher suites with forward secrecy and AEAD alone. */
const TLS = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
} as const

/** The hub's one server, not yet listening; https when a certificate is given. */
export function createWebServer(
  tls: Config['tls'],
  fetch: (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>,
  timeout = BODY_TIMEOUT,
): WebServer {
  const server = tls
    ? createAdaptorServer({
        fetch,
        createServer: createTlsServer,
        serverOptions: { ...LIMITS, ...TLS, cert: tls.cert, key: tls.key },
      })
    : createAdaptorServer({ fetch, createServer, serverOptions: LIMITS })
  if (!('headersTimeout' in server)) throw new Error('the hub serves HTTP/1.1 only')
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    enforceBodyTimeout(request, response, timeout),
  )
  return server
}

/**
 * Hands upgrades for the agents' path to `toAgents`. Those of /socket.io/ are left to Socket.IO's
 * own listener; any other is refused, since nobody else would ever close it.
 */
export function routeUpgrades(
  server: WebServer,
  toAgents: (req: IncomingMessage, socket: Duplex, head: Buffer) => void,
): void {
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const [path] = (req.url ?? '').split('?', 1)
    if (path === '/api/agent/sync') toAgents(req, socket, head)
    else if (!path?.startsWith('/socket.io/')) {
      socket.on('error', () => socket.destroy())
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
        socket.destroy(),
      )
    }
  })
}

/** Resolves with the port once the server listens; a ConfigError says which setting cannot work. */
export function listen(server: WebServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(listenFault(error, port, host) ?? error)
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function listenFault(error: Error, port: number, host: string): ConfigError | null {
  const faults: Record<string, string> = {
    EADDRINUSE: `HUB_PORT=${port} está en uso en ${host}; detenga lo que lo usa, o ponga otro puerto`,
    EACCES: `HUB_PORT=${port} no se permite a esta cuenta; ponga un puerto desde 1024`,
    EADDRNOTAVAIL: `HUB_HOST="${host}" no es una dirección de este equipo; ponga una suya, o 0.0.0.0`,
    ENOTFOUND: `HUB_HOST="${host}" no es un nombre conocido; ponga una dirección de este equipo`,
    EAI_AGAIN: `HUB_HOST="${host}" no se puede resolver; ponga una dirección de este equipo`,
  }
  const fault = 'code' in error ? faults[String(error.code)] : undefined
  return fault === undefined ? null : new ConfigError(fault, { cause: error })
}

/**
 * Remembers every open connection, upgraded ones too, which Node forgets; returns a function that
 * ends them.
 */
export function trackConnections(server: WebServer): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    for (const socket of open) socket.destroy()
  }
}

/** Stops accepting, gives open requests `graceMs` to finish, then ends all connections. */
export async function closeServer(
  server: WebServer,
  cutConnections: () => void,
  graceMs: number,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(cutConnections, graceMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
