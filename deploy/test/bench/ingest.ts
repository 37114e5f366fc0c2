import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newEpoch } from '@vehicle-control/edge/outbox/log-file'
import { openPostgres } from '@vehicle-control/hub/store/postgres/open-postgres'
import { openSqlite } from '@vehicle-control/hub/store/sqlite/open-sqlite'
import { createDatabase, startPostgres } from '@vehicle-control/hub/testing/postgres-server'
import { HubFrame, MAX_BATCHES_IN_FLIGHT } from '@vehicle-control/protocol'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import type { WebSocket } from 'ws'
import { openAgent } from '../rig/agent-socket.ts'
import { Site } from '../rig/site.ts'
import type { Figure } from './table.ts'

const AGENTS = 50
const BATCHES_PER_AGENT = 16
const BATCH_ENTRIES = 500
const TOTAL = AGENTS * BATCHES_PER_AGENT * BATCH_ENTRIES

const uidOf = (n: number) => `E2003412${(n % 5000).toString(16).padStart(16, '0').toUpperCase()}`

/** Rows a second of prepared inserts into the same table with the same indexes, 500 a commit. */
async function bareInserts(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const file = join(folder, 'bare.db')
  const store = await openSqlite(file)
  await store.close()
  const db = new SqliteDatabase(file)
  db.pragma('journal_mode = WAL')
  db.pragma('cache_size = -65536')
  const insert = db.prepare(
    `insert into reads (epoch_id, seq, agent_id, received_at, reader, uid, antenna, rssi, asset_id,
       read_at, clock, late) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  db.prepare('select 1').get()
  db.pragma('synchronous = FULL')
  const start = performance.now()
  for (let b = 0; b < TOTAL / BATCH_ENTRIES; b++) {
    const agent = b % AGENTS
    db.transaction(() => {
      for (let i = 0; i < BATCH_ENTRIES; i++) {
        const seq = Math.floor(b / AGENTS) * BATCH_ENTRIES + i + 1
        const now = Date.now()
        insert.run(
          agent,
          seq,
          agent,
          now,
          'gate',
          uidOf(seq * 7 + agent),
          1,
          -60,
          null,
          now,
          'synced',
          0,
        )
      }
    })()
  }
  const perSecond = TOTAL / ((performance.now() - start) / 1000)
  db.close()
  rmSync(folder, { recursive: true })
  return perSecond
}

/** The frames that one agent will send, written down before the clock starts. */
function framesOf(agent: number, epoch: string): string[] {
  return Array.from({ length: BATCHES_PER_AGENT }, (_, b) => {
    const entries = Array.from({ length: BATCH_ENTRIES }, (_entry, i) => {
      const seq = b * BATCH_ENTRIES + i + 1
      const data = { uid: uidOf(seq * 7 + agent), reader: 'gate', antenna: 1, rssi: -60 }
      return { seq, kind: 'read', at: Date.now(), age: 5, clock: 'synced', data }
    })
    return JSON.stringify({ type: 'batch', epoch, prev: b * BATCH_ENTRIES, mono: 1, entries })
  })
}

/** Sends every frame with 8 in flight; resolves at the ack of the last. */
function sendAll(socket: WebSocket, frames: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0
    let acked = 0
    const fill = () => {
      while (sent < frames.length && sent - acked < MAX_BATCHES_IN_FLIGHT) {
        socket.send(frames[sent++] ?? '')
      }
    }
    socket.on('message', (data) => {
      const frame = HubFrame.parse(JSON.parse((data as Buffer).toString()))
      if (frame.type !== 'ack') return reject(new Error(`unexpected ${frame.type}`))
      if (++acked === frames.length) resolve()
      else fill()
    })
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
    fill()
  })
}

async function overWebSocket(env: NodeJS.ProcessEnv = {}): Promise<number> {
  const site = new Site(env)
  const client = await site.startHub()
  const lines: { socket: WebSocket; frames: string[] }[] = []
  for (let a = 0; a < AGENTS; a++) {
    const code = `bench-${a}`
    const epoch = newEpoch()
    const key = await client.enroll(code)
    const socket = await openAgent(client.url, key, code, epoch)
    lines.push({ socket, frames: framesOf(a, epoch) })
  }
  const start = performance.now()
  await Promise.all(lines.map(({ socket, frames }) => sendAll(socket, frames)))
  const perSecond = TOTAL / ((performance.now() - start) / 1000)
  for (const { socket } of lines) socket.removeAllListeners('close').close()
  await site.end()
  return perSecond
}

/** Rows a second of `INSERT … SELECT unnest` into the same table with the same indexes. */
async function bareUnnest(databaseUrl: string): Promise<number> {
  const store = await openPostgres(databaseUrl)
  await store.close()
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const insert = `insert into reads (epoch_id, seq, agent_id, received_at, reader, uid, antenna, rssi,
      asset_id, read_at, clock, late)
    select * from unnest($1::int[], $2::bigint[], $3::int[], $4::bigint[], $5::text[], $6::text[],
      $7::int[], $8::float8[], $9::int[], $10::bigint[], $11::text[], $12::smallint[])`
  const start = performance.now()
  for (let b = 0; b < TOTAL / BATCH_ENTRIES; b++) {
    const agent = b % AGENTS
    const columns: unknown[][] = Array.from({ length: 12 }, () => [])
    for (let i = 0; i < BATCH_ENTRIES; i++) {
      const seq = Math.floor(b / AGENTS) * BATCH_ENTRIES + i + 1
      const now = Date.now()
      const uid = uidOf(seq * 7 + agent)
      const row = [agent, seq, agent, now, 'gate', uid, 1, -60, null, now, 'synced', 0]
      for (const [c, cell] of row.entries()) columns[c]?.push(cell)
    }
    await client.query(insert, columns)
  }
  const perSecond = TOTAL / ((performance.now() - start) / 1000)
  await client.end()
  return perSecond
}

/** Ingest of 50 agents, durable and acked, against bare inserts of the same rows. */
export async function benchIngest(): Promise<Figure[]> {
  const bare = await bareInserts()
  const sqlite = figureOf('SQLite FULL', await overWebSocket(), 'better-sqlite3', bare)
  const server = await startPostgres({ durable: true })
  try {
    const unnest = await bareUnnest(await createDatabase(server.url))
    const hub = await overWebSocket({ DATABASE_URL: await createDatabase(server.url) })
    return [sqlite, figureOf('Postgres', hub, 'unnest inserts', unnest)]
  } finally {
    await server.stop()
  }
}

function figureOf(into: string, hub: number, what: string, bare: number): Figure {
  const ratio = hub / bare
  return {
    what: `ingest of ${AGENTS} agents over WebSocket into ${into}, ${TOTAL} entries`,
    measured: `${Math.round(hub)}/s, ${ratio.toFixed(2)} of bare ${what} (${Math.round(bare)}/s)`,
    goal: '≥ 0.5',
    reached: ratio >= 0.5,
  }
}
