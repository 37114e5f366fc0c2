import { sql } from 'kysely'
import { type Db, dialectOf } from './database.ts'
import { inTransaction } from './transaction.ts'
import { dropPartitions } from './postgres/partitions.ts'

/** What is older than these moments may go. */
export interface RetentionLimits {
  now: number
  before: number
  /** For single samples of telemetry, which live on in their minutes. */
  samplesBefore: number
}

/** Deletes the old rows of one table bit by bit. */
export interface RetentionStep {
  table: string
  /** Goes on with about `limit` rows, in a transaction of its own; `done` when no old ones follow. */
  run(limit: number): Promise<{ deleted: number; done: boolean }>
}

/**
 * What it takes to delete everything that is older than the limits and may go. Entries count by
 * when they arrived here: an edge that comes back after months brings old reads, and they must be
 * there to be looked at as long as any other. Counters, watermarks and the audit log stay.
 */
export function retentionSteps(
  db: Db,
  { now, before, samplesBefore }: RetentionLimits,
): RetentionStep[] {
  const byMonth =
    dialectOf(db) === 'postgres'
      ? [
          months(db, 'reads', before),
          months(db, 'telemetry', samplesBefore),
          entries(db, 'reads_default', { now, before }),
          entries(db, 'telemetry_default', { now, before: samplesBefore }),
        ]
      : [
          entries(db, 'reads', { now, before }),
          entries(db, 'telemetry', { now, before: samplesBefore }),
        ]
  return [
    ...byMonth,
    entries(db, 'suppressions', { now, before }),
    entries(db, 'gaps', { now, before }),
    entries(db, 'dead_letters', { now, before }),
    telemetryMinutes(db, before),
    relayCommands(db, before),
  ]
}

/** Whole months at once, where Postgres keeps them apart: no row of them is touched. */
function months(db: Db, table: 'reads' | 'telemetry', before: number): RetentionStep {
  return {
    table: `months of ${table}`,
    run: async () => ({ deleted: (await dropPartitions(db, table, before)).length, done: true }),
  }
}

/**
 * Ids run in the order of arrival: where the oldest rows lie no index on the time is needed, which
 * every insert would have to pay for. A stretch without old rows is the end, unless all of them came
 * while the hub's clock was ahead: they would hide what follows until that time.
 */
function entries(
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

/** One agent's minutes of one type after the other, each by its key. */
function telemetryMinutes(db: Db, before: number): RetentionStep {
  let [agentId, type] = [0, '']
  return {
    table: 'telemetry_minutes',
    run: (limit) =>
      inTransaction(db, async (trx) => {
        const deleted = await deletedBy(
          trx,
          sql`delete from telemetry_minutes
            where agent_id = ${agentId} and type = ${type} and minute in (
              select minute from telemetry_minutes
              where agent_id = ${agentId} and type = ${type} and minute < ${before}
              order by minute limit ${limit}
            )`,
        )
        if (deleted === limit) return { deleted, done: false }
        const { rows } = await sql<{ agent_id: number; type: string }>`
          select agent_id, type from telemetry_minutes
          where (agent_id, type) > (${agentId}, ${type})
          order by agent_id, type limit 1`.execute(trx)
        const [next] = rows
        if (next) [agentId, type] = [next.agent_id, next.type]
        return { deleted, done: next === undefined }
      }),
  }
}

function relayCommands(db: Db, before: number): RetentionStep {
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

async function deletedBy(db: Db, statement: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db)
  return Number(numAffectedRows ?? 0n)
}
