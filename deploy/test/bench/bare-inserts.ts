import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '@vehicle-control/hub/store/postgres/open-postgres'
import { openSqlite } from '@vehicle-control/hub/store/sqlite/open-sqlite'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { benchRead } from './ingest-rows.ts'

/** How the rows of `benchRead` are spread over agents and batches. */
export interface BatchPlan {
  agents: number
  batchesPerAgent: number
  batchEntries: number
}

const COLUMNS = `epoch_id, seq, agent_id, received_at, reader, uid, antenna, rssi, asset_id, read_at,
  clock, late`

type Row = (string | number | null)[]

/** The rows that the hub makes of the same batches, in the order of `COLUMNS`, batch by batch. */
function* batches({ agents, batchesPerAgent, batchEntries }: BatchPlan): Generator<Row[]> {
  for (let b = 0; b < batchesPerAgent * agents; b++) {
    const agent = b % agents
    yield Array.from({ length: batchEntries }, (_, i) => {
      const seq = Math.floor(b / agents) * batchEntries + i + 1
      const now = Date.now()
      const { uid, assetId } = benchRead(agent, seq)
      const id = agent + 1
      return [id, seq, id, now, 'gate', uid, 1, -60, assetId, now, 'synced', 0]
    })
  }
}

const rowsOf = (plan: BatchPlan) => plan.agents * plan.batchesPerAgent * plan.batchEntries

/** Rows a second of prepared inserts into the hub's table with its indexes, one commit a batch. */
export async function bareSqlite(plan: BatchPlan): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const file = join(folder, 'bare.db')
  const store = await openSqlite(file)
  await store.close()
  const db = new SqliteDatabase(file)
  db.pragma('journal_mode = WAL')
  db.pragma('cache_size = -65536')
  const insert = db.prepare(
    `insert into reads (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  db.prepare('select 1').get()
  db.pragma('synchronous = FULL')
  const insertAll = db.transaction((rows: Row[]) => {
    for (const row of rows) insert.run(row)
  })
  const start = performance.now()
  for (const rows of batches(plan)) insertAll(rows)
  const perSecond = rowsOf(plan) / ((performance.now() - start) / 1000)
  db.close()
  rmSync(folder, { recursive: true })
  return perSecond
}

/** Rows a second of `INSERT … SELECT unnest` into the hub's table with its indexes. */
export async function bareUnnest(plan: BatchPlan, databaseUrl: string): Promise<number> {
  const store = await openPostgres(databaseUrl)
  await store.close()
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const insert = `insert into reads (${COLUMNS})
    select * from unnest($1::int[], $2::bigint[], $3::int[], $4::bigint[], $5::text[], $6::text[],
      $7::int[], $8::float8[], $9::int[], $10::bigint[], $11::text[], $12::smallint[])`
  const start = performance.now()
  for (const rows of batches(plan)) {
    const columns: unknown[][] = Array.from({ length: 12 }, () => [])
    for (const row of rows) {
      for (const [c, cell] of row.entries()) columns[c]?.push(cell)
    }
    await client.query(insert, columns)
  }
  const perSecond = rowsOf(plan) / ((performance.now() - start) / 1000)
  await client.end()
  return perSecond
}
