import {
  type AckEvent,
  CloseCode,
  COMMAND_TTL_MS,
  type Command,
  type EdgeAccepts,
  type EventAgent,
  type Hello,
  type HubTakes,
  type Live,
  type NamedCommand,
  type OutboxState,
  type Ping,
  MAX_LIVE_FRAMES_PER_SECOND,
  ProtocolError,
  SYNC_PROTOCOL,
  UNKNOWN_FRAMES_PER_MINUTE,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { AgentLists } from '../../access/agent-lists.ts'
import { confirmJoin } from '../../store/agents/agent-join.ts'
import { inTransaction } from '../../store/transaction.ts'
import type { AgentBudget } from '../agent-budget.ts'
import type { AgentSocket } from './agent-socket.ts'
import { EntryIntake, type EntryIntakeOptions, type Sender } from '../entry-intake.ts'
import type { Arrival, ReadFrame } from '../frame.ts'
import { takeHello } from '../hello.ts'
import { readJoin } from '../join-state.ts'
import type { HelloAdmission } from './hello-admission.ts'
import { TokenBucket } from '../../limits/token-bucket.ts'

/** The rate of live frames that the protocol allows, and the burst after a network stall. */
const LIVE_PACE = { perSecond: MAX_LIVE_FRAMES_PER_SECOND, burst: 3 * MAX_LIVE_FRAMES_PER_SECOND }

const UNKNOWN_PACE = {
  perSecond: UNKNOWN_FRAMES_PER_MINUTE / 60,
  burst: UNKNOWN_FRAMES_PER_MINUTE,
}

/** How long an agent must wait that names more epochs than the hub accepts. */
const EPOCHS_RETRY_MS = 10 * 60_000

/** A relay command without its deadline, which the connection adds. */
export type CommandOrder = Pick<Command, 'id' | 'state' | 'durationMs'> &
  (Pick<Command, 'pin'> | Pick<NamedCommand, 'relay'>)

/** The agent of a connection, as the upgrade authenticated it. */
export interface ConnectionIdentity {
  agentId: number
  keyId: string
  address: string
  /** Its costs and limits. */
  budget: AgentBudget
  log: Logger
}

/** What a connection needs of the hub. */
export interface ConnectionHost extends Omit<EntryIntakeOptions, 'log' | 'budget'> {
  joinSecret: string
  /** Name of this replica. */
  replica: string
  /** What all replicas take of edges. */
  takes: () => readonly HubTakes[]
  /** The agents' lists, which take what they say of them. */
  lists: Pick<AgentLists, 'have'>
  /** Limits how many hellos are served at once. */
  admission: HelloAdmission
  suppressWindowMs: () => Promise<number>
  /** Called after the hello: from now on this is the agent's connection. */
  onJoined: (connection: AgentConnection) => Promise<void>
  onSeen: (agentId: number, at: number) => void
  onOutbox: (agentId: number, outbox: OutboxState) => void
  /** Called when a hello ended commands whose relays were on. */
  onEnded: (acks: AckEvent[]) => void
}

interface Joined extends Sender {
  bootId: string
  accepts: Hello['accepts']
  /** What its welcome named. */
  takes: readonly HubTakes[]
  /** Counter of the join state that waits to be confirmed. */
  offered: number | null
}

/**
 * One agent's connection, from the upgrade to the close: handles its hello, its entries, its
 * commands.
 */
export class AgentConnection {
  readonly identity: ConnectionIdentity
  readonly #socket: AgentSocket
  readonly #host: ConnectionHost
  readonly #intake: EntryIntake
  readonly #clock = new EdgeClock()
  readonly #livePace = new TokenBucket(LIVE_PACE)
  readonly #unknownPace = new TokenBucket(UNKNOWN_PACE)
  #joined: Joined | null = null

  constructor(socket: AgentSocket, identity: ConnectionIdentity, host: ConnectionHost) {
    this.#socket = socket
    this.identity = identity
    this.#host = host
    const { budget, log } = identity
    this.#intake = new EntryIntake(socket, { ...host, budget, log })
  }

  get agentId(): number {
    return this.identity.agentId
  }

  /** The agent under its current name; null before the hello. */
  get agent(): EventAgent | null {
    return this.#joined?.agent ?? null
  }

  /** Generation of this connection's hello; 0 before it. */
  get generation(): number {
    return this.#joined?.generation ?? 0
  }

  get isQuarantined(): boolean {
    return this.#joined?.quarantined ?? false
  }

  /** True where a status that is not stored yet has named this relay. */
  hasLiveRelay(relay: number | string): boolean {
    return this.#intake.hasLiveRelay(relay)
  }

  /** True where the hello of this connection has said that its edge can be sent this. */
  accepts(name: EdgeAccepts): boolean {
    return this.#joined?.accepts?.includes(name) ?? false
  }

  /** True where its welcome did not name all of these; an edge that has no list of accepts knows no names. */
  wasToldLess(takes: readonly HubTakes[]): boolean {
    const told = this.#joined
    return told?.accepts !== undefined && takes.some((name) => !told.takes.includes(name))
  }

  get isOpen(): boolean {
    return this.#socket.isOpen
  }

  rename(agent: EventAgent): void {
    if (this.#joined !== null) this.#joined.agent = agent
  }

  /** Handles one frame. Where it returns a promise, the next frame must wait for it. */
  take(frame: ReadFrame, arrival: Arrival): void | Promise<void> {
    if ('mono' in frame) this.#clock.note(frame.mono, arrival.arrived)
    this.#host.onSeen(this.agentId, arrival.receivedAt)
    if (frame.type === 'foreign_hello') return this.#refuseVersion(frame.protocol)
    if (frame.type === 'hello') return this.#hello(frame)
    const joined = this.#joined
    if (joined === null) throw new ProtocolError('the first frame must be hello')
    switch (frame.type) {
      case 'batch':
        return this.#intake.batch(frame, joined, arrival)
      case 'live':
        return this.#live(frame, joined, arrival)
      case 'ping':
        return this.#ping(frame, joined)
      case 'unknown_frame':
        return this.#passOver()
      case 'access_have':
        if (!joined.quarantined) return this.#host.lists.have(this, frame)
        return
      case 'joined':
        return this.#confirmJoin(frame.join, joined)
    }
  }

  #ping({ mono, outbox }: Ping, { quarantined }: Joined): void {
    // In quarantine it may be the outbox of another device.
    if (outbox !== undefined && !quarantined) this.#host.onOutbox(this.agentId, outbox)
    this.#socket.send({ type: 'pong', mono, wall: Date.now() })
  }

  /** Whatever a newer edge may say beside what is known, it must not cost more than a frame now and then. */
  #passOver(): void {
    this.#host.metrics.unknownFrames.inc()
    if (!this.#unknownPace.take()) throw new ProtocolError('too many frames of unknown types')
  }

  /** Drops live frames beyond the rate: their entries come again in a batch. */
  #live(frame: Live, joined: Joined, arrival: Arrival): void | Promise<void> {
    if (this.#livePace.take()) return this.#intake.live(frame, joined, arrival)
    this.#host.metrics.skippedLive.inc()
  }

  #refuseVersion(protocol: number): void {
    const isOlder = protocol < SYNC_PROTOCOL
    const code = isOlder ? 'upgrade_edge' : 'upgrade_hub'
    const spoken = `this hub speaks ${SYNC_PROTOCOL} and ${SYNC_PROTOCOL - 1}`
    this.#socket.refuse(
      code,
      `the agent speaks protocol ${protocol}, ${spoken}: update the ${isOlder ? 'agent' : 'hub'}`,
    )
    this.close(CloseCode.wrongProtocol, code)
  }

  async #hello(frame: Hello): Promise<void> {
    if (this.#joined !== null) throw new ProtocolError('hello came twice')
    const { admission, metrics } = this.#host
    const admitted = await admission.enter(this.agentId, () => this.isOpen)
    if ('retryAfterMs' in admitted) {
      metrics.refused.inc({ reason: 'busy' })
      return this.#socket.tryLater(admitted.retryAfterMs)
    }
    try {
      if (this.isOpen) await this.#takeHello(frame)
    } finally {
      admitted.leave()
    }
  }

  async #takeHello(frame: Hello): Promise<void> {
    const { db, joinSecret: secret, replica } = this.#host
    // Loaded first: once the hello is stored, nothing may fail until `onJoined` has run.
    const suppressWindowMs = await this.#host.suppressWindowMs()
    const { agentId, keyId, address } = this.identity
    const takes = this.#host.takes()
    const caller = { agentId, keyId, address, replica, takes, now: Date.now() }
    const result = await takeHello(db, { secret, hello: frame, caller })
    if (result.type === 'gone') return this.close(CloseCode.keyRevoked, 'the agent was deleted')
    if (result.type === 'too_many_epochs') {
      this.#host.metrics.refused.inc({ reason: 'epochs' })
      this.identity.log.warn(
        'an agent has more unfinished epochs than one can have; it has to wait',
      )
      return this.#socket.tryLater(EPOCHS_RETRY_MS)
    }
    if (result.type !== 'welcome') {
      const message =
        result.type === 'wrong_agent'
          ? `the key belongs to another agent than ${frame.agent}`
          : 'an epoch of this outbox belongs to another agent'
      this.#socket.refuse(result.type, message)
      return this.close(CloseCode.policy, result.type)
    }
    const { generation, offered, agent, welcome, ended } = result
    if (ended.length > 0) this.#host.onEnded(ended)
    const { quarantined } = welcome
    const epochs = new Set(frame.epochs.map((e) => e.epoch))
    const { bootId, accepts } = frame
    this.#joined = {
      agentId,
      bootId,
      accepts,
      takes,
      generation,
      offered,
      quarantined,
      agent,
      epochs,
    }
    this.#socket.send({ ...welcome, suppressWindowMs })
    await this.#host.onJoined(this)
  }

  async #confirmJoin(shown: string, joined: Joined): Promise<void> {
    const { db, joinSecret } = this.#host
    if (joined.offered === null) return
    const counter = readJoin(joinSecret, this.agentId, shown)
    if (counter === null || counter !== joined.offered) return
    // Confirm it only once, though the edge may send it again.
    joined.offered = null
    await inTransaction(db, (trx) => confirmJoin(trx, this.agentId, counter))
  }

  /** Sends a relay command with its deadline in the edge's own clock. */
  sendCommand(order: CommandOrder, ttlMs = COMMAND_TTL_MS): void {
    if (this.#joined === null) return
    const deadline = this.#clock.in(ttlMs)
    const { bootId } = this.#joined
    if ('pin' in order) this.#socket.send({ type: 'command', ...order, deadline, bootId })
    else this.#socket.send({ type: 'named_command', ...order, deadline, bootId })
  }

  sendSlowly(text: string): Promise<void> {
    return this.#socket.sendSlowly(text)
  }

  sendWindow(suppressWindowMs: number): void {
    this.#socket.send({ type: 'settings', suppressWindowMs })
  }

  /** Ends the connection for a newer one of the same agent. */
  supersede(): void {
    this.close(CloseCode.superseded, 'a newer connection of this agent is open')
  }

  /** Ends the connection and makes the agent wait `retryAfterMs` before it connects again. */
  tryLater(retryAfterMs: number): void {
    this.#socket.tryLater(retryAfterMs)
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }
}

/**
 * An edge's monotonic clock, estimated from the stamps of its frames. A stamp is always older than
 * its arrival, so that a deadline can only be too early, never too late.
 */
class EdgeClock {
  /** The newest stamp, and when it arrived (performance.now()). */
  #stamp = { mono: 0, arrived: 0 }

  note(mono: number, arrived: number): void {
    // Frames are not always handled in the order in which they arrived.
    if (arrived >= this.#stamp.arrived) this.#stamp = { mono, arrived }
  }

  /** The moment `ttlMs` from now, in the edge's clock. */
  in(ttlMs: number): number {
    const { mono, arrived } = this.#stamp
    return mono + (performance.now() - arrived) + ttlMs
  }
}
