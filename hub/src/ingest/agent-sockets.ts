import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  CloseCode,
  type Command,
  HUB_MAX_PAYLOAD_BYTES,
  type ReaderState,
  type RfidStatus,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { WebSocketServer } from 'ws'
import type { Bus } from '../bus/bus.ts'
import type { Peers } from '../cluster/replicas.ts'
import type { AgentChange, ReaderTotals, SharedEvents } from '../bus/shared-events.ts'
import { confirmJoin, joinSecret } from '../store/agents/agent-join.ts'
import { findLiveKey } from '../store/agents/agent-keys.ts'
import { agentReaders } from '../store/agents/agent-status.ts'
import { agentNames } from '../store/agents/agents.ts'
import type { Db } from '../store/database.ts'
import { inTransaction } from '../store/transaction.ts'
import { agentHolds } from '../store/cluster/replicas.ts'
import { assetsByTag } from '../store/assets/find-assets.ts'
import { AgentConnection } from './agent-connection.ts'
import { takeHello } from './hello.ts'
import { createIngestMetrics } from './ingest-metrics.ts'
import type { NewsDesk } from '../realtime/news-desk.ts'
import { AgentPresence, type Presence } from './presence.ts'
import { IngestQueue } from './queue.ts'
import { createFrameLimiter, SocketGuard } from './socket-guard.ts'
import type { SortedEntries } from './sort-entries.ts'

export interface AgentSocketOptions {
  db: Db
  /** Stores what the agents send. */
  ingest: Db
  bus: Bus
  news: NewsDesk
  peers: Peers
  log: Logger
  registry: Registry
  suppressWindowMs: () => Promise<number>
  clientAddress: (request: IncomingMessage) => string
  /** The agent that a presented key belongs to, or null. */
  authenticate: (
    presentedKey: string,
  ) => Promise<{ agentId: number; code: string; keyId: string } | null>
}

export interface AgentSockets {
  presence: Presence
  rfidStatus(): RfidStatus
  /** The readers of the agents that are connected here. */
  ownReaders(): ReaderTotals
  /** Sends a relay command to the agent, if it is here to take it; it is good for `ttlMs`. */
  command(
    agentId: number,
    command: Pick<Command, 'id' | 'pin' | 'state' | 'durationMs'>,
    ttlMs?: number,
  ): CommandDelivery
  /** Makes good what the bus did not bring: the connections follow the database. */
  reconcile(): Promise<void>
  /** Takes an upgrade of /api/agent/sync: 401 before the upgrade for a key that is not good. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes every connection and stores what has arrived. */
  stop(): Promise<void>
}

/** Rows of one query: SQLite takes 32,766 parameters, and the event loop is not held. */
const holdsAtOnce = 500

/** A command is never kept for an agent that is away: a barrier must not open late. */
export type CommandDelivery = 'sent' | 'offline' | 'quarantined'

