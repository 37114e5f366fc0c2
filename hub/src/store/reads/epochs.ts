import { type EpochRange, type EpochWatermark } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { isOneOf, rowsOf } from '../bulk.ts'
import { type Db, dialectOf } from '../database.ts'

const DAY_MS = 86_400_000

/** An epoch's watermark and the present state of its agent. */
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
 * Registers the epochs of a hello and returns their watermarks, firstSeq - 1 for new ones. Null
 * when one of them belongs to another agent.
 */
export async function registerEpochs(
  db: Db,
  agentId: number,
  ranges: readonly EpochRange[],
  now: number,
): Promise<EpochWatermark[] | null> {
  // Postgres refuses an empty list.
  if (ranges.length === 0) return []
  const names = ranges.map((r) => r.epoch)
  const known = await db
    .selectFrom('agent_epochs')
    .select(['epoch', 'agent_id', 'watermark', 'named_at'])
    .where('epoch', 'in', names)
    .execute()
  if (known.some((k) => k.agent_id !== agentId)) return null
  const watermarks = new Map(known.map((k) => [k.epoch, k.watermark]))
  const unknown = ranges.filter((r) => !watermarks.has(r.epoch))
  if (unknown.length > 0) {
    const rows = unknown.map((r) => ({
      epoch: r.epoch,
      agent_id: agentId,
      watermark: r.firstSeq - 1,
      updated_at: now,
      named_at: now,
    }))
    await db.insertInto('agent_epochs').values(rows).execute()
  }
  const namedLongAgo = known.filter((k) => k.named_at < now - DAY_MS).map((k) => k.epoch)
  if (namedLongAgo.length > 0) {
    await db
      .updateTable('agent_epochs')
      .set({ named_at: now })
      .where('epoch', 'in', namedLongAgo)
      .execute()
  }
  return ranges.map((r) => ({
    epoch: r.epoch,
    watermark: watermarks.get(r.epoch) ?? r.firstSeq - 1,
  }))
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
    // In one order, so that two hubs never deadlock.
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

/** Advances watermarks; each is [epoch id, watermark]. */
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
