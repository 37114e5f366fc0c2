import { entryData, isEntryKind, type WireEntry } from '@vehicle-control/protocol'
import type { StoredStatus } from '../store/agents/agent-status.ts'
import type {
  StoredDeadLetter,
  StoredGap,
  StoredRead,
  StoredSuppression,
  StoredTelemetry,
} from '../store/reads/entries.ts'
import type { StoredResult } from '../store/commands/relay-commands.ts'
import { entryTime } from './entry-time.ts'

/** The connection and epoch that an entry came by. */
export interface EntrySource {
  epochId: number
  agentId: number
  receivedAt: number
}

/** Entries by the table that takes them. */
export interface SortedEntries {
  reads: StoredRead[]
  suppressions: StoredSuppression[]
  telemetry: StoredTelemetry[]
  gaps: StoredGap[]
  statuses: StoredStatus[]
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
    results: [],
    deadLetters: [],
  }
}

const PAYLOAD_MAX_LENGTH = 64 * 1024

/**
 * Adds an entry to the rows of its kind. Data that does not fit the kind becomes a dead letter under
 * the entry's epoch and seq: it is kept, and does not hold up the entries after it.
 */
export function sortEntry(entry: WireEntry, source: EntrySource, into: SortedEntries): void {
  const { epochId, agentId, receivedAt } = source
  const { seq } = entry
  const fail = (error: string) => {
    const payload = JSON.stringify(entry.data ?? null).slice(0, PAYLOAD_MAX_LENGTH)
    into.deadLetters.push({ epochId, seq, agentId, receivedAt, kind: entry.kind, payload, error })
  }
  if (!isEntryKind(entry.kind)) return fail('unknown kind')
  const time = entryTime(entry, receivedAt)
  const { at } = time
  switch (entry.kind) {
    case 'read': {
      const data = entryData.read.safeParse(entry.data)
      if (!data.success) return fail(data.error.message)
      const read = data.data
      into.reads.push({
        epochId,
        seq,
        agentId,
        receivedAt,
        reader: read.reader,
        uid: read.uid,
        antenna: read.antenna ?? null,
        rssi: read.rssi ?? null,
        assetId: null,
        readAt: at,
        clock: time.clock,
        late: time.late,
      })
      return
    }
    case 'suppressed': {
      const data = entryData.suppressed.safeParse(entry.data)
      if (!data.success) return fail(data.error.message)
      const { uid, reader, count, spanMs, rssi = null } = data.data
      into.suppressions.push({
        epochId,
        seq,
        agentId,
        receivedAt,
        reader,
        uid,
        assetId: null,
        firstAt: Math.round(Math.max(0, at - spanMs)),
        lastAt: at,
        count,
        rssi,
        late: time.late,
      })
      return
    }
    case 'telemetry': {
      const data = entryData.telemetry.safeParse(entry.data)
      if (!data.success) return fail(data.error.message)
      const { type, value, unit } = data.data
      into.telemetry.push({
        epochId,
        seq,
        agentId,
        receivedAt,
        type,
        value,
        unit,
        at,
        late: time.late,
      })
      return
    }
    case 'gap': {
      const data = entryData.gap.safeParse(entry.data)
      if (!data.success) return fail(data.error.message)
      into.gaps.push({ epochId, seq, agentId, receivedAt, gap: data.data, at })
      return
    }
    case 'status': {
      const data = entryData.status.safeParse(entry.data)
      if (!data.success) return fail(data.error.message)
      const { version, readers, clock, outbox } = data.data
      into.statuses.push({
        agentId,
        version,
        clock,
        outbox: JSON.stringify(outbox),
        readers,
        at,
        late: time.late,
      })
      return
    }
    case 'command_result': {
      const data = entryData.command_result.safeParse(entry.data)
      if (!data.success) return fail(data.error.message)
      into.results.push({ agentId, seq, result: data.data, at, late: time.late })
      return
    }
  }
}

/** The first seq that an entry stands for; a gap stands for many. */
export function entryStart(entry: WireEntry): number {
  if (entry.kind !== 'gap') return entry.seq
  const gap = entryData.gap.safeParse(entry.data)
  return gap.success ? (gap.data.from ?? entry.seq) : entry.seq
}
