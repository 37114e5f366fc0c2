import type { EpochWatermark } from '@vehicle-control/protocol'
import type { CheckedEntry, EntryRow } from '../entries/entry.ts'
import { clockOff } from '../entries/entry-time.ts'
import { missingEntries } from '../entries/gap.ts'
import {
  emptyEntries,
  firstSeqOf,
  ROWS,
  type RowsName,
  type SortedEntries,
  sortEntry,
  taggedRows,
} from '../entries/kinds.ts'
import {
  clockOffEvent,
  insertAgentEvents,
  type StoredAgentEvent,
} from '../store/agents/agent-events.ts'
import { lockAgents } from '../store/agents/agent-status.ts'
import { findTagged } from '../store/assets/tagged-assets.ts'
import type { Db } from '../store/database.ts'
import { type EpochRow, lockEpochs, saveWatermarks } from '../store/reads/epochs.ts'
import { EntryCounters } from '../store/reports/counters.ts'

/** A batch that waits to be stored, with its sender. */
export interface BatchRequest {
  agentId: number
  /** The connection's generation: a newer connection of the agent supersedes it. */
  generation: number
  epoch: string
  prev: number
  entries: readonly CheckedEntry[]
  receivedAt: number
  /** Size of its frame, where it came in one. */
  bytes?: number
}

/** The outcome of a batch. `ack` and `nack` carry the committed watermark. */
export type BatchOutcome =
  | ({
      type: 'ack'
      /** The watermark before this batch. */
      from: number
      stored: SortedEntries
      agent: EpochRow['agent']
    } & EpochWatermark)
  | ({ type: 'nack' } & EpochWatermark)
  | { type: 'superseded' | 'quarantined' | 'foreign_epoch' }

/** The outcomes of a group of batches, to be acted on once it is committed. */
export interface Applied {
  outcomes: BatchOutcome[]
  /** Whether counters of assets are to be merged (`mergeAssets`). */
  leftDelta: boolean
  /** Rows that were refused, since what they report was settled already. */
  leftOut: { name: RowsName; agentId: number; rows: number }[]
}

/**
 * Stores a group of batches inside the caller's transaction: drops entries that the watermarks
 * cover, inserts the others, updates the counters, advances the watermarks. Nothing may be acked
 * before the transaction has committed.
 */
export async function applyBatches(db: Db, requests: readonly BatchRequest[]): Promise<Applied> {
  const epochs = await lockEpochs(db, [...new Set(requests.map((r) => r.epoch))])
  const before = new Map([...epochs.values()].map((e) => [e.id, e.watermark]))
  const all = emptyEntries()
  const clockEvents: StoredAgentEvent[] = []
  const outcomes = requests.map((request) =>
    sortBatch(request, epochs.get(request.epoch), { all, clockEvents }),
  )
  await findTagged(db, taggedRows(all))
  const leftOut: Applied['leftOut'] = []
  // What a batch has none of is not visited: most hold reads alone.
  const found = ROWS.filter(({ name }) => all[name].length > 0)
  for (const { name, insert } of found) {
    const rows = (await insert(db, all[name] as never[], before)) ?? []
    const [first] = rows
    if (first === undefined) continue
    leftOut.push({ name, agentId: first.agentId, rows: rows.length })
    leaveOut(outcomes, name, rows)
  }
  if (clockEvents.length > 0) await insertAgentEvents(db, clockEvents)
  await lockAgents(db, changedAgents(all))
  for (const { name, update } of found) await update?.(db, all[name] as never[])
  const counters = new EntryCounters()
  for (const { name, count } of found) {
    if (count !== undefined) for (const row of all[name]) count(row as never, counters)
  }
  const leftDelta = await counters.save(db)
  const advanced = [...epochs.values()].filter((e) => e.watermark !== before.get(e.id))
  const now = requests[0]?.receivedAt ?? 0
  await saveWatermarks(
    db,
    advanced.map((e) => [e.id, e.watermark]),
    now,
  )
  return { outcomes, leftDelta, leftOut }
}

function changedAgents(all: SortedEntries): number[] {
  const agents = new Set<number>()
  for (const { name, locksAgents } of ROWS) {
    if (locksAgents) for (const { agentId } of all[name]) agents.add(agentId)
  }
  return [...agents]
}

/** Removes rows that were not stored from the outcomes, so that they are not announced. */
function leaveOut(
  outcomes: readonly BatchOutcome[],
  name: RowsName,
  rows: readonly unknown[],
): void {
  const leftOut = new Set(rows)
  for (const outcome of outcomes) {
    if (outcome.type !== 'ack') continue
    const stored: Record<string, unknown[]> = outcome.stored
    stored[name] = stored[name]?.filter((row) => !leftOut.has(row)) ?? []
  }
}

function sortBatch(
  request: BatchRequest,
  epoch: EpochRow | undefined,
  { all, clockEvents }: { all: SortedEntries; clockEvents: StoredAgentEvent[] },
): BatchOutcome {
  if (epoch === undefined || epoch.agentId !== request.agentId) return { type: 'foreign_epoch' }
  if (epoch.generation !== request.generation) return { type: 'superseded' }
  if (epoch.quarantined) return { type: 'quarantined' }
  const name = epoch.epoch
  if (request.prev > epoch.watermark) {
    return { type: 'nack', epoch: name, watermark: epoch.watermark }
  }
  const { agentId, receivedAt } = request
  const source = { epochId: epoch.id, agentId, receivedAt }
  const stored = emptyEntries()
  const before = epoch.watermark
  let off: number | null = null
  for (const entry of request.entries) {
    if (entry.seq <= epoch.watermark) continue
    off = clockOff(entry, receivedAt) ?? off
    const { watermark } = epoch
    const first = firstSeqOf(entry)
    if (first > watermark + 1) stored.gap.push(missingEntries(source, watermark + 1, first - 1))
    // Only the first new entry can reach back over stored ones; its insert looks for those.
    sortEntry(entry, source, stored, watermark > before ? watermark : null)
    epoch.watermark = entry.seq
  }
  if (off !== null) clockEvents.push(clockOffEvent({ ...source, seq: epoch.watermark }, off))
  for (const { name: kind } of ROWS) {
    for (const row of stored[kind]) (all[kind] as EntryRow[]).push(row)
  }
  const { watermark, agent } = epoch
  return { type: 'ack', epoch: name, from: before, watermark, stored, agent }
}
