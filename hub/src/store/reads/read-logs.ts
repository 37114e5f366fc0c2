import { byShownColumn, type ReadLog, SHOWN_COLUMNS } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { FIELD_OF_VEHICLE } from '../assets/assets.ts'
import { readNamedAsset, REGISTERED_NOW, RETIRED_FROM } from '../assets/tagged-assets.ts'
import { isOneOf } from '../bulk.ts'
import { type Db, dialectOf } from '../database.ts'
import type { FoundReads } from './read-list.ts'

/** Rows that come from the read-only worker at once: few enough not to hold the event loop. */
const PAGE_ROWS = 250

/** The columns from which a log is made. */
const COLUMNS = [
  'reads.uid',
  'reads.asset_id',
  'assets.version_of',
  'reads.read_at',
  'reads.received_at',
  ...SHOWN_COLUMNS.map((column) => `assets.${FIELD_OF_VEHICLE[column]} as ${column}` as const),
  'agents.code as agent_code',
  'agents.name as agent_name',
  'agents.location as agent_location',
  'reads.reader',
  'reads.antenna',
  'reads.rssi',
  'reads.tid',
  'reads.unauthenticated',
  'reads.id',
  'agent_epochs.epoch',
  'reads.seq',
  'reads.clock',
  'reads.late',
  'decisions.verdict',
  'decisions.reason',
  'decisions.mode',
  'decisions.marked',
] as const

/**
 * Loads the logs of these reads, in their order. On Postgres `between` lets the planner skip the
 * partitions of other months.
 */
export async function loadReadLogs(
  db: Db,
  ids: readonly number[],
  between: FoundReads['between'] = null,
): Promise<ReadLog[]> {
  const [oldest, newest] = (dialectOf(db) === 'postgres' && between) || []
  const rows = await db
    .selectFrom('reads')
    .innerJoin('agent_epochs', 'agent_epochs.id', 'reads.epoch_id')
    .innerJoin('agents', 'agents.id', 'reads.agent_id')
    .leftJoin('assets', 'assets.id', 'reads.asset_id')
    .leftJoin('decisions', (join) =>
      join
        .onRef('decisions.epoch_id', '=', 'reads.epoch_id')
        .on(sql<boolean>`decisions.seq = reads.seq + 1`)
        .onRef('decisions.read_seq', '=', 'reads.seq'),
    )
    .select(COLUMNS)
    .select([RETIRED_FROM.as('retired_from'), REGISTERED_NOW.as('registered_now')])
    .where(isOneOf(db, sql.ref('reads.id'), ids))
    .$if(oldest !== undefined, (query) => query.where('reads.read_at', '>=', oldest ?? 0))
    .$if(newest !== undefined, (query) => query.where('reads.read_at', '<=', newest ?? 0))
    .execute()
  const logs = new Map<number, ReadLog>()
  for (const row of rows) {
    // Hot path, one object literal a row: an export has 20,000.
    logs.set(row.id, {
      id: `${row.epoch}-${row.seq}`,
      uid: row.uid,
      read_at: new Date(row.read_at).toISOString(),
      received_at: new Date(row.received_at).toISOString(),
      ...byShownColumn((column) => row[column]),
      ...(row.asset_id !== null && { asset_id: row.version_of ?? row.asset_id }),
      agent_code: row.agent_code,
      agent_name: row.agent_name,
      agent_location: row.agent_location,
      reader: row.reader,
      antenna: row.antenna,
      rssi: row.rssi,
      ...(row.tid !== null && { tid: row.tid }),
      ...(row.unauthenticated === 1 && { unauthenticated: true as const }),
      ...(row.retired_from !== null && { retired_from: readNamedAsset(row.retired_from) }),
      ...(row.registered_now !== null && { registered_now: readNamedAsset(row.registered_now) }),
      ...(row.verdict !== null && { decision: decisionOf(row) }),
      clock_ok: row.clock !== 'estimated' && row.clock !== 'unsynced',
      late: row.late === 1,
    })
  }
  return ids.flatMap((id) => logs.get(id) ?? [])
}

type DecidedRow = { [C in 'verdict' | 'reason' | 'mode']: string | null } & {
  marked: 0 | 1 | null
}

function decisionOf({ verdict, reason, mode, marked }: DecidedRow): ReadLog['decision'] {
  return {
    verdict: verdict ?? '',
    reason: reason ?? '',
    mode: mode ?? '',
    ...(marked === 1 && { marked: true as const }),
  }
}

/** The rows found, in their order, a page at a time; rows deleted meanwhile are left out. */
export async function* readLogPages(
  db: Db,
  { ids, between }: Pick<FoundReads, 'ids' | 'between'>,
): AsyncGenerator<ReadLog[]> {
  for (let start = 0; start < ids.length; start += PAGE_ROWS) {
    yield await loadReadLogs(db, ids.slice(start, start + PAGE_ROWS), between)
  }
}
