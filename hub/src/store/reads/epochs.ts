import { type EpochRange, type EpochWatermark, MAX_HELLO_EPOCHS } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { type CellsOf, insertEntries, isOneOf, rowsOf } from '../bulk.ts'
import { type Db, dialectOf } from '../database.ts'

const DAY_MS = 86_400_000

/** An epoch with its watermark, and the current state of its agent. */
export interface EpochRow {
  id: number
  epoch: string
  agentId: number
  watermark: number
  generation: number
  quarantined: boolean
  agent: { code: string; name: string; location: string | null }
}

/**
 * Limit of one agent's live epochs: those with entries that are not all here, and that a hello
 * named within the last two days. A sound device names no more than a hello holds, and new ones
 * only once the oldest are stored. It only reaches the limit, for two days, after losing a card
 * with hundreds of unsent epochs.
 */
const LIVE_EPOCHS_MAX = MAX_HELLO_EPOCHS
const LIVE_FOR_MS = 2 * DAY_MS

/**
 * Registers the epochs of a hello and returns their watermarks, firstSeq - 1 for new ones. Deletes
 * none: an epoch's watermark is what keeps its entries from being stored twice. Returns `foreign`
 * when one belongs to another agent, and `too_many` when the agent has too many live ones to get
 * new ones.
 */
export async function registerEpochs(
  db: Db,
  agentId: number,
  ranges: readonly EpochRange[],
  now: number,
): Promise<EpochWatermark[] | 'foreign' | 'too_many'> {
  // Postgres refuses the query below for an empty list.
  if (ranges.length === 0) return []
  const names = ranges.map((r) => r.epoch)
  const known = await db
    .selectFrom('agent_epochs')
    .select(['epoch', 'agent_id', 'watermark', 'named_at'])
    .where(isOneOf(db, sql.ref('epoch'), names))
    .execute()
  if (known.some((k) => k.agent_id !== agentId)) return 'foreign'
  const watermarks = new Map(known.map((k) => [k.epoch, k.watermark]))
  // Only the newest epoch may be empty: an older one without entries will never get any.
  const unknown = ranges.filter(
    (r) => !watermarks.has(r.epoch) && (r.lastSeq >= r.firstSeq || r === ranges.at(-1)),
  )
  if (unknown.length > 0) {
    const live = await countLive(db, agentId, now)
    const more = unknown.filter((r) => r.lastSeq >= r.firstSeq).length
    if (live + more > LIVE_EPOCHS_MAX) return 'too_many'
    await insertEntries(db, 'agent_epochs', cellsOf(agentId, now), unknown)
  }
  await noteOwed(db, ranges, watermarks)
  const namedLongAgo = known.filter((k) => k.named_at < now - DAY_MS).map((k) => k.epoch)
  if (namedLongAgo.length > 0) {
    await db
      .updateTable('agent_epochs')
      .set({ named_at: now })
      .where(isOneOf(db, sql.ref('epoch'), namedLongAgo))
      .execute()
  }
  return ranges.map((r) => ({
    epoch: r.epoch,
    watermark: watermarks.get(r.epoch) ?? r.firstSeq - 1,
  }))
}

const cellsOf = (agentId: number, now: number): CellsOf<'agent_epochs', EpochRange> => ({
  epoch: (r) => r.epoch,
  agent_id: () => agentId,
  watermark: (r) => r.firstSeq - 1,
  updated_at: () => now,
  named_at: () => now,
  owed_through: (r) => (r.lastSeq >= r.firstSeq ? r.lastSeq : null),
})

/** Counts the agent's live epochs, and clears `owed_through` of those that are no longer live. */
async function countLive(db: Db, agentId: number, now: number): Promise<number> {
  await db
    .updateTable('agent_epochs')
    .set({ owed_through: null })
    .where('agent_id', '=', agentId)
    .where('owed_through', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('watermark', '>=', eb.ref('owed_through')),
        eb('named_at', '<=', now - LIVE_FOR_MS),
      ]),
    )
    .execute()
  const { live } = await db
    .selectFrom('agent_epochs')
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .where('agent_id', '=', agentId)
    .where('owed_through', 'is not', null)
    .executeTakeFirstOrThrow()
  return live
}

/** Stores, for known epochs, the last seq of their device while its entries are not all here. */
async function noteOwed(
  db: Db,
  ranges: readonly EpochRange[],
  watermarks: ReadonlyMap<string, number>,
): Promise<void> {
  const owed = ranges.filter((r) => r.lastSeq > (watermarks.get(r.epoch) ?? Infinity))
  if (owed.length === 0) return
  const rows = owed.map(({ epoch, lastSeq }) => [epoch, lastSeq])
  await sql`update agent_epochs set owed_through = o.last_seq
    from (${rowsOf(db, ['epoch', 'last_seq'], rows)}) as o
    where agent_epochs.epoch = o.epoch
      and (owed_through is null or owed_through <> o.last_seq)`.execute(db)
}

/** Loads these epochs by name and locks them until the transaction ends. */
export async function lockEpochs(
  db: Db,
  epochs: readonly string[],
): Promise<Map<string, EpochRow>> {
  const rows = await db
    .selectFrom('agent_epochs as e')
    .innerJoin('agents as a', 'a.id', 'e.agent_id')
    .select(['e.id', 'e.epoch', 'e.agent_id', 'e.watermark'])
    .select(['a.generation', 'a.quarantine', 'a.code', 'a.name', 'a.location'])
    .where(isOneOf(db, sql.ref('e.epoch'), epochs))
    // Locked in one order, so that two hubs never deadlock.
    .orderBy('e.id')
    .$if(dialectOf(db) === 'postgres', (query) => query.forUpdate('e'))
    .execute()
  return new Map(
    rows.map((r) => [
      r.epoch,
      {
        id: r.id,
        epoch: r.epoch,
        agentId: r.agent_id,
        watermark: r.watermark,
        generation: r.generation,
        quarantined: r.quarantine !== null,
        agent: { code: r.code, name: r.name, location: r.location },
      },
    ]),
  )
}

/** Stores watermarks by the ids of their epochs. */
export async function saveWatermarks(
  db: Db,
  watermarks: readonly [id: number, watermark: number][],
  now: number,
): Promise<void> {
  if (watermarks.length === 0) return
  await sql`update agent_epochs set watermark = w.watermark, updated_at = ${now}
    from (${rowsOf(db, ['id', 'watermark'], watermarks)}) as w
    where agent_epochs.id = w.id`.execute(db)
}

/** An epoch whose watermark moved, with its agent's current names. */
export interface MovedEpoch {
  id: number
  epoch: string
  agent_id: number
  watermark: number
  code: string
  name: string
  location: string | null
}

/** Epochs of which entries were stored at `since` or later, by the clock of the hub that did so. */
export function movedEpochs(db: Db, since: number): Promise<MovedEpoch[]> {
  return db
    .selectFrom('agent_epochs as e')
    .innerJoin('agents as a', 'a.id', 'e.agent_id')
    .select(['e.id', 'e.epoch', 'e.agent_id', 'e.watermark', 'a.code', 'a.name', 'a.location'])
    .where('e.updated_at', '>=', since)
    .where('a.deleted_at', 'is', null)
    .execute()
}
