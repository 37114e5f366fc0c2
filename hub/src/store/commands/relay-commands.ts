import { type CommandResultData, NO_PIN, RELAY_MAX_ON_MS } from '@vehicle-control/protocol'
import { type Selectable, sql } from 'kysely'
import { rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { RelayCommandTable } from '../schema/commands.ts'

export type RelayCommandRow = Selectable<RelayCommandTable>

/** A command as requested, before anything is sent. */
export type NewCommand = Pick<
  RelayCommandRow,
  | 'id'
  | 'agent_id'
  | 'pin'
  | 'relay'
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
  result: CommandResultData
  at: number
}

/** A row's relay, as events and answers name it. */
export function relayOf({ pin, relay }: Pick<RelayCommandRow, 'pin' | 'relay'>) {
  return { pin, ...(relay !== null && { relay }) }
}

/** The actor of a command that the hub knows from its result alone; no email looks like this. */
export const AGENT = 'agent'

/** Added to the longest time that a relay may be on, for clocks that differ and delays. */
const SLACK_MS = 3_600_000
/** How many of an agent's newest commands are searched: it may have reported any number of results. */
const COMMANDS_LOOKED_AT = 1000

/**
 * Stores a command, to be audited later. Returns false when the agent already has one with this id.
 */
export async function insertCommand(db: Db, command: NewCommand): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('relay_commands')
    .values({ ...command, audited: 0 })
    .onConflict((c) => c.columns(['agent_id', 'id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Stores a command as expired, or marks its row so; another command with the same id is not
 * touched.
 */
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
 * Marks the relays that are on as switched off at `at`, because their device has started again: a
 * start switches every relay off, and the edge cannot report when. Returns their commands.
 */
export async function endAllOn(db: Db, agentId: number, at: number): Promise<AllOn[]> {
  const { rows } = await sql<AllOn>`
    update relay_commands
    set reason = 'auto_off', on_ms = case when finished_at < ${at} then ${at} - finished_at else 0 end,
      finished_at = ${at}
    where agent_id = ${agentId} and state = 1 and reason = 'done' and finished_at + on_ms > ${at}
      and id in (
        select id from relay_commands
        where agent_id = ${agentId} and created_at > ${at - RELAY_MAX_ON_MS - SLACK_MS}
        order by created_at desc limit ${COMMANDS_LOOKED_AT}
      )
    returning id, pin, relay, on_ms`.execute(db)
  return rows
}

/** A command whose relay went off when its device did. */
export interface AllOn extends Pick<RelayCommandRow, 'id' | 'pin' | 'relay'> {
  on_ms: number
}

/** Marks a command as timed out. Returns false when it has a result. */
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
 * Times out the commands without a result whose replica is not among `living`: nobody's timer runs
 * for them. Returns those that this call closed.
 */
export async function closeAbandoned(
  db: Db,
  living: readonly string[],
  at: number,
): Promise<ClosedCommand[]> {
  const closed = await db
    .updateTable('relay_commands')
    .set({ ok: 0, reason: 'timeout', finished_at: at })
    .where('reason', 'is', null)
    .where((eb) => eb.or([eb('replica', 'is', null), eb('replica', 'not in', living)]))
    .returning(['id', 'agent_id', 'pin', 'relay', 'state'])
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
  return closed.flatMap(({ agent_id, ...command }) => {
    const code = codes.get(agent_id)
    return code === undefined ? [] : [{ ...command, code }]
  })
}

/** A command that is closed without a result, and its agent's code. */
export type ClosedCommand = Pick<RelayCommandRow, 'id' | 'pin' | 'relay' | 'state'> & {
  code: string
}

/**
 * Lists commands that were requested at `since` or later and have a result of `finishedSince` or
 * later, with their agents' codes.
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

/** How a result becomes a row of `relay_commands` where the hub does not know its command. */
const RESULT = {
  agent_id: (r: StoredResult) => r.agentId,
  id: (r: StoredResult) => r.result.id,
  pin: (r: StoredResult) => r.result.pin ?? NO_PIN,
  relay: (r: StoredResult) => r.result.relay ?? null,
  state: (r: StoredResult) => r.result.state,
  actor: () => AGENT,
  created_at: (r: StoredResult) => r.at,
  ok: (r: StoredResult) => (r.result.ok ? 1 : 0),
  reason: (r: StoredResult) => r.result.reason,
  on_ms: (r: StoredResult) => Math.round(r.result.onMs),
  finished_at: (r: StoredResult) => r.at,
}
const RESULT_COLUMNS = Object.keys(RESULT) as (keyof typeof RESULT)[]

/**
 * Stores agents' results, in their order. A result is final, with two exceptions: any result
 * replaces the hub's own timeout, and an `auto_off` the `done` that switched on. Returns the
 * results that were not stored. A command that the hub does not know gets a row with the actor
 * `AGENT`.
 */
export async function saveCommandResults<Result extends StoredResult>(
  db: Db,
  results: readonly Result[],
): Promise<Result[]> {
  // A command takes its first result and then its first `auto_off`; one statement for each.
  const [first, offs] = [new Map<string, Result>(), new Map<string, Result>()]
  for (const result of results) {
    const key = keyOf(result)
    if (!first.has(key)) first.set(key, result)
    else if (result.result.reason === 'auto_off' && !offs.has(key)) offs.set(key, result)
  }
  const taken = new Set<Result>()
  for (const some of [first, offs]) {
    for (const key of await takeResults(db, [...some.values()])) {
      const result = some.get(key)
      if (result !== undefined) taken.add(result)
    }
  }
  return results.filter((result) => !taken.has(result))
}

const keyOf = ({ agentId, result }: StoredResult) => `${agentId} ${result.id}`

/** Stores results, at most one for each command; returns the keys of those that were stored. */
async function takeResults(db: Db, results: readonly StoredResult[]): Promise<string[]> {
  if (results.length === 0) return []
  const cells = results.map((result) => RESULT_COLUMNS.map((column) => RESULT[column](result)))
  // A timeout without `on_ms` is the hub's own.
  const { rows } = await sql<{ agent_id: number; id: string }>`
    insert into relay_commands (${sql.join(RESULT_COLUMNS.map((c) => sql.ref(c)))})
    ${rowsOf(db, RESULT_COLUMNS, cells)}
    on conflict (agent_id, id) do update set ok = excluded.ok, reason = excluded.reason,
      on_ms = excluded.on_ms, finished_at = excluded.finished_at,
      pin = case when relay_commands.relay is null then relay_commands.pin else excluded.pin end
    where relay_commands.reason is null
      or (relay_commands.reason = 'timeout' and relay_commands.on_ms is null)
      or (excluded.reason = 'auto_off' and relay_commands.reason = 'done' and relay_commands.state = 1)
    returning agent_id, id`.execute(db)
  return rows.map(({ agent_id: agentId, id }) => `${agentId} ${id}`)
}
