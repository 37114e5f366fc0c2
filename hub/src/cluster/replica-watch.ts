import { hostname } from 'node:os'
import { HUB_TAKES, type HubTakes, Welcome } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { agentStatusEvent } from '../realtime/agent-status-event.ts'
import type { Db } from '../store/database.ts'
import { inTransaction } from '../store/transaction.ts'
import {
  beatReplica,
  enterReplica,
  type HeldAgent,
  listReplicas,
  releaseAgentsOf,
  removeReplica,
  type ReplicaRow,
} from '../store/cluster/replicas.ts'
import type { Bus } from '../bus/bus.ts'
import { ReaderTotals, type ReplicaEvents } from '../bus/replica-events.ts'
import { RUNNING } from '../version.ts'
import type { OtherReplica, Replicas } from './replicas.ts'

/** After so many looks without a new heartbeat a replica is dead. */
const LOOKS_UNTIL_DEAD = 3
const BEAT_EVERY_MS = 2000
/** For how long after its last pulse a replica is sent commands over the bus. */
const PULSE_LASTS_MS = 6000

/** What a replica says of itself with each pulse. */
const ABOUT = { host: hostname(), version: RUNNING.version }

interface Pulse {
  mono: number
  arrived: number
  host: string | null
  version: string | null
}

interface Other {
  beats: number
  /** Number of looks since its last new heartbeat. */
  looksSinceBeat: number
  readers: ReaderTotals
  takes: readonly HubTakes[]
}

/** What a replica of 1.0.0 takes, which does not say. */
const TAKEN_BY_OLDER: readonly HubTakes[] = ['named_relay']

export interface ReplicaWatchOptions {
  db: Db
  bus: Bus
  log: Logger
  /** Name of this replica. */
  me: string
  /** The readers of the agents that this replica holds. */
  ownReaders: () => ReaderTotals
  /** Milliseconds between two heartbeats; much less than between two looks of another replica. */
  beatEveryMs?: number
}

/**
 * Knows which replicas live. The database decides: every replica raises its heartbeat there, and
 * one whose heartbeat stops rising is dead, whatever its clock or the broker say. The bus only
 * brings pulses; while they come, commands can be forwarded over it.
 */
export class ReplicaWatch implements Replicas {
  readonly #options: ReplicaWatchOptions
  readonly me: string
  #others = new Map<string, Other>()
  readonly #pulses = new Map<string, Pulse>()
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> | null = null
  readonly #onPulse = (pulse: ReplicaEvents['pulse']) => {
    const { replica, mono, host = null, version = null } = pulse
    if (replica === this.me) return
    this.#pulses.set(replica, { mono, arrived: performance.now(), host, version })
  }
  readonly #onReaders = ({ replica, totals }: ReplicaEvents['readers']) => {
    const other = this.#others.get(replica)
    if (other !== undefined) other.readers = totals
  }

  constructor(options: ReplicaWatchOptions) {
    this.#options = options
    this.me = options.me
  }

  /** Enters this replica and finds the others. */
  async start(): Promise<void> {
    const { db, bus } = this.#options
    await inTransaction(db, (trx) => enterReplica(trx, this.me, this.#readers()))
    bus.on('pulse', this.#onPulse)
    bus.on('readers', this.#onReaders)
    await this.look()
    this.#timer = setInterval(() => {
      bus.publish('pulse', { replica: this.me, mono: performance.now(), ...ABOUT })
      this.#beating ??= this.#beat()
        .catch(() => {
          // The database is away: the next look fails too, and that is logged.
        })
        .finally(() => (this.#beating = null))
    }, this.#options.beatEveryMs ?? BEAT_EVERY_MS)
  }

  async #beat(): Promise<void> {
    const { db, log } = this.#options
    await inTransaction(db, async (trx) => {
      if (await beatReplica(trx, this.me, this.#readers())) return
      log.warn('another hub took this one for dead; it is back')
      await enterReplica(trx, this.me, this.#readers())
    })
  }

  /** Looks once which replicas live, and removes dead ones. A round does so every few seconds. */
  async look(): Promise<void> {
    const { db } = this.#options
    const found = new Map<string, Other>()
    for (const row of await listReplicas(db)) {
      if (row.id === this.me) continue
      const before = this.#others.get(row.id)
      const looksSinceBeat = before?.beats === row.beats ? before.looksSinceBeat + 1 : 0
      if (looksSinceBeat >= LOOKS_UNTIL_DEAD) await this.#removeDead(row.id, row.beats)
      else {
        const readers = ReaderTotals.parse(JSON.parse(row.readers))
        found.set(row.id, { beats: row.beats, looksSinceBeat, readers, takes: takenBy(row) })
      }
    }
    this.#others = found
    for (const id of this.#pulses.keys()) if (!found.has(id)) this.#pulses.delete(id)
  }

  isAlive(replica: string | null): boolean {
    return replica !== null && (this.#others.has(replica) || this.reaches(replica))
  }

  living(): string[] {
    return [this.me, ...this.#others.keys()]
  }

  takes(): readonly HubTakes[] {
    const others = [...this.#others.values()]
    return HUB_TAKES.filter((name) => others.every(({ takes }) => takes.includes(name)))
  }

  others(): OtherReplica[] {
    return [...this.#others.keys()].map((id) => {
      const { host = null, version = null } = this.#pulses.get(id) ?? {}
      return { id, host, version }
    })
  }

  readers(): ReaderTotals[] {
    return [...this.#others.values()].map((other) => other.readers)
  }

  reaches(replica: string): boolean {
    const pulse = this.#pulses.get(replica)
    return (
      this.#options.bus.isConnected &&
      pulse !== undefined &&
      performance.now() - pulse.arrived < PULSE_LASTS_MS
    )
  }

  forward(replica: string, command: { agentId: number; id: string }, ttlMs: number): boolean {
    const pulse = this.#pulses.get(replica)
    if (pulse === undefined || !this.reaches(replica)) return false
    // The pulse is older than it looks, so the deadline errs on the early side only.
    const deadline = pulse.mono + (performance.now() - pulse.arrived) + ttlMs
    this.#options.bus.publish('command', { replica, ...command, deadline })
    return true
  }

  /** Removes this replica, so that the others need not wait until its heartbeats are missing. */
  async stop(): Promise<void> {
    const { db, bus } = this.#options
    clearInterval(this.#timer)
    await this.#beating
    bus.off('pulse', this.#onPulse)
    bus.off('readers', this.#onReaders)
    await inTransaction(db, async (trx) => {
      const mine = (await listReplicas(trx)).find((row) => row.id === this.me)
      if (mine !== undefined) await removeReplica(trx, this.me, mine.beats)
    })
  }

  /**
   * Releases a dead replica's agents. Of several replicas only the one that deletes its row does.
   */
  async #removeDead(replica: string, beats: number): Promise<void> {
    const { db, bus, log } = this.#options
    const agents = await inTransaction(db, async (trx): Promise<HeldAgent[]> => {
      return (await removeReplica(trx, replica, beats)) ? releaseAgentsOf(trx, replica) : []
    })
    log.warn({ replica, agents: agents.length }, 'another hub is dead')
    for (const { code, name, location, last_seen: seen } of agents) {
      bus.broadcast('agentStatus', agentStatusEvent({ code, name, location }, seen, false))
    }
  }

  #readers(): string {
    return JSON.stringify(this.#options.ownReaders())
  }
}

function takenBy({ takes }: ReplicaRow): readonly HubTakes[] {
  if (takes === null) return TAKEN_BY_OLDER
  return Welcome.shape.takes.parse(JSON.parse(takes)) ?? []
}
