import {
  type EpochWatermark,
  type GapData,
  MAX_BATCH_ENTRIES,
  MAX_BATCHES_IN_FLIGHT,
} from '@vehicle-control/protocol'
import { clockOffEvent, insertAgentEvents } from '../store/agents/agent-events.ts'
import { insertDeadLetters, insertGaps, type StoredGap } from '../store/agents/lost-entries.ts'
import { saveMetrics } from '../store/agents/agent-metrics.ts'
import { lockAgents, saveStatuses } from '../store/agents/agent-status.ts'
import { countEntries } from '../store/reports/counters.ts'
import type { Db } from '../store/database.ts'
import {
  countStored,
  insertReads,
  insertSuppressions,
  insertTelemetry,
  type SeqRange,
} from '../store/reads/entries.ts'
import { type EpochRow, lockEpochs, saveWatermarks } from '../store/reads/epochs.ts'
import { saveCommandResults, type StoredResult } from '../store/commands/relay-commands.ts'
import { countTelemetry } from '../store/telemetry/telemetry-minutes.ts'
import { findTagged, saveStrays } from '../store/assets/tagged-assets.ts'
import type { CheckedEntry } from './checked-entries.ts'
import { clockOff } from './entry-time.ts'
import { emptyEntries, entryStart, sortEntry, type SortedEntries } from './sort-entries.ts'

/** A batch that waits to be stored, with its sender. */
export interface BatchRequest {
  agentId: number
  /** The connection's generation: a newer connection of the agent makes this one void. */
  generation: number
  epoch: string
  prev: number
  entries: readonly CheckedEntry[]
  receivedAt: number
  /** Of its frame, where it came in one. */
  bytes?: number
}

/** The answer to a batch. `ack` and `nack` carry the committed watermark. */
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
  /** Results of commands that had one already, which stands. */
  settled: StoredResult[]
}

/**
 * Stores a group of batches inside the caller's transaction: drops what the watermarks cover,
 * inserts the rest, updates the counters, advances the watermarks. Nothing may be acked before the
 * caller has committed.
 */
export async function applyBatches(db: Db, requests: readonly BatchRequest[]): Promise<Applied> {
  const epochs = await lockEpochs(db, [...new Set(requests.map((r) => r.epoch))])
  const before = new Map([...epochs.values()].map((e) => [e.id, e.watermark]))
  const all = emptyEntries()
  const outcomes = requests.map((request) => sortBatch(request, epochs.get(request.epoch), all))
  await findTagged(db, all)
  await insertReads(db, all.reads)
  await insertSuppressions(db, all.suppressions)
  await insertTelemetry(db, all.telemetry)
  await insertDeadLetters(db, all.deadLetters)
  await insertAgentEvents(db, all.events)
  await clipGaps(db, all.gaps, before)
  await insertGaps(db, all.gaps)
  const settled = await saveCommandResults(db, all.results)
  // Nobody hears of what was not stored.
  if (settled.length > 0) leaveOut(settled, outcomes)
  const lastStatus = new Map(all.statuses.map((s) => [s.agentId, s]))
  await lockAgents(db, [...new Set([...lastStatus.keys(), ...all.reads.map((r) => r.agentId)])])
  await saveStatuses(db, [...lastStatus.values()])
  await saveMetrics(db, all.telemetry)
  await saveStrays(db, all.reads)
  await countTelemetry(db, all.telemetry)
  const leftDelta = await countEntries(db, all.reads, all.suppressions)
  const advanced = [...epochs.values()].filter((e) => e.watermark !== before.get(e.id))
  const now = requests[0]?.receivedAt ?? 0
  await saveWatermarks(
    db,
    advanced.map((e) => [e.id, e.watermark]),
    now,
  )
  return { outcomes, leftDelta, settled }
}

function leaveOut(results: readonly StoredResult[], outcomes: readonly BatchOutcome[]): void {
  for (const outcome of outcomes) {
    if (outcome.type !== 'ack') continue
    outcome.stored.results = outcome.stored.results.filter((result) => !results.includes(result))
  }
}

const MAX_IN_FLIGHT = MAX_BATCHES_IN_FLIGHT * MAX_BATCH_ENTRIES

function sortBatch(
  request: BatchRequest,
  epoch: EpochRow | undefined,
  all: SortedEntries,
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
  const locked = epoch.watermark
  let off: number | null = null
  for (const entry of request.entries) {
    if (entry.seq <= epoch.watermark) continue
    off = clockOff(entry, receivedAt) ?? off
    const start = entryStart(entry)
    if (start > epoch.watermark + 1)
      stored.gaps.push(missing(source, epoch.watermark + 1, start - 1))
    sortEntry(entry, source, stored)
    // Only a batch's first entry can reach back over what is stored; clipGap looks at that one.
    const gap = entry.kind === 'gap' && epoch.watermark > locked ? stored.gaps.at(-1)?.gap : null
    if (gap && gap.from !== null && gap.to === entry.seq) {
      gap.from = Math.max(gap.from, epoch.watermark + 1)
    }
    epoch.watermark = entry.seq
  }
  if (off !== null) stored.events.push(clockOffEvent({ ...source, seq: epoch.watermark }, off))
  for (const key of Object.keys(stored) as (keyof SortedEntries)[]) {
    // Each pair of lists is of one table; the compiler cannot see that through the key.
    for (const row of stored[key]) (all[key] as unknown[]).push(row)
  }
  const { watermark, agent } = epoch
  return { type: 'ack', epoch: name, from: locked, watermark, stored, agent }
}

/** The edge skipped entries without a gap of its own: written down here, never passed over. */
function missing(
  source: { epochId: number; agentId: number; receivedAt: number },
  from: number,
  to: number,
): StoredGap {
  const counts = { unknown: to - from + 1 }
  const at = source.receivedAt
  return { ...source, seq: to, gap: { from, to, counts, reason: 'missing' }, at }
}

/**
 * A gap may cover entries that had arrived before the edge gave them up (their ack was lost): they
 * are not missing here. `before` has the epochs' watermarks as they were locked.
 */
async function clipGaps(
  db: Db,
  gaps: readonly StoredGap[],
  before: ReadonlyMap<number, number>,
): Promise<void> {
  const reaching: { gap: GapData; range: SeqRange }[] = []
  for (const { gap, epochId } of gaps) {
    const watermark = before.get(epochId) ?? 0
    if (gap.from === null || gap.to === null || gap.from > watermark) continue
    // No edge has more in flight than its window: further back there is nothing to look for.
    const from = Math.max(gap.from, watermark - MAX_IN_FLIGHT)
    reaching.push({ gap, range: { epochId, from, to: watermark } })
  }
  const stored = await countStored(
    db,
    reaching.map(({ range }) => range),
  )
  for (const [i, { gap, range }] of reaching.entries()) {
    for (const kind of ['read', 'suppressed'] as const) {
      if (gap.counts[kind] !== undefined) {
        gap.counts[kind] = Math.max(0, gap.counts[kind] - (stored[i]?.[kind] ?? 0))
      }
    }
    gap.from = range.to + 1
  }
  for (const { gap } of gaps) clipUnknown(gap)
}

/** Entries of unknown kinds are all that a gap has seqs for: those before its new start arrived. */
function clipUnknown({ from, to, counts }: GapData): void {
  if (from === null || to === null || counts['unknown'] === undefined) return
  counts['unknown'] = Math.min(counts['unknown'], to - from + 1)
}
