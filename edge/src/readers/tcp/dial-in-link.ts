import { createServer, type Server, type Socket } from 'node:net'
import { DeviceError } from '../../device-error.ts'
import type { ByteLink, LinkEvents } from '../link/byte-link.ts'
import type { ByteConnection, LinkContext } from '../link/reconnecting-link.ts'
import { type Attempt, Reconnector } from '../link/reconnector.ts'
import type { AddressRange } from './listen-fields.ts'
import { RefusalWarnings } from './refusal-warnings.ts'
import { socketConnection } from './socket-connection.ts'
import { type Peer, WaitingPeers } from './waiting-peers.ts'

/**
 * A connection is left in its place for so long before the next one may take it; and so long the place
 * is free after one that said nothing, which must not fill the log.
 */
const REPLACED_AFTER_MS = 1000
/** One that has not spoken the reader's protocol by then has no right to its place. */
const SPEAKS_WITHIN_MS = 5000
/** Replaced sooner than a reader that was switched off and on again would be. */
const FLAPS_WITHIN_MS = 10_000

export interface DialInOptions extends LinkContext {
  host: string
  port: number
  /** Address and port as they are configured. */
  where: string
  from: AddressRange
}

/** A peer that the reader is read from. */
interface LivePeer extends Peer {
  isCurrent: boolean
  since: number
  hasSpoken: boolean
  connection: ByteConnection
}

/** A port at which the reader, or its converter, dials in. */
export function createDialInLink(options: DialInOptions, events: LinkEvents): ByteLink {
  return new DialInLink(options, events)
}

/**
 * One peer is live. What others may do: one from the same address takes its place, since a device that
 * was switched off left a connection that nobody ended; one from another address of `from` does so
 * only while the live one has never spoken the reader's protocol. All of them wait meanwhile, and what
 * they send waits with them in the kernel. Peers that `from` does not name are let go at once.
 */
class DialInLink implements ByteLink {
  readonly #options: DialInOptions
  readonly #events: LinkEvents
  readonly #port: Reconnector
  readonly #waiting: WaitingPeers
  readonly #refused: RefusalWarnings
  #live: LivePeer | null = null
  #fault: DeviceError | null = null
  #isLost = false
  #isStopped = false
  #freeAt = 0
  #cancelSettle = () => {}

