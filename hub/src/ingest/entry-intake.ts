import {
  type Batch,
  CloseCode,
  type EventAgent,
  isEntryKind,
  type Live,
  type HubFrame,
  type ReaderState,
  type RelaysState,
  type Refuse,
  type WireEntry,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Announcement } from '../bus/replica-events.ts'
import { checkEntries } from '../entries/checked-entries.ts'
import {
  ANNOUNCED,
  emptyEntries,
  ROWS,
  type SortedEntries,
  sortEntry,
  taggedRows,
} from '../entries/kinds.ts'
import type { Announcer } from '../realtime/announcer.ts'
import { mayBeAmong } from '../store/agents/agent-devices.ts'
import { findTagged } from '../store/assets/tagged-assets.ts'
import type { Db } from '../store/database.ts'
import type { IngestMetrics } from './ingest-metrics.ts'
import type { BatchRequest } from './apply.ts'
import type { BatchResult, BatchWriters } from './batch-writer.ts'
import type { AgentBudget } from './agent-budget.ts'
import type { Arrival } from './frame.ts'

/** An agent past its hello. */
export interface Sender {
  agentId: number
  /** Generation of the hello of its connection. */
  generation: number
  quarantined: boolean
  /** The agent under its current name. */
  agent: EventAgent
  /** The epochs that its hello named. */
  epochs: ReadonlySet<string>
}

/** The way back to the sender. */
export interface SenderSocket {
  send: (frame: HubFrame) => void
  refuse: (code: Refuse['code'], message: string) => void
  close: (code: number, reason: string) => void
}

export interface EntryIntakeOptions {
  db: Db
  queue: Pick<BatchWriters, 'submit'>
  /** The agent's budget, over all its connections. */
  budget: AgentBudget
  announcer: Announcer
  metrics: IngestMetrics
  log: Logger
  /** Called with the agent's readers when a status that is not late names them. */
  onReaders: (agentId: number, readers: readonly ReaderState[]) => void
}

/** The announcement whose lag is measured. */
const TIMED = ANNOUNCED.find(({ isTimed }) => isTimed)?.name

/** Handles the entries of one connection: stores batches, then acks and announces them. */
export class EntryIntake {
  readonly #socket: SenderSocket
  readonly #options: EntryIntakeOptions
  /** The relays of the newest status that came ahead of its batch; null: none came, or it names none. */
  #liveRelays: RelaysState | null = null

  constructor(socket: SenderSocket, options: EntryIntakeOptions) {
    this.#socket = socket
    this.#options = options
  }

  batch(
    frame: Batch,
    sender: Sender,
    { receivedAt, bytes }: Pick<Arrival, 'receivedAt' | 'bytes'>,
  ): void | Promise<void> {
    if (sender.quarantined) return this.#socket.refuse('quarantined', 'this agent is in quarantine')
    const foreign = frame.entries.find((e) => !isEntryKind(e.kind))
    if (foreign !== undefined) {
      const message = `this hub does not know entries of kind ${foreign.kind}`
      return this.#socket.refuse('upgrade_hub', message)
    }
    const { epoch, prev } = frame
    const { budget, queue } = this.#options
    const entries = checkEntries(frame.entries, bytes, budget)
    const { agentId, generation } = sender
    const request = { agentId, generation, epoch, prev, entries, receivedAt, bytes }
    const submitted = budget.storing(entries.length, bytes, queue.submit(request))
    const stored = submitted.then(
      (result) => {
        const start = performance.now()
        this.#answer(request, result)
        budget.spend(result.ms + performance.now() - start)
      },
      (error: unknown) => {
        this.#options.log.error({ err: error }, 'a batch was not stored')
        this.#socket.close(CloseCode.tryLater, JSON.stringify({ retryAfterMs: 5000 }))
      },
    )
    // Otherwise the next batch is read while this one is stored.
    if (budget.isFull) return stored
  }

