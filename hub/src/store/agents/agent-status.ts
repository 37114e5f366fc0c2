import type { ReaderState } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { type CellsOf, insertEntries, isOneOf, rowsOf } from '../bulk.ts'
import { type Db, dialectOf } from '../database.ts'
import { saveDevices, type ReportedDevices } from './agent-devices.ts'
import type { AgentReaderRow } from '../schema/agents.ts'

export interface StoredStatus {
  agentId: number
  clock: string
  outbox: string
  readers: readonly ReaderState[]
  devices: ReportedDevices
  at: number
}

/** The columns of `agents` that a status entry sets. */
const OF_STATUS = {
  clock: (s: StoredStatus) => s.clock,
  outbox: (s: StoredStatus) => s.outbox,
}

/**
 * Locks agents until the transaction ends, in the order of their ids: otherwise two transactions
 * that write rows of several agents could deadlock. On SQLite, which has one writer, it does
 * nothing.
 */
export async function lockAgents(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0 || dialectOf(db) === 'sqlite') return
  await sql`select 1 from agents where ${isOneOf(db, sql.ref('id'), ids)}
    order by id for no key update`.execute(db)
}

/**
 * Stores agents' last status entries, at most one of each agent, and deletes the readers and other
 * devices that an entry no longer names.
 */
export async function saveStatuses(db: Db, statuses: readonly StoredStatus[]): Promise<void> {
  if (statuses.length === 0) return
  const columns = Object.keys(OF_STATUS) as (keyof typeof OF_STATUS)[]
  const rows = statuses.map((s) => [s.agentId, ...columns.map((column) => OF_STATUS[column](s))])
  const set = sql.join(columns.map((c) => sql`${sql.ref(c)} = ${sql.ref(`s.${c}`)}`))
  await sql`update agents set ${set} from (${rowsOf(db, ['id', ...columns], rows)}) as s
    where agents.id = s.id`.execute(db)
  const ids = statuses.map((s) => s.agentId)
  await sql`delete from agent_readers where ${isOneOf(db, sql.ref('agent_id'), ids)}`.execute(db)
  await insertEntries(db, 'agent_readers', READER, statuses.flatMap(readersOf))
  await saveDevices(db, statuses)
}

interface StoredReader {
  agentId: number
  reader: ReaderState
  at: number
}

/** The readers that a status names; of several with one id, the last. */
function readersOf({ agentId, readers, at }: StoredStatus): StoredReader[] {
  const byId = new Map(readers.map((reader) => [reader.id, reader]))
  return [...byId.values()].map((reader) => ({ agentId, reader, at }))
}

const READER: CellsOf<'agent_readers', StoredReader> = {
  agent_id: ({ agentId }) => agentId,
  reader: ({ reader }) => reader.id,
  type: ({ reader }) => reader.type,
  path: ({ reader }) => reader.path,
  state: ({ reader }) => reader.state,
  simulated: ({ reader }) => (reader.simulated ? 1 : 0),
  error: ({ reader }) => reader.error ?? null,
  noise: ({ reader }) => reader.noise,
  updated_at: ({ at }) => at,
  warning: ({ reader }) => reader.warning ?? null,
}

/** Adds to agents' totals of reads. */
export async function addReadings(
  db: Db,
  counts: readonly (readonly [id: number, reads: number])[],
): Promise<void> {
  if (counts.length === 0) return
  await sql`update agents set readings_count = readings_count + c.reads
    from (${rowsOf(db, ['id', 'reads'], counts)}) as c where agents.id = c.id`.execute(db)
}

/**
 * When an agent's last frame came, and the JSON of its outbox's figures if it sent any since the
 * last save.
 */
export interface SeenAgent {
  id: number
  at: number
  outbox: string | null
}

/** Stores when agents' last frames came; never moves a time back. Call it within a transaction. */
export async function saveSeen(db: Db, seen: readonly SeenAgent[]): Promise<void> {
  await lockAgents(
    db,
    seen.map(({ id }) => id),
  )
  const rows = seen.map(({ id, at, outbox }) => [id, at, outbox])
  await sql`update agents set last_seen = s.at, outbox = coalesce(s.outbox, agents.outbox)
    from (${rowsOf(db, ['id', 'at', 'outbox'], rows)}) as s
    where agents.id = s.id and (agents.last_seen is null or agents.last_seen <= s.at)`.execute(db)
}

/** The readers of all agents as of their last status entries, in the order of their ids. */
export function listReaders(db: Db): Promise<AgentReaderRow[]> {
  return db.selectFrom('agent_readers').selectAll().orderBy('reader').execute()
}

/** Lists an agent's readers as of its last status entry. */
export async function agentReaders(db: Db, agentId: number): Promise<ReaderState[]> {
  const rows = await db
    .selectFrom('agent_readers')
    .selectAll()
    .where('agent_id', '=', agentId)
    .execute()
  return rows.map((r) => ({
    id: r.reader,
    type: r.type,
    path: r.path,
    state: r.state,
    simulated: r.simulated === 1,
    noise: r.noise,
    ...(r.error !== null && { error: r.error }),
    ...(r.warning !== null && { warning: r.warning }),
  }))
}
