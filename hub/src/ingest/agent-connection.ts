import {
  type Batch,
  CloseCode,
  COMMAND_TTL_MS,
  type Command,
  type EdgeFrame,
  type EventAgent,
  type HubFrame,
  isEntryKind,
  type Live,
  MAX_BATCHES_IN_FLIGHT,
  ProtocolError,
  type Refuse,
  SYNC_PROTOCOL,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { BurstyRateLimiter } from 'rate-limiter-flexible'
import type { WebSocket } from 'ws'
import { type ForeignHello, readFrame } from './frame.ts'
import type { HelloResult } from './hello.ts'
import type { IngestMetrics } from './ingest-metrics.ts'
import { readJoin } from './join-state.ts'
import type { BatchResult } from './queue.ts'
import { emptyEntries, sortEntry, type SortedEntries } from './sort-entries.ts'
import type { BatchRequest } from './apply.ts'
import type { GuardFault, SocketGuard } from './socket-guard.ts'

/** What a connection asks of the part that holds them all. */
export interface ConnectionHost {
  log: Logger
  metrics: IngestMetrics
  limiter: BurstyRateLimiter
  joinSecret: string
  now: () => number
  takeHello: (frame: Extract<EdgeFrame, { type: 'hello' }>) => Promise<HelloResult>
  suppressWindowMs: () => Promise<number>
  confirmJoin: (counter: number) => Promise<void>
  submit: (request: BatchRequest) => Promise<BatchResult>
  /** Past its hello: from now on this is the agent's connection. */
  onJoined: (quarantined: boolean) => Promise<void>
  /** Something was heard. */
  onSeen: (at: number) => void
  onStored: (epoch: string, result: BatchResult) => void
  onLive: (epoch: string, entries: SortedEntries) => Promise<void>
}

interface Joined {
  bootId: string
  generation: number
  offered: number | null
  quarantined: boolean
  agent: EventAgent
  epochs: ReadonlySet<string>
}

/** Frames that have come and are not read yet: a peer that sends faster than we take is cut off. */
const waitingBytes = 2 * 1024 * 1024
/** Twice the window that an edge keeps to; beyond it, its next frame waits. */
const unstoredBatches = 2 * MAX_BATCHES_IN_FLIGHT

const speaks = (protocol: number) => protocol === SYNC_PROTOCOL || protocol === SYNC_PROTOCOL - 1

/** One agent's socket, from the upgrade to its end. Frames are taken in order. */
export class AgentConnection {
  readonly #socket: WebSocket
  readonly #host: ConnectionHost
  readonly #key: string
  readonly agentId: number
  #joined: Joined | null = null
  #chain: Promise<void> = Promise.resolve()
  #waitingBytes = 0
  /** Batches that wait for their transaction. */
  #unstored = 0
  /** The newest stamp of the edge's clock, and when it arrived by ours (performance.now). */
  #stamp = { mono: 0, arrived: 0 }

  constructor(socket: WebSocket, host: ConnectionHost, id: { agentId: number; key: string }) {
    this.#socket = socket
    this.#host = host
    this.agentId = id.agentId
    this.#key = id.key
  }

  /** The agent under its name of now; null before hello. */
  get agent(): EventAgent | null {
    return this.#joined?.agent ?? null
  }

  /** Which hello of the agent this connection began with; 0 before it. */
  get generation(): number {
    return this.#joined?.generation ?? 0
  }

  rename(agent: EventAgent): void {
    if (this.#joined !== null) this.#joined.agent = agent
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Takes frames from now on. */
  start(guard: SocketGuard): void {
    this.#socket.on('message', (data, isBinary) => {
      if (!this.isOpen) return
      const receivedAt = this.#host.now()
      const arrived = performance.now()
      const text = (data as Buffer).toString()
      this.#waitingBytes += text.length
      if (isBinary || this.#waitingBytes > waitingBytes) {
        this.#fault(isBinary ? 'binary' : 'flood')
        this.#socket.terminate()
        return
      }
      this.#chain = this.#chain.then(async () => {
        this.#waitingBytes -= text.length
        await this.#take(text, { receivedAt, arrived }, guard)
      })
    })
    this.#socket.on('error', (error) => {
      this.#host.metrics.badFrames.inc({ fault: 'socket' })
      this.#host.log.warn({ err: error }, 'agent socket failed')
    })
  }

  async #take(
    text: string,
    { receivedAt, arrived }: { receivedAt: number; arrived: number },
    guard: SocketGuard,
  ): Promise<void> {
    if (!this.isOpen) return
    try {
      await this.#host.limiter.consume(this.#key)
    } catch {
      this.giveUp('too_many_frames')
      return
    }
    try {
      const frame = readFrame(text, speaks)
      if (frame.type === 'hello') guard.greeted()
      if (frame.type !== 'foreign_hello') this.#stamp = { mono: frame.mono, arrived }
      this.#host.onSeen(receivedAt)
      await this.#handle(frame, receivedAt)
    } catch (error) {
      if (error instanceof ProtocolError) this.#fault('malformed', error.message)
      else {
        this.#host.log.error({ err: error }, 'an agent frame could not be handled')
        this.close(CloseCode.tryLater, JSON.stringify({ retryAfterMs: 1000 }))
      }
    }
  }

  async #handle(frame: EdgeFrame | ForeignHello, receivedAt: number): Promise<void> {
    if (frame.type === 'foreign_hello') return this.#refuseVersion(frame.protocol)
    if (frame.type === 'hello') return this.#hello(frame)
    const joined = this.#joined
    if (joined === null) throw new ProtocolError('the first frame must be hello')
    switch (frame.type) {
      case 'batch':
        return this.#batch(frame, joined, receivedAt)
      case 'live':
        return this.#live(frame, joined, receivedAt)
      case 'ping':
        return this.send({ type: 'pong', mono: frame.mono, wall: this.#host.now() })
      case 'joined': {
        const counter = readJoin(this.#host.joinSecret, this.agentId, frame.join)
        if (counter !== null && counter === joined.offered) await this.#host.confirmJoin(counter)
        return
      }
    }
  }

  #refuseVersion(protocol: number): void {
    const older = protocol < SYNC_PROTOCOL
    const code = older ? 'upgrade_edge' : 'upgrade_hub'
    const mine = `this hub speaks ${SYNC_PROTOCOL} and ${SYNC_PROTOCOL - 1}`
    this.#refuse(
      code,
      `the agent speaks protocol ${protocol}, ${mine}: update the ${older ? 'agent' : 'hub'}`,
    )
    this.close(CloseCode.wrongProtocol, code)
  }

  async #hello(frame: Extract<EdgeFrame, { type: 'hello' }>): Promise<void> {
    if (this.#joined !== null) throw new ProtocolError('hello came twice')
    // Before the hello: once that is stored, nothing may fail until `onJoined` has taken it over.
    const suppressWindowMs = await this.#host.suppressWindowMs()
    const result = await this.#host.takeHello(frame)
    if (result.type === 'gone') return this.close(CloseCode.keyRevoked, 'the agent was deleted')
    if (result.type !== 'welcome') {
      const message =
        result.type === 'wrong_agent'
          ? `the key belongs to another agent than ${frame.agent}`
          : 'an epoch of this outbox belongs to another agent'
      this.#refuse(result.type, message)
      return this.close(CloseCode.policy, result.type)
    }
    const { generation, offered, agent, welcome } = result
    const { quarantined } = welcome
    const epochs = new Set(frame.epochs.map((e) => e.epoch))
    this.#joined = { bootId: frame.bootId, generation, offered, quarantined, agent, epochs }
    this.send({ ...welcome, suppressWindowMs })
    await this.#host.onJoined(quarantined)
  }

  #batch(frame: Batch, joined: Joined, receivedAt: number): void | Promise<void> {
    if (joined.quarantined) return this.#refuse('quarantined', 'this agent is in quarantine')
    const foreign = frame.entries.find((e) => !isEntryKind(e.kind))
    if (foreign !== undefined) {
      return this.#refuse('upgrade_hub', `this hub does not know entries of kind ${foreign.kind}`)
    }
    const { epoch, prev, entries } = frame
    const { agentId } = this
    const request = { agentId, generation: joined.generation, epoch, prev, entries, receivedAt }
    this.#unstored++
    const stored = this.#host.submit(request).then(
      (result) => {
        this.#unstored--
        this.#answer(epoch, entries.length, result)
      },
      (error: unknown) => {
        this.#host.log.error({ err: error }, 'a batch was not stored')
        this.close(CloseCode.tryLater, JSON.stringify({ retryAfterMs: 5000 }))
      },
    )
    // Within the window the next batch is read while this one commits.
    if (this.#unstored > unstoredBatches) return stored
  }

  /** A batch is acked only here, after its transaction has committed. */
  #answer(epoch: string, sent: number, result: BatchResult): void {
    const { outcome } = result
    const { metrics } = this.#host
    switch (outcome.type) {
      case 'ack': {
        this.send({ type: 'ack', epoch, watermark: outcome.watermark })
        let stored = 0
        for (const [kind, rows] of Object.entries(outcome.stored)) {
          if (rows.length > 0) metrics.entries.inc({ kind }, rows.length)
          stored += rows.length
        }
        if (stored < sent) metrics.duplicates.inc(sent - stored)
        this.#host.onStored(epoch, result)
        return
      }
      case 'nack':
        metrics.nacks.inc()
        this.send({ type: 'nack', epoch, watermark: outcome.watermark })
        return
      case 'superseded':
        return this.close(CloseCode.superseded, 'a newer connection of this agent is open')
      case 'quarantined':
        return this.#refuse('quarantined', 'this agent is in quarantine')
      case 'foreign_epoch':
        this.#refuse('foreign_epoch', 'an epoch of this outbox belongs to another agent')
        return this.close(CloseCode.policy, outcome.type)
    }
  }

  async #live(frame: Live, joined: Joined, receivedAt: number): Promise<void> {
    if (joined.quarantined || !joined.epochs.has(frame.epoch)) return
    const entries = emptyEntries()
    const source = { epochId: 0, agentId: this.agentId, receivedAt }
    for (const entry of frame.entries) sortEntry(entry, source, entries)
    await this.#host.onLive(frame.epoch, entries)
  }

  get isQuarantined(): boolean {
    return this.#joined?.quarantined ?? false
  }

  /**
   * Sends a relay command with its deadline in the edge's own clock. The error is on the early side
   * only: a stamp is always older than it looks when it arrives.
   */
  command(
    command: Pick<Command, 'id' | 'pin' | 'state' | 'durationMs'>,
    ttlMs = COMMAND_TTL_MS,
  ): void {
    if (this.#joined === null) return
    const { mono, arrived } = this.#stamp
    const deadline = mono + (performance.now() - arrived) + ttlMs
    const { bootId } = this.#joined
    this.send({ type: 'command', ...command, deadline, bootId })
  }

  #refuse(code: Refuse['code'], message: string): void {
    this.#host.metrics.refused.inc({ reason: code })
    this.send({ type: 'refuse', code, message })
  }

  #fault(fault: string, message = fault): void {
    this.#host.metrics.badFrames.inc({ fault })
    this.#host.log.warn({ fault, reason: message }, 'agent connection closed for a bad frame')
    this.close(CloseCode.policy, message)
  }

  /** Ends the connection for a fault of its pace. */
  giveUp(fault: GuardFault): void {
    this.#host.metrics.badFrames.inc({ fault })
    const code = fault === 'hello_timeout' ? CloseCode.helloTimeout : CloseCode.policy
    this.close(code, fault)
    // A peer that is too slow to send a message is too slow to answer a close.
    if (fault !== 'too_many_frames') this.#socket.terminate()
  }

  send(frame: HubFrame): void {
    if (this.isOpen) this.#socket.send(JSON.stringify(frame))
  }

  close(code: number, reason: string): void {
    // A close frame takes at most 123 bytes of reason; a character that is cut becomes one of three.
    this.#socket.close(code, Buffer.from(reason).subarray(0, 120).toString())
  }
}
