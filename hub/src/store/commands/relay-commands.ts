import type { CommandResultData } from '@vehicle-control/protocol'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { RelayCommandTable } from '../schema/commands.ts'

export type RelayCommandRow = Selectable<RelayCommandTable>

/** A command as requested, before anything is sent. */
export type NewCommand = Pick<
  RelayCommandRow,
  | 'id'
  | 'agent_id'
  | 'pin'
  | 'state'
  | 'duration_ms'
  | 'actor'
  | 'address'
  | 'created_at'
  | 'replica'
>

/** A command's result as an edge reported it. */
export interface StoredResult {
  agentId: number
  seq: number
  result: CommandResultData
  at: number
  late: boolean
}

/** Who asked, where the hub knows a command from its result alone; no person has this address. */
export const AGENT = 'agent'

/** Stores a command, still without its audit entry; false when the agent has one of this id already. */
export async function insertCommand(db: Db, command: NewCommand): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('relay_commands')
    .values({ ...command, audited: 0 })
    .onConflict((c) => c.columns(['agent_id', 'id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Stores a command as expired, or closes the row that it has already; another's of its id stays. */
export async function saveRefused(db: Db, command: NewCommand, at: number): Promise<void> {
  const refused = { ok: 0 as const, reason: 'expired', on_ms: 0, finished_at: at }
  const outcome = { ...refused, audited: 0 as const }
  await db
    .insertInto('relay_commands')
    .values({ ...command, ...outcome })
    .onConflict((conflict) =>
      conflict
        .columns(['agent_id', 'id'])
        .doUpdateSet(outcome)
        .where('relay_commands.reason', 'is', null)
        .where('relay_commands.created_at', '=', command.created_at)
        .where('relay_commands.actor', '=', command.actor),
    )
    .execute()
}

export function findCommand(
  db: Db,
  agentId: number,
  id: string,
): Promise<RelayCommandRow | undefined> {
  return db
    .selectFrom('relay_commands')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The agent's commands, newest first. */
export function listCommands(db: Db, agentId: number, limit: number): Promise<RelayCommandRow[]> {
  return db
    .selectFrom('relay_commands')
    .selectAll()
    .where('agent_id', '=', agentId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Ends what is on by its command's result, since the whole device has started again: at a start every
 * relay is off, and nobody is left to report when it went off.
 */
export async function endAllOn(db: Db, agentId: number, at: number): Promise<AllOn[]> {
  const { rows } = await sql<AllOn>`
    update relay_commands
    set reason = 'auto_off', on_ms = case when finished_at < ${at} then ${at} - finished_at else 0 end,
      finished_at = ${at}
    where agent_id = ${agentId} and state = 1 and reason = 'done' and finished_at + on_ms > ${at}
    returning id, pin, on_ms`.execute(db)
  return rows
}

/** A command whose relay went off with its device. */
export interface AllOn {
  id: string
  pin: number
  on_ms: number
}

/** Closes a command without a result as timed out; false when it has one. */
export async function markTimeout(
  db: Db,
  agentId: number,
  id: string,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('relay_commands')
    .set({ ok: 0, reason: 'timeout', finished_at: at })
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .where('reason', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Times out the commands whose replica is none of the `living`: no timer runs for them any
 * more. Returns those that this call closed.
 */
export async function closeAbandoned(
  db: Db,
  living: readonly string[],
  at: number,
): Promise<{ id: string; code: string; pin: number; state: number }[]> {
  const closed = await db
    .updateTable('relay_commands')
    .set({ ok: 0, reason: 'timeout', finished_at: at })
    .where('reason', 'is', null)
    .where((eb) => eb.or([eb('replica', 'is', null), eb('replica', 'not in', living)]))
    .returning(['id', 'agent_id', 'pin', 'state'])
    .execute()
  if (closed.length === 0) return []
  const agents = await db
    .selectFrom('agents')
    .select(['id', 'code'])
    .where(
      'id',
      'in',
      closed.map((c) => c.agent_id),
    )
    .execute()
  const codes = new Map(agents.map(({ id, code }) => [id, code]))
  return closed.flatMap(({ id, agent_id, pin, state }) => {
    const code = codes.get(agent_id)
    return code === undefined ? [] : [{ id, code, pin, state }]
  })
}

/**
 * Lists commands that were requested since a time and have a result of `finishedSince` or later,
 * with their agents' codes.
 */
export function answeredCommands(
  db: Db,
  since: number,
  finishedSince: number,
): Promise<(RelayCommandRow & { code: string })[]> {
  return db
    .selectFrom('relay_commands as c')
    .innerJoin('agents as a', 'a.id', 'c.agent_id')
    .selectAll('c')
    .select('a.code')
    .where('c.created_at', '>=', since)
    .where('c.finished_at', '>=', finishedSince)
    .where('c.reason', 'is not', null)
    .execute()
}

/**
 * Stores an agent's result; false when the command has one already, which nobody rewrites. Two may
 * follow another: any follows the hub's own timeout, and an `auto_off` the `done` that switched on. A
 * command that the hub does not know gets a row that says so (`AGENT`).
 */
export async function saveCommandResult(db: Db, stored: StoredResult): Promise<boolean> {
  const { agentId, result, at } = stored
  const outcome = {
    ok: result.ok ? (1 as const) : (0 as const),
    reason: result.reason,
    on_ms: Math.round(result.onMs),
    finished_at: at,
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('relay_commands')
    .values({
      agent_id: agentId,
      id: result.id,
      pin: result.pin,
      state: result.state,
      actor: AGENT,
      created_at: at,
      ...outcome,
    })
    .onConflict((c) => c.columns(['agent_id', 'id']).doUpdateSet(outcome).where(mayTake(result)))
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether a command's row takes this result. The hub's timeout is the one that has no `on_ms`. */
function mayTake({ reason }: CommandResultData) {
  const open = sql<SqlBool>`relay_commands.reason is null
    or (relay_commands.reason = 'timeout' and relay_commands.on_ms is null)`
  if (reason !== 'auto_off') return sql<SqlBool>`(${open})`
  return sql<SqlBool>`(${open} or (relay_commands.reason = 'done' and relay_commands.state = 1))`
}
