import { sql } from 'kysely'
import { type Db, dialectOf } from './database.ts'
import { inTransaction } from './transaction.ts'
import { dropPartitions } from './postgres/partitions.ts'

/** For so long an edge still names an epoch of which everything is acked. */
const EPOCHS_KEPT_MS = 90 * 86_400_000

/** Rows older than these moments are deleted. */
export interface RetentionLimits {
  now: number
  before: number
  /** The limit for single samples of telemetry, whose sums by minute stay longer. */
  samplesBefore: number
}

/** Deletes the old rows of one table, a part at each call. */
export interface RetentionStep {
  table: string
  /** Handles about `limit` more rows in one transaction; `done` when no old rows follow. */
  run(limit: number): Promise<{ deleted: number; done: boolean }>
}

/**
 * The steps for a table that is partitioned by months on Postgres: drops whole months, and walks
 * the default partition. On SQLite walks the whole table.
 */
export function byMonth(
  db: Db,
  table: 'reads' | 'telemetry',
  { now, before }: Pick<RetentionLimits, 'now' | 'before'>,
): RetentionStep[] {
  if (dialectOf(db) === 'sqlite') return [byArrival(db, table, { now, before })]
  const months = {
    table: `months of ${table}`,
    run: async () => ({ deleted: (await dropPartitions(db, table, before)).length, done: true }),
  }
  return [months, byArrival(db, `${table}_default`, { now, before })]
}

/**
 * Deletes entries by the time of their arrival: an edge that comes back after months brings old
 * reads, which are kept as long as any other.
 *
 * Walks the table by id, which is the order of arrival: that needs no index on the time, for which
 * every insert would pay. A part without old rows is the end, unless all of it has arrival times in
 * the future, from when the hub's clock was ahead: then old rows may follow.
 */
export function byArrival(
  db: Db,
  table: string,
  { now, before }: Pick<RetentionLimits, 'now' | 'before'>,
): RetentionStep {
  const name = sql.table(table)
  let after = 0
  return {
    table,
    run: (limit) =>
      inTransaction(db, async (trx) => {
        const { rows } = await sql<{ id: number; received_at: number }>`
          select id, received_at from ${name} where id > ${after} order by id limit ${limit}`.execute(
          trx,
        )
        const last = rows.at(-1)?.id
        if (last === undefined) return { deleted: 0, done: true }
        const deleted = await deletedBy(
          trx,
          sql`delete from ${name} where id > ${after} and id <= ${last} and received_at < ${before}`,
        )
        after = last
        return { deleted, done: deleted === 0 && rows.some((row) => row.received_at <= now) }
      }),
  }
}

/** Deletes old minutes of telemetry, by agent, type and source: the first columns of their key. */
export function telemetryMinutes(db: Db, before: number): RetentionStep {
  let [agentId, type, source] = [0, '', '']
  return {
    table: 'telemetry_minutes',
    run: (limit) =>
      inTransaction(db, async (trx) => {
        const deleted = await deletedBy(
          trx,
          sql`delete from telemetry_minutes
            where agent_id = ${agentId} and type = ${type} and source = ${source} and minute in (
              select minute from telemetry_minutes
              where agent_id = ${agentId} and type = ${type} and source = ${source}
                and minute < ${before}
              order by minute limit ${limit}
            )`,
        )
        if (deleted === limit) return { deleted, done: false }
        const { rows } = await sql<{ agent_id: number; type: string; source: string }>`
          select agent_id, type, source from telemetry_minutes
          where (agent_id, type, source) > (${agentId}, ${type}, ${source})
          order by agent_id, type, source limit 1`.execute(trx)
        const [next] = rows
        if (next) [agentId, type, source] = [next.agent_id, next.type, next.source]
        return { deleted, done: next === undefined }
      }),
  }
}

export function relayCommands(db: Db, before: number): RetentionStep {
  return {
    table: 'relay_commands',
    run: (limit) =>
      inTransaction(db, async (trx) => {
        const deleted = await deletedBy(
          trx,
          sql`delete from relay_commands where (agent_id, id) in (
            select agent_id, id from relay_commands where created_at < ${before}
            order by created_at limit ${limit}
          )`,
        )
        return { deleted, done: deleted < limit }
      }),
  }
}

/**
 * Deletes epochs whose entries are deleted and that their device has stopped naming. The device must
 * have been connected since: one that is away may still name an epoch, which the hub would then take
 * for new.
 */
export function drainedEpochs(db: Db, before: number): RetentionStep {
  return {
    table: 'agent_epochs',
    run: (limit) =>
      inTransaction(db, async (trx) => {
        const deleted = await deletedBy(
          trx,
          sql`delete from agent_epochs where id in (
            select e.id from agent_epochs as e join agents as a on a.id = e.agent_id
            where e.updated_at < ${before - EPOCHS_KEPT_MS}
              and e.named_at < a.last_seen - ${EPOCHS_KEPT_MS}
            limit ${limit}
          )`,
        )
        return { deleted, done: deleted < limit }
      }),
  }
}

async function deletedBy(db: Db, statement: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db)
  return Number(numAffectedRows ?? 0n)
}
