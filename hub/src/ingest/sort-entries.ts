import type { StoredAgentEvent } from '../store/agents/agent-events.ts'
import type { StoredStatus } from '../store/agents/agent-status.ts'
import type { StoredDeadLetter, StoredGap } from '../store/agents/lost-entries.ts'
import type { StoredRead, StoredSuppression, StoredTelemetry } from '../store/reads/entries.ts'
import type { Tagged } from '../store/assets/tagged-assets.ts'
import type { StoredResult } from '../store/commands/relay-commands.ts'
import type { CheckedEntry, GoodEntry } from './checked-entries.ts'
import { entryTime } from './entry-time.ts'

/** The connection and epoch that an entry came by. */
export interface EntrySource {
  epochId: number
  agentId: number
  receivedAt: number
}

/** Entries by the table that takes them. */
export interface SortedEntries {
  reads: (StoredRead & Tagged)[]
  suppressions: (StoredSuppression & Tagged)[]
  telemetry: StoredTelemetry[]
  gaps: StoredGap[]
  statuses: StoredStatus[]
  events: StoredAgentEvent[]
  results: StoredResult[]
  deadLetters: StoredDeadLetter[]
}

export function emptyEntries(): SortedEntries {
  return {
    reads: [],
    suppressions: [],
    telemetry: [],
    gaps: [],
    statuses: [],
    events: [],
    results: [],
    deadLetters: [],
  }
}

/**
 * Adds an entry to the rows of its kind. Data that does not fit the kind becomes a dead letter under
 * the entry's epoch and seq: it is kept, and does not hold up the entries after it. Hot path: one
 * object literal an entry.
 */
export function sortEntry(entry: CheckedEntry, source: EntrySource, into: SortedEntries): void {
  if (entry.error === null) {
    addRow[entry.kind](entry as never, source, into)
    return
  }
  const { seq, kind, data: payload, error } = entry
  const { epochId, agentId, receivedAt } = source
  into.deadLetters.push({ epochId, seq, agentId, receivedAt, kind, payload, error })
}

/** Each adds an entry to its rows. */
const addRow: {
  [K in GoodEntry['kind']]: (
    entry: Extract<GoodEntry, { kind: K }>,
    source: EntrySource,
    into: SortedEntries,
  ) => void
} = {
  read(entry, { epochId, agentId, receivedAt }, into) {
    const { data } = entry
    const { at, clock, late } = entryTime(entry, receivedAt)
    into.reads.push({
      epochId,
      seq: entry.seq,
      agentId,
      receivedAt,
      reader: data.reader,
      uid: data.uid,
      antenna: data.antenna ?? null,
      rssi: data.rssi ?? null,
      versionId: null,
      asset: null,
      readAt: at,
      clock,
      late,
      tid: data.tid ?? null,
    })
  },

  suppressed(entry, { epochId, agentId, receivedAt }, into) {
    const { data } = entry
    const { at, late } = entryTime(entry, receivedAt)
    into.suppressions.push({
      epochId,
      seq: entry.seq,
      agentId,
      receivedAt,
      reader: data.reader,
      uid: data.uid,
      versionId: null,
      asset: null,
      firstAt: Math.round(Math.max(0, at - data.spanMs)),
      lastAt: at,
      count: data.count,
      rssi: data.rssi ?? null,
      late,
    })
  },

  telemetry(entry, { epochId, agentId, receivedAt }, into) {
    const { data } = entry
    const { type, source: of = '', value, unit } = data
    const { at, late } = entryTime(entry, receivedAt)
    const { seq } = entry
    const row = { epochId, seq, agentId, receivedAt, type, source: of, value, unit, at, late }
    into.telemetry.push(row)
  },

  gap(entry, { epochId, agentId, receivedAt }, into) {
    const { data } = entry
    const { at } = entryTime(entry, receivedAt)
    // A copy: its counts are clipped, each time that its transaction is run.
    const gap = { ...data, counts: { ...data.counts } }
    into.gaps.push({ epochId, seq: entry.seq, agentId, receivedAt, gap, at })
  },

  status(entry, { epochId, agentId, receivedAt }, into) {
    const { data } = entry
    const { readers, clock, event, detail = null } = data
    const { sensors = [], inputs = [], relays = null } = data
    const outbox = JSON.stringify(data.outbox)
    const { at, late } = entryTime(entry, receivedAt)
    const devices = { sensors, inputs, relays, cleartext: data.cleartext }
    into.statuses.push({ agentId, clock, outbox, readers, devices, at, late })
    // Every few minutes, and tells nothing but the state.
    if (event !== 'periodic') {
      into.events.push({ epochId, seq: entry.seq, agentId, event, detail, at, receivedAt })
    }
  },

  command_result(entry, { agentId, receivedAt }, into) {
    const { data } = entry
    const { at, late } = entryTime(entry, receivedAt)
    into.results.push({ agentId, seq: entry.seq, result: data, at, late })
  },
}

/** The first seq that an entry stands for; a gap stands for many. */
export function entryStart(entry: CheckedEntry): number {
  return entry.error === null && entry.kind === 'gap' ? (entry.data.from ?? entry.seq) : entry.seq
}
