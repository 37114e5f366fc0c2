import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { edges, hub, tagsOf } from '../fleet.ts'
import { until } from '../machines/shell.ts'
import { holdCars, letCarsPass, printedBy } from './journal.ts'

const HUB_DATABASE = join(hub.tree, 'var/lib/vehicle-control-hub/hub.db')
const HUB_ENVIRONMENT = join(hub.tree, 'etc/vehicle-control/hub.env')
const UIDS = 'select uid from reads order by id'
/** After a long outage an edge may wait a minute before its next try. */
const DRAINED_MS = 300_000

/** What passed one gate, and what the hub has of it, by its rows. */
export interface GateAccount {
  gate: string
  /** Tags that whoever held the port must have taken. */
  taken: number
  /** Tags that may have been on their way into a process that was ending. */
  onTheWay: number
  /** Rows at the hub. */
  stored: number
  /** Tags that were taken and have no row. */
  lost: number[]
  /** Tags with more rows than one. */
  doubled: number[]
  /** Rows whose tag never passed. */
  unknown: number[]
}

/** The rows of reads that the hub has, by gate: the numbers of their tags, as they were stored. */
export async function storedReads(): Promise<Map<string, number[]>> {
  const uids = await hubReads()
  return new Map(
    edges.map((edge) => {
      const prefix = tagsOf(edge)
      const own = uids.filter((uid) => uid.startsWith(prefix))
      return [edge.name, own.map((uid) => Number(uid.slice(prefix.length)))]
    }),
  )
}

async function hubReads(): Promise<string[]> {
  // Before the hub is installed there are none.
  if (!existsSync(HUB_ENVIRONMENT)) return []
  if (readFileSync(HUB_ENVIRONMENT, 'utf8').includes('DATABASE_URL=')) {
    const psql = `cd / && runuser -u postgres -- psql -XAtc '${UIDS}' vehicle_control_hub`
    return (await hub.run(psql)).split('\n')
  }
  if (!existsSync(HUB_DATABASE)) return []
  const db = new SqliteDatabase(HUB_DATABASE, { readonly: true })
  try {
    return db.prepare<[], string>(UIDS).pluck().all()
  } finally {
    db.close()
  }
}

/**
 * Holds the cars back until the hub has all that was taken, or for five minutes, counts both sides and
 * lets the cars pass again.
 */
export async function account(): Promise<GateAccount[]> {
  for (const edge of edges) holdCars(edge)
  try {
    const hasAll = async () => (await compare()).every(({ lost }) => lost.length === 0)
    const patience = { forMs: DRAINED_MS, everyMs: 1000 }
    await until('the hub to have all', hasAll, patience).catch(() => {})
    return await compare()
  } finally {
    for (const edge of edges) letCarsPass(edge)
  }
}

/** The accounts of a site that lost nothing and stored nothing twice. */
export const FAULTLESS = edges.map(({ name }) => ({
  gate: name,
  lost: [],
  doubled: [],
  unknown: [],
}))

async function compare(): Promise<GateAccount[]> {
  const stored = await storedReads()
  return edges.map((edge) => {
    const { taken, onTheWay } = printedBy(edge)
    const rows = stored.get(edge.name) ?? []
    const has = new Set(rows)
    const passed = new Set([...taken, ...onTheWay])
    return {
      gate: edge.name,
      taken: taken.length,
      onTheWay: onTheWay.length,
      stored: rows.length,
      lost: taken.filter((tag) => !has.has(tag)),
      doubled: rows.filter((tag, at) => rows.indexOf(tag) !== at),
      unknown: [...has].filter((tag) => !passed.has(tag)),
    }
  })
}
