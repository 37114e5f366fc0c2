import { type Selectable, sql } from 'kysely'
import { type Cell, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AccessGateTable } from '../schema/access.ts'

export type AccessGateRow = Selectable<AccessGateTable>
/** What an agent said of its list, and whether that is ours; without a mode it knows no lists. */
export type GateState = Omit<AccessGateRow, 'given_up'>

const COLUMNS = [
  'agent_id',
  'list_id',
  'edits',
  'digest',
  'denied',
  'policy',
  'mode',
  'complete',
  'refused',
  'is_equal',
  'equal_at',
  'told_at',
] as const satisfies readonly (keyof GateState)[]

/** Stores what agents said last; `equal_at` stays where it is null. */
export async function saveGates(db: Db, states: readonly GateState[]): Promise<void> {
  if (states.length === 0) return
  const rows = states.map((state) => COLUMNS.map((column): Cell => state[column]))
  const names = sql.join(COLUMNS.map((column) => sql.ref(column)))
  const set = COLUMNS.filter((column) => column !== 'agent_id').map((column) =>
    column === 'equal_at'
      ? sql`equal_at = coalesce(excluded.equal_at, access_gates.equal_at)`
      : sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`,
  )
  await sql`insert into access_gates (${names}) ${rowsOf(db, COLUMNS, rows)}
    on conflict (agent_id) do update set ${sql.join(set)}`.execute(db)
}

/** The states of all agents whose list was asked for. */
export function readGates(db: Db): Promise<AccessGateRow[]> {
  return db.selectFrom('access_gates').selectAll().execute()
}

/** Gives up the list that an agent holds for ours; false where it holds another one by now. */
export async function giveUp(
  trx: Db,
  agentId: number,
  { id, edits }: { id: string; edits: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('access_gates')
    .set({ given_up: JSON.stringify({ id, edits }) })
    .where('agent_id', '=', agentId)
    .where('list_id', '=', id)
    .where('edits', '=', edits)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