  /**
   * Answers a batch and announces its entries. Runs after the commit: acks are sent nowhere else.
   */
  #answer({ agentId, epoch, entries, receivedAt }: BatchRequest, { outcome }: BatchResult): void {
    const { metrics, announcer } = this.#options
    switch (outcome.type) {
      case 'ack': {
        const { stored, agent, from, watermark } = outcome
        this.#socket.send({ type: 'ack', epoch, watermark })
        this.#count(stored, entries.length)
        const given = { epoch, agent, entries: stored }
        this.#timeOldest(announcer.stored(given, { from, to: watermark }), entries, receivedAt)
        this.#noteReaders(agentId, stored)
        return
      }
      case 'nack':
        metrics.nacks.inc()
        this.#socket.send({ type: 'nack', epoch, watermark: outcome.watermark })
        return
      case 'superseded':
        return this.#socket.close(CloseCode.superseded, 'a newer connection of this agent is open')
      case 'quarantined':
        return this.#socket.refuse('quarantined', 'this agent is in quarantine')
      case 'foreign_epoch':
        this.#socket.refuse('foreign_epoch', 'an epoch of this outbox belongs to another agent')
        return this.#socket.close(CloseCode.policy, outcome.type)
    }
  }

  #count(stored: SortedEntries, sent: number): void {
    const { metrics } = this.#options
    let sum = 0
    for (const { name, metric, counter } of ROWS) {
      const rows = stored[name]
      sum += rows.length
      if (rows.length > 0) metrics.entries.inc({ kind: metric }, rows.length)
      if (counter === undefined) continue
      for (const row of rows) {
        const [label, n] = counter.of(row as never)
        metrics.ofRows.get(name)?.labels(label).inc(n)
      }
    }
    if (sum < sent) metrics.duplicates.inc(sent - sum)
  }

  /**
   * Measures only the oldest entry of a frame: one observation for every read would cost too much.
   */
  #timeOldest(
    announcement: Announcement,
    entries: readonly Pick<WireEntry, 'seq' | 'age'>[],
    receivedAt: number,
  ): void {
    const oldest = TIMED && announcement[TIMED][0]?.[0]
    if (oldest === undefined) return
    const age = entries.find(({ seq }) => seq === oldest)?.age ?? 0
    const sinceArrival = Math.max(0, Date.now() - receivedAt)
    this.#options.metrics.liveLag.observe((age + sinceArrival) / 1000)
  }

  /** Announces the entries of a live frame, which are not stored: they come again in a batch. */
  async live(
    frame: Live,
    sender: Sender,
    { receivedAt, bytes }: Pick<Arrival, 'receivedAt' | 'bytes'>,
  ): Promise<void> {
    const { agentId, agent, epochs, quarantined } = sender
    const { epoch } = frame
    if (quarantined || !epochs.has(epoch)) return
    const entries = emptyEntries()
    const source = { epochId: 0, agentId, receivedAt }
    for (const entry of checkEntries(frame.entries, bytes)) sortEntry(entry, source, entries, null)
    const start = performance.now()
    await findTagged(this.#options.db, taggedRows(entries))
    const announcement = this.#options.announcer.live({ epoch, agent, entries })
    this.#timeOldest(announcement, frame.entries, receivedAt)
    this.#noteReaders(agentId, entries)
    this.#liveRelays = entries.status.at(-1)?.devices.relays ?? this.#liveRelays
    this.#options.budget.spend(performance.now() - start)
  }

  /**
   * True where a status that came ahead of a backlog, which may hold older statuses yet to be
   * stored, lets the relay be one of the agent's.
   */
  hasLiveRelay(relay: number | string): boolean {
    return this.#liveRelays !== null && mayBeAmong(this.#liveRelays, relay)
  }

  #noteReaders(agentId: number, { status }: SortedEntries): void {
    const readers = status.findLast((s) => !s.late)?.readers
    if (readers !== undefined) this.#options.onReaders(agentId, readers)
  }
}
