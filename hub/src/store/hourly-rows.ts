import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from './bulk.ts'
import { type Db, dialectOf } from './database.ts'

const HOUR_MS = 3_600_000
/**
 * Rows that one agent may add to one of these tables within an hour of the hub's clock. A sound
 * agent adds a handful; a broken one would fill lists, alerts and the disk.
 */
export const ROWS_AN_HOUR = 100

/** Tables of things that happen to agents, and the column with the kind of each. */
const KIND_OF = { dead_letters: 'kind', gaps: 'reason', agent_events: 'event' } as const
type HourlyTable = keyof typeof KIND_OF

interface Arrived {
  agentId: number
  receivedAt: number
}

/** Entries that are to be added to an existing row. */
export interface Added<Entry> {
  rowId: number
  entries: Entry[]
}

interface WithinHour<Entry> {
  table: HourlyTable
  entries: readonly Entry[]
  kindOf: (entry: Entry) => string
  /** How many rows of a kind an agent may add within an hour. */
  mostOf?: (kind: string) => number
  insert: (own: readonly Entry[]) => Promise<void>
}

/**
 * Inserts entries by `insert`, as far as their agents have rows left in the hour. Returns the
 * others, grouped by the last row of their agent, hour and kind; the first of a kind always gets a
 * row. Call it within a transaction that locks the entries' epochs.
 */
export async function insertWithinHour<Entry extends Arrived>(
  db: Db,
  { table, entries, kindOf, mostOf = () => ROWS_AN_HOUR, insert }: WithinHour<Entry>,
): Promise<Added<Entry>[]> {
  if (entries.length === 0) return []
  const rows = new Map<string, number>()
  for (const { agent_id, hour, kind, n } of await hourRows(db, table, entries)) {
    const agent = `${agent_id} ${hour}`
    rows.set(agent, (rows.get(agent) ?? 0) + n)
    rows.set(`${agent} ${kind}`, n)
  }
  const own: Entry[] = []
  const added = new Map<string, Entry[]>()
  for (const entry of entries) {
    const [agent, kind] = [agentHour(entry), kindOf(entry)]
    const key = `${agent} ${kind}`
    const [n, ofKind] = [rows.get(agent) ?? 0, rows.get(key) ?? 0]
    if (ofKind > 0 && (n >= ROWS_AN_HOUR || ofKind >= mostOf(kind))) {
      const others = added.get(key)
      if (others === undefined) added.set(key, [entry])
      else others.push(entry)
    } else {
      own.push(entry)
      rows.set(agent, n + 1)
      rows.set(key, ofKind + 1)
    }
  }
  if (own.length > 0) await insert(own)
  if (added.size === 0) return []
  const last = await hourRows(db, table, entries)
  return last.flatMap(({ agent_id, hour, kind, id }) => {
    const others = added.get(`${agent_id} ${hour} ${kind}`)
    return others === undefined ? [] : [{ rowId: id, entries: others }]
  })
}

const hourOf = (at: number) => at - (at % HOUR_MS)
const agentHour = ({ agentId, receivedAt }: Arrived) => `${agentId} ${hourOf(receivedAt)}`

interface HourRow {
  agent_id: number
  hour: number
  kind: string
  n: number
  /** Id of the last one. */
  id: number
}

/** How many rows of each kind these agents have in the hours of these entries, and in later ones. */
async function hourRows(
  db: Db,
  table: HourlyTable,
  entries: readonly Arrived[],
): Promise<HourRow[]> {
  const agents = [...new Set(entries.map(({ agentId }) => agentId))]
  const since = hourOf(entries.reduce((min, { receivedAt }) => Math.min(min, receivedAt), Infinity))
  const hour = sql`received_at - received_at % ${sql.lit(HOUR_MS)}`
  const { rows } = await sql<HourRow>`
    select agent_id, ${hour} as hour, ${sql.ref(KIND_OF[table])} as kind, count(*) as n, max(id) as id
    from ${sql.table(table)}
    where ${isOneOf(db, sql.ref('agent_id'), agents)} and received_at >= ${since}
    group by 1, 2, 3`.execute(db)
  return rows
}

/**
 * The clause that locks rows between reading and updating them: on Postgres another hub may write.
 */
export function lockOf(db: Db): RawBuilder<unknown> {
  return dialectOf(db) === 'postgres' ? sql`for update` : sql``
}
