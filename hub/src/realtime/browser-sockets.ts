import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import type { Server as HttpsServer } from 'node:https'
import {
  BrowserAuth,
  type HubAlert,
  parseUntrusted,
  PING_EVERY_MS,
  type RfidStatus,
  Role,
  SILENT_AFTER_MS,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { Counter, Gauge, Registry } from 'prom-client'
import { Server } from 'socket.io'
import { sessionOfToken } from '../auth/login/login.ts'
import { secondFactorState } from '../auth/second-factor/second-factor-state.ts'
import type { Bus } from '../bus/bus.ts'
import { hubAlertsFor } from '../bus/hub-alerts-for.ts'
import { redactPath } from '../bus/redact-path.ts'
import type { Db } from '../store/database.ts'
import { rooms } from '../entries/delivery.ts'
import { type BrowserServer, startFanOut } from './fan-out.ts'
import { type LoopLoad, watchLoopLoad } from './loop-load.ts'
import { isOwnOrigin } from './origin.ts'
import { disconnectFloodingSockets } from './packet-limit.ts'
import { skipCompressionUnderLoad } from './plain-events.ts'
import { disconnectSlowReaders, type UnreadEventsOptions } from './unread-events.ts'

const MESSAGE_MAX_BYTES = 64 * 1024
const CONNECT_WITHIN_MS = 10_000
const EXPIRY_CHECK_MS = 60_000
/** Limit of sockets of one session; for more screens people log in again. */
const SOCKETS_PER_SESSION = 20

interface BrowserSocketsOptions {
  server: HttpServer | HttpsServer
  db: Db
  bus: Bus
  log: Logger
  rfidStatus: () => RfidStatus
  /** What is wrong with this hub; absent: nothing is said of it. */
  hubAlerts?: () => readonly HubAlert[]
  publicOrigin: string | null
  /** True when the Host header of a handshake is a name of this hub. */
  knowsHost: (req: IncomingMessage) => boolean
  /** Roles that log in with a second factor; absent: none. */
  secondFactorRoles?: readonly Role[]
  now?: () => number
  /** For the metrics; absent: they are not exported. */
  registry?: Registry
  /** Tells whether the event loop is busy; absent: it is measured. */
  load?: LoopLoad
  /** Limit of the bytes that wait for a browser that does not read. */
  unread?: Omit<UnreadEventsOptions, 'onCut'>
}

export interface BrowserSockets {
  /** Disconnects every browser whose session has expired. */
  dropExpired(): void
  /** Closes every socket, but not the HTTP server. */
  stop(): void
}

/**
 * Events are repetitive: this saves nine tenths of the bytes for half of the work of the strongest
 * compression. Small windows, since every socket has its own.
 */
const COMPRESSION = {
  threshold: 128,
  serverMaxWindowBits: 12,
  zlibDeflateOptions: { level: 3, memLevel: 6 },
}

/**
 * Limit of compressed sockets, since each compresses for itself: 500 of them, at 100 events a
 * second, fell five seconds behind. Later sockets are not compressed; a small site has none of
 * those.
 */
const COMPRESSED_SOCKETS_MAX = 50

/** Serves Socket.IO at /socket.io to browsers that have a session. */
export function createBrowserSockets(parts: BrowserSocketsOptions): BrowserSockets {
  const { server, db, bus, log, registry = new Registry(), now = Date.now } = parts
  const io: BrowserServer = new Server({
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MESSAGE_MAX_BYTES,
    connectTimeout: CONNECT_WITHIN_MS,
    // A guard must not look at a dead screen for long: the library's own 45 s are.
    pingInterval: PING_EVERY_MS,
    pingTimeout: SILENT_AFTER_MS - PING_EVERY_MS,
    perMessageDeflate: COMPRESSION,
    // Other upgrades on this server come from agents.
    destroyUpgrade: false,
    allowRequest(req, done) {
      // Without the header that asks for it, a socket is not compressed.
      if (io.engine.clientsCount >= COMPRESSED_SOCKETS_MAX) {
        delete req.headers['sec-websocket-extensions']
      }
      done(null, parts.knowsHost(req) && isOwnOrigin(req, parts.publicOrigin))
    },
  })

  requireSession(io, { db, log, now, secondFactorRoles: parts.secondFactorRoles ?? [] })
  io.on('connection', (socket) => {
    socket.on('error', (error) => log.debug({ err: error }, 'browser socket failed'))
    const status = parts.rfidStatus()
    const isKiosk = socket.rooms.has(rooms.role('kiosk'))
    socket.emit('rfid:status', isKiosk ? redactPath(status) : status)
    const role = Role.options.find((one) => socket.rooms.has(rooms.role(one)))
    // Also where nothing is wrong: a browser that was away may have heard of what is over.
    if (role && parts.hubAlerts) socket.emit('hub:alerts', hubAlertsFor(role, parts.hubAlerts()))
  })

  const onRevoked = (ids: number[]) => {
    // An empty list of rooms would mean every socket.
    if (ids.length === 0) return
    io.in(ids.map((id) => rooms.session(id))).disconnectSockets(true)
  }
  bus.on('sessionsRevoked', onRevoked)
  const stopFanOut = startFanOut(io, bus)
  const cut = new Counter({
    name: 'vc_browser_cut_total',
    help: 'Browsers that were cut off since they read nothing, or sent without end',
    registers: [registry],
  })
  const load = parts.load ?? watchLoopLoad()
  skipCompressionUnderLoad(io, load)
  disconnectSlowReaders(io, {
    ...parts.unread,
    onCut(bytes) {
      cut.inc()
      log.warn({ bytes }, 'a browser that reads nothing was cut off')
    },
  })
  new Gauge({
    name: 'vc_browser_sockets',
    help: 'Sockets of browsers that have a session',
    registers: [registry],
    collect() {
      this.set(io.sockets.sockets.size)
    },
  })
  io.attach(server)
  disconnectFloodingSockets(io, {
    onCut() {
      cut.inc()
      log.warn('a browser that sends without end was cut off')
    },
  })
  // Engine.IO answers refusals itself, without the headers that the API sets.
  io.engine.use((_req: IncomingMessage, res: ServerResponse, then: () => void) => {
    res.setHeader('x-content-type-options', 'nosniff')
    res.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    then()
  })

  function dropExpired(): void {
    for (const socket of io.sockets.sockets.values()) {
      if (socket.data.expiresAt <= now()) socket.disconnect(true)
    }
  }
  const timer = setInterval(dropExpired, EXPIRY_CHECK_MS).unref()

  return {
    dropExpired,
    stop() {
      clearInterval(timer)
      bus.off('sessionsRevoked', onRevoked)
      stopFanOut()
      load.stop()
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}

/** Accepts only sockets with the token of a session, and joins each to its rooms. */
function requireSession(
  io: BrowserServer,
  {
    db,
    log,
    now,
    secondFactorRoles,
  }: Required<Pick<BrowserSocketsOptions, 'db' | 'log' | 'now' | 'secondFactorRoles'>>,
): void {
  io.use((socket, next) => {
    const auth = parseUntrusted(BrowserAuth, socket.handshake.auth)
    if (!auth.success) {
      next(new Error('unauthorized'))
      return
    }
    sessionOfToken(db, auth.data.token, now()).then(
      (session) => {
        if (!session) {
          next(new Error('unauthorized'))
          return
        }
        if (secondFactorState(session, secondFactorRoles) === 'required') {
          next(new Error('second_factor_required'))
          return
        }
        const here = io.of('/').adapter.rooms.get(rooms.session(session.id))?.size ?? 0
        if (here >= SOCKETS_PER_SESSION) {
          next(new Error('Hay demasiadas pantallas abiertas con este ingreso; cierra algunas'))
          return
        }
        socket.data.sessionId = session.id
        socket.data.expiresAt = session.expiresAt
        const role = session.kiosk ? 'kiosk' : session.role
        // Joined before the socket counts as connected, so that it misses no event.
        void socket.join([
          rooms.session(session.id),
          rooms.role(role),
          ...roomsOfReads(session.seesOwners, auth.data.batch === true),
        ])
        next()
      },
      (error: unknown) => {
        log.error({ err: error }, 'a browser could not be authenticated')
        next(new Error('internal'))
      },
    )
  })
}

function roomsOfReads(seesOwners: boolean, batch: boolean): string[] {
  if (seesOwners) return [batch ? rooms.batch : rooms.each]
  return [rooms.ownerless, batch ? rooms.ownerlessBatch : rooms.ownerlessEach]
}
