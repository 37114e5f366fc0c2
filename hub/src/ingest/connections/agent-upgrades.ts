import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { HUB_MAX_PAYLOAD_BYTES } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { KeyHolder } from '../../auth/agent-keys/agent-key.ts'
import { Overloaded, Semaphore } from '../../limits/semaphore.ts'
import type { IngestMetrics } from '../ingest-metrics.ts'
import { RefusedKeys } from './refused-keys.ts'

/** About as many as are served in 10 s, which is how long an edge waits for an answer. */
const UPGRADES_WAITING_MAX = 1000

/** A WebSocket of an agent whose key is valid. */
export interface AcceptedSocket {
  webSocket: WebSocket
  /** The socket below the WebSocket. */
  stream: Duplex
  holder: KeyHolder
  address: string
}

export interface AgentUpgradesOptions {
  log: Logger
  metrics: IngestMetrics
  clientAddress: (request: IncomingMessage) => string
  /** The agent that a presented key belongs to, or null. */
  authenticate: (presentedKey: string) => Promise<KeyHolder | null>
  onAccepted: (accepted: AcceptedSocket) => void
}

/** Authenticates upgrades of /api/agent/sync; refuses one without a valid key with 401. */
export class AgentUpgrades {
  readonly #options: AgentUpgradesOptions
  /**
   * SQLite looks up a key on the event loop: at most four in one turn, even of a thousand upgrades.
   */
  readonly #semaphore = new Semaphore({
    permits: 4,
    maxWaiting: UPGRADES_WAITING_MAX,
    schedule: setImmediate,
  })
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: HUB_MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
    maxFragments: 16,
    maxBufferedChunks: 256,
  })

  readonly #refusedKeys: RefusedKeys

  constructor(options: AgentUpgradesOptions) {
    this.#options = options
    this.#refusedKeys = new RefusedKeys(options.log)
  }

  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const onError = () => socket.destroy()
    socket.on('error', onError)
    this.#accept(request, socket, head).catch((error: unknown) => {
      if (error instanceof Overloaded) this.#options.metrics.refused.inc({ reason: 'busy' })
      else this.#options.log.error({ err: error }, 'an agent could not be authenticated')
      refuseUpgrade(socket, '503 Service Unavailable')
    })
  }

  /** Asks every peer to end its connection. */
  close(code: number, reason: string): void {
    for (const client of this.#server.clients) client.close(code, reason)
  }

  /** Terminates every connection that is left. */
  terminate(): void {
    for (const client of this.#server.clients) client.terminate()
  }

  async #accept(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const { metrics, authenticate, clientAddress, onAccepted } = this.#options
    const address = clientAddress(request)
    const key = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const holder =
      key === undefined
        ? null
        : await this.#semaphore.run({}, async () => (stream.destroyed ? null : authenticate(key)))
    if (holder === null) {
      metrics.refused.inc({ reason: 'key' })
      // A peer that has hung up was not authenticated, and so not refused.
      if (!stream.destroyed) this.#refusedKeys.refused(key, address)
      refuseUpgrade(stream, '401 Unauthorized')
      return
    }
    this.#server.handleUpgrade(request, stream, head, (webSocket) =>
      onAccepted({ webSocket, stream, holder, address }),
    )
  }
}

/** Refuses an upgrade and destroys the socket: after an upgrade none of Node's timeouts would. */
function refuseUpgrade(socket: Duplex, status: string): void {
  const answer = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
  socket.end(answer, () => socket.destroy())
}