  constructor(options: DialInOptions, events: LinkEvents) {
    this.#options = options
    this.#events = events
    this.#refused = new RefusalWarnings(options, (warning) => events.onWarning(warning))
    this.#waiting = new WaitingPeers(
      options.timers,
      () => this.#settle(),
      () => this.#refused.add('other'),
    )
    this.#port = new Reconnector({
      ...options,
      what: 'listening port',
      connect: (attempt) => this.#listen(attempt),
      onOpen() {},
      onLost: () => this.#live ?? events.onLost(),
    })
  }

  start(): void {
    this.#port.start()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelSettle()
    this.#waiting.clear()
    this.#refused.stop()
    const live = this.#live
    this.#live = null
    if (live !== null) live.isCurrent = false
    await Promise.all([this.#port.stop(), live?.connection.close()])
  }

  send(bytes: Uint8Array): void {
    if (this.#live === null) throw new DeviceError('no reader has dialled in')
    this.#live.connection.send(bytes)
  }

  error(): DeviceError | null {
    return this.#fault ?? (this.#live === null ? this.#port.error() : null)
  }

  ready(): void {
    const { log, where } = this.#options
    if (this.#live === null) return
    this.#fault = null
    log.info(
      { path: where, peer: this.#live.address },
      this.#isLost ? 'the reader is back' : 'the reader dialled in',
    )
    this.#isLost = false
  }

  dataReceived(): void {
    if (this.#live !== null) this.#live.hasSpoken = true
  }

  drop(cause: Error): void {
    if (this.#live === null) return
    this.#freeAt = this.#options.monotonic() + REPLACED_AFTER_MS
    this.#lose(this.#live, cause)
  }

  #listen(attempt: Attempt): { close(): Promise<void> } {
    const { host, port, where } = this.#options
    const server = createServer({ pauseOnConnect: true }, (socket) => this.#accept(socket))
    server.on('error', (error) => attempt.lost(listenFault(error, this.#options)))
    server.listen({ host, port, exclusive: true }, () => {
      attempt.opened()
      attempt.ready()
      if (!attempt.isCurrent || this.#live !== null) return
      this.#fault ??= new DeviceError(`ningún lector ha llamado todavía a ${where}`)
      this.#events.onLost()
    })
    return { close: () => closed(server) }
  }

  #accept(socket: Socket): void {
    const { remoteAddress = '' } = socket
    const address = remoteAddress.replace(/^::ffff:/i, '')
    socket.on('error', () => {})
    if (this.#isStopped || !this.#options.from.has(remoteAddress)) {
      socket.destroy()
      if (!this.#isStopped) this.#refused.add('stranger', address)
      return
    }
    if (!this.#waiting.add({ socket, address })) this.#refused.add('crowd', address)
    this.#settle()
  }

  /** Gives the place to one that waits, now or as soon as it may have it. */
  #settle(): void {
    this.#cancelSettle()
    const { monotonic, timers } = this.#options
    for (;;) {
      const next = this.#waiting.first(this.#live?.address)
      if (next === undefined || this.#isStopped) return
      const waitMs = this.#freeFor(next) - monotonic()
      if (waitMs > 0) {
        if (Number.isFinite(waitMs)) this.#cancelSettle = timers.after(waitMs, () => this.#settle())
        return
      }
      this.#waiting.take(next)
      this.#replaceBy(next)
    }
  }

  /** When a peer may have the place, by the monotonic clock. */
  #freeFor({ address }: Peer): number {
    const live = this.#live
    if (live === null) return this.#freeAt
    if (address === live.address) return live.since + REPLACED_AFTER_MS
    return live.hasSpoken ? Number.POSITIVE_INFINITY : live.since + SPEAKS_WITHIN_MS
  }

  #replaceBy(peer: Peer): void {
    const before = this.#live
    const now = this.#options.monotonic()
    if (before !== null) {
      const isSame = before.address === peer.address
      if (isSame && now - before.since < FLAPS_WITHIN_MS) this.#refused.add('flap', peer.address)
      this.#lose(before, new DeviceError('the reader dialled in anew'))
    }
    const live = { ...peer, isCurrent: true, since: now, hasSpoken: false } as LivePeer
    const attempt = {
      get isCurrent() {
        return live.isCurrent
      },
      lost: (cause: Error) => this.#lose(live, cause),
    }
    live.connection = socketConnection(peer.socket, this.#options, attempt, (bytes) =>
      this.#events.onData(bytes),
    )
    this.#live = live
    this.#events.onOpen()
    peer.socket.resume()
  }

  #lose(peer: LivePeer, cause: Error): void {
    if (peer !== this.#live) return
    const { log, where } = this.#options
    this.#live = null
    if (!peer.hasSpoken) this.#freeAt = this.#options.monotonic() + REPLACED_AFTER_MS
    peer.isCurrent = false
    void peer.connection.close()
    this.#fault = cause instanceof DeviceError ? cause : new DeviceError(cause.message, { cause })
    if (!this.#isLost)
      log.warn({ path: where, err: cause.message }, 'the reader is gone, waiting for it')
    this.#isLost = true
    this.#events.onLost()
    this.#settle()
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function listenFault(error: Error, { where, host }: DialInOptions): DeviceError {
  const code = 'code' in error ? error.code : ''
  const why =
    code === 'EADDRINUSE'
      ? `${where} is in use by another program`
      : code === 'EADDRNOTAVAIL'
        ? `${host} no es una dirección de este equipo; corrige listen en EDGE_CONFIG`
        : `${where} cannot be listened at: ${error.message}`
  return new DeviceError(why, { cause: error })
}