/** The agents' side of the hub: their sockets, what they send, and who is there. */
export async function createAgentSockets(options: AgentSocketOptions): Promise<AgentSockets> {
  const { db, bus, log, news, peers, clientAddress } = options
  const metrics = createIngestMetrics(options.registry)
  const secret = await inTransaction(db, joinSecret)
  const queue = new IngestQueue(options.ingest, log, (seconds) =>
    metrics.commitSeconds.observe(seconds),
  )
  const limiter = createFrameLimiter()
  const presence = new AgentPresence(db, bus, log, peers)
  const connections = new Map<number, AgentConnection>()
  let nextKey = 1

  const server = new WebSocketServer({
    noServer: true,
    maxPayload: HUB_MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
    maxFragments: 16,
    maxBufferedChunks: 256,
  })

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const key = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const agent = key === undefined ? null : await options.authenticate(key)
    if (agent === null) {
      metrics.refused.inc({ reason: 'key' })
      refuseUpgrade(socket, '401 Unauthorized')
      return
    }
    const address = clientAddress(request)
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const { agentId } = agent
      const agentLog = log.child({ agent: agent.code })
      const connection = new AgentConnection(
        webSocket,
        {
          log: agentLog,
          metrics,
          limiter,
          joinSecret: secret,
          now: Date.now,
          suppressWindowMs: options.suppressWindowMs,
          takeHello: (hello) => {
            const { keyId } = agent
            const caller = { agentId, keyId, address, replica: peers.me, now: Date.now() }
            return takeHello(db, secret, hello, caller)
          },
          confirmJoin: (counter) => inTransaction(db, (trx) => confirmJoin(trx, agentId, counter)),
          submit: (batch) => queue.submit(batch),
          onJoined: (quarantined) => joined(connection, agent.keyId, agentLog, quarantined),
          onSeen: (at) => presence.seen(agentId, at),
          onStored: (epoch, { outcome, assets }) => {
            if (outcome.type !== 'ack') return
            const { stored, agent: named, from, watermark: to } = outcome
            news.stored({ epoch, agent: named, entries: stored, assets }, { from, to })
            noteReaders(agentId, stored)
          },
          onLive: (epoch, entries) => showLive(connection, epoch, entries),
        },
        { agentId, key: String(nextKey++) },
      )
      const guard = new SocketGuard(webSocket, socket, (fault) => connection.giveUp(fault))
      connection.start(guard)
      webSocket.on('close', (code) => left(connection, agentLog, code))
    })
  }

  async function joined(
    connection: AgentConnection,
    keyId: string,
    agentLog: Logger,
    quarantined: boolean,
  ): Promise<void> {
    const { agentId, generation, agent } = connection
    let isPresent = false
    try {
      isPresent = await enter(connection, keyId, agentLog, quarantined)
    } finally {
      // Its hello is stored, and nobody else would ever take it back.
      if (!isPresent && agent !== null) presence.abandoned(agentId, { generation, agent })
    }
  }

  /** False when the connection ended meanwhile. */
  async function enter(
    connection: AgentConnection,
    keyId: string,
    agentLog: Logger,
    quarantined: boolean,
  ): Promise<boolean> {
    // The device may have gone while its hello waited for the database.
    if (!connection.isOpen) return false
    const { agentId, generation } = connection
    const older = connections.get(agentId)
    // Two hellos at once: on Postgres the one that was stored last need not be told last.
    if (older !== undefined && older.generation > generation) {
      connection.close(CloseCode.superseded, 'a newer connection of this agent is open')
      return false
    }
    connections.set(agentId, connection)
    bus.share('agentJoined', { agentId, generation })
    older?.close(CloseCode.superseded, 'a newer connection of this agent is open')
    metrics.connected.set(connections.size)
    agentLog.info({ quarantined }, 'agent connected')
    const readers = quarantined ? [] : await agentReaders(db, agentId)
    // From here on renames and revocations reach the connection; one since its hello did not.
    const named = await agentNames(db, agentId)
    const key = await findLiveKey(db, keyId, Date.now())
    if (connections.get(agentId) !== connection) return false
    if (named === undefined || key === undefined) {
      const reason = named === undefined ? 'the agent was deleted' : 'key revoked'
      connection.close(CloseCode.keyRevoked, reason)
      return false
    }
    connection.rename(named)
    presence.joined(agentId, { generation, agent: named, readers })
    return true
  }

  function left(connection: AgentConnection, agentLog: Logger, code: number): void {
    agentLog.info({ code }, 'agent disconnected')
    if (connections.get(connection.agentId) !== connection) return
    connections.delete(connection.agentId)
    metrics.connected.set(connections.size)
    presence.left(connection.agentId)
  }

  async function showLive(connection: AgentConnection, epoch: string, entries: SortedEntries) {
    const { agent, agentId } = connection
    if (agent === null) return
    const uids = new Set([...entries.reads, ...entries.suppressions].map((r) => r.uid))
    const assets = await assetsByTag(db, [...uids])
    news.live({ epoch, agent, entries, assets })
    noteReaders(agentId, entries)
  }

  function noteReaders(agentId: number, { statuses }: SortedEntries): void {
    const readers: readonly ReaderState[] | undefined = statuses.findLast((s) => !s.late)?.readers
    if (readers !== undefined) presence.readersChanged(agentId, readers)
  }

  const onWindow = (ms: number) => {
    for (const c of connections.values()) c.send({ type: 'settings', suppressWindowMs: ms })
  }
  const onChanged = ({ agentId, closeCode, reason, gone }: AgentChange) => {
    if (gone) presence.forget(agentId)
    connections.get(agentId)?.close(closeCode, reason)
  }
  const onRenamed = ({ agentId, agent }: SharedEvents['agentRenamed']) => {
    connections.get(agentId)?.rename(agent)
    presence.renamed(agentId, agent)
  }
  const onJoined = ({ agentId, generation }: SharedEvents['agentJoined']) => {
    const connection = connections.get(agentId)
    if (connection !== undefined && connection.generation < generation) supersede(connection)
  }
  const supersede = (connection: AgentConnection) =>
    connection.close(CloseCode.superseded, 'a newer connection of this agent is open')

  const onReaders = () => presence.tellReaders()

  let toldWindowMs: number | null = null
  async function reconcile(): Promise<void> {
    const windowMs = await options.suppressWindowMs()
    if (toldWindowMs !== null && windowMs !== toldWindowMs) onWindow(windowMs)
    toldWindowMs = windowMs
    const held = [...connections.values()]
    for (let i = 0; i < held.length; i += holdsAtOnce) {
      const some = held.slice(i, i + holdsAtOnce)
      const rows = await agentHolds(
        db,
        some.map((c) => c.agentId),
      )
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const connection of some) {
        const row = byId.get(connection.agentId)
        if (row === undefined) continue
        const { code, name, location } = row
        onRenamed({ agentId: row.id, agent: { code, name, location } })
        if (row.generation > connection.generation) supersede(connection)
        else if (row.replica !== peers.me) connection.close(CloseCode.rejoin, 'say hello again')
        else if (connection.isQuarantined && row.quarantine === null) {
          connection.close(CloseCode.rejoin, 'quarantine lifted')
        }
      }
    }
    presence.tellReaders()
  }
  bus.on('suppressWindow', onWindow)
  bus.on('agentChanged', onChanged)
  bus.on('agentRenamed', onRenamed)
  bus.on('agentJoined', onJoined)
  bus.on('readers', onReaders)

  return {
    presence,
    rfidStatus: () => presence.rfidStatus(),
    ownReaders: () => presence.ownReaders(),
    reconcile,
    command(agentId, command, ttlMs) {
      const connection = connections.get(agentId)
      if (connection === undefined || !connection.isOpen) return 'offline'
      if (connection.isQuarantined) return 'quarantined'
      connection.command(command, ttlMs)
      return 'sent'
    },
    handleUpgrade(request, socket, head) {
      const onError = () => socket.destroy()
      socket.on('error', onError)
      accept(request, socket, head).catch((error: unknown) => {
        log.error({ err: error }, 'an agent could not be authenticated')
        refuseUpgrade(socket, '503 Service Unavailable')
      })
    },
    async stop() {
      bus.off('suppressWindow', onWindow)
      bus.off('agentChanged', onChanged)
      bus.off('agentRenamed', onRenamed)
      bus.off('agentJoined', onJoined)
      bus.off('readers', onReaders)
      for (const client of server.clients) client.close(1001, 'the hub is stopping')
      await queue.idle()
      for (const client of server.clients) client.terminate()
      await presence.stop()
    },
  }
}

/** Node's timeouts no longer watch a socket after an upgrade: whoever refuses it must destroy it. */
function refuseUpgrade(socket: Duplex, status: string): void {
  const answer = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
  socket.end(answer, () => socket.destroy())
}
