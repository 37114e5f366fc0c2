import { join } from 'node:path'
import { newEpoch } from '@vehicle-control/edge/outbox/file/outbox-file'
import { openStore } from '@vehicle-control/hub/store/open-store'
import { createDatabase, startPostgres } from '@vehicle-control/hub/testing/postgres-server'
import { HubFrame, MAX_BATCHES_IN_FLIGHT, type WrittenDecision } from '@vehicle-control/protocol'
import type { WebSocket } from 'ws'
import { openAgent } from '../rig/agent-socket.ts'
import { Site } from '../rig/site.ts'
import { bareSqlite, bareUnnest } from './bare-inserts.ts'
import { benchRead, registerAssets } from './ingest-rows.ts'
import { benchManyAgents } from './many-agents.ts'
import type { Figure } from './table.ts'

const AGENTS = 50
const BATCHES_PER_AGENT = Number(process.env['BENCH_BATCHES'] ?? 16)
const BATCH_ENTRIES = 500
const TOTAL = AGENTS * BATCHES_PER_AGENT * BATCH_ENTRIES
const PLAN = { agents: AGENTS, batchesPerAgent: BATCHES_PER_AGENT, batchEntries: BATCH_ENTRIES }
const ROUNDS = 5

/** A gate that decides writes a decision after its read: of five entries one, as tags come again and again. */
const DECISION_EVERY = 5

/** The frames that one agent will send, written down before the clock starts. */
function framesOf(agent: number, epoch: string, decides: boolean): string[] {
  return Array.from({ length: BATCHES_PER_AGENT }, (_, b) => {
    const entries = Array.from({ length: BATCH_ENTRIES }, (_entry, i) => {
      const seq = b * BATCH_ENTRIES + i + 1
      const { uid } = benchRead(agent, decides && seq % DECISION_EVERY === 0 ? seq - 1 : seq)
      if (decides && seq % DECISION_EVERY === 0) return decisionEntry(seq, uid)
      const data = { uid, reader: 'gate', antenna: 1, rssi: -60 }
      return { seq, kind: 'read', at: Date.now(), age: 5, clock: 'synced', data }
    })
    return JSON.stringify({ type: 'batch', epoch, prev: b * BATCH_ENTRIES, mono: 1, entries })
  })
}

function decisionEntry(seq: number, uid: string) {
  const now = Date.now()
  const data: WrittenDecision = {
    uid,
    reader: 'gate',
    verdict: 'allow',
    reason: 'allowed',
    mode: 'observe',
    rule: 1,
    previous: true,
    list: { digest: '0'.repeat(64), ageMs: 40_000 },
    time: { nowMs: now, floorMs: now },
    row: [1, null, null, 0, 1],
  }
  return { seq, kind: 'decision', at: now, age: 5, clock: 'synced', data }
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

async function overWebSocket(databaseUrl: string | null, decides = false): Promise<number> {
  const site = new Site(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl })
  const store = await openStore({ dataDir: join(site.folder, 'hub'), databaseUrl })
  await registerAssets(store.db)
  await store.close()
  const client = await site.startHub()
  const lines: { socket: WebSocket; frames: string[] }[] = []
  for (let a = 0; a < AGENTS; a++) {
    const code = `bench-${a}`
    const epoch = newEpoch()
    const key = await client.enroll(code)
    const socket = await openAgent(client.url, key, code, epoch)
    lines.push({ socket, frames: framesOf(a, epoch, decides) })
  }
  const start = performance.now()
  await Promise.all(lines.map(({ socket, frames }) => sendAll(socket, frames)))
  const perSecond = TOTAL / ((performance.now() - start) / 1000)
  for (const { socket } of lines) socket.removeAllListeners('close').close()
  await site.end()
  return perSecond
}

/**
 * Ingest of 50 agents, durable and acked, against bare inserts of the same rows, and of 300 agents
 * against one.
 */
export async function benchIngest(): Promise<Figure[]> {
  const sqlite = await figureOf(
    { into: 'SQLite FULL', bareOf: 'better-sqlite3', goal: 0.72 },
    async () => ({ bare: await bareSqlite(PLAN), hub: await overWebSocket(null) }),
  )
  const deciding = await figureOf(
    { into: 'SQLite FULL', bareOf: 'better-sqlite3', goal: 0.6, rest: ', every fifth a decision' },
    async () => ({ bare: await bareSqlite(PLAN), hub: await overWebSocket(null, true) }),
  )
  const manyOnSqlite = await benchManyAgents('SQLite', null)
  const server = await startPostgres({ durable: true })
  try {
    const postgres = await figureOf(
      { into: 'Postgres', bareOf: 'unnest inserts', goal: 0.65 },
      async () => ({
        bare: await bareUnnest(PLAN, await createDatabase(server.url)),
        hub: await overWebSocket(await createDatabase(server.url)),
      }),
    )
    const manyOnPostgres = await benchManyAgents('Postgres', await createDatabase(server.url))
    return [sqlite, deciding, postgres, manyOnSqlite, manyOnPostgres]
  } finally {
    await server.stop()
  }
}

interface Ingest {
  into: string
  bareOf: string
  /** The least share of the bare rate. */
  goal: number
  /** What else the entries are, in the figure's name. */
  rest?: string
}

/** Entries a second. */
interface Rates {
  bare: number
  hub: number
}

/** The middle of five rounds by their ratio: one alone tells what the disk did in its minute. */
async function figureOf(
  { into, bareOf, goal, rest = '' }: Ingest,
  measure: () => Promise<Rates>,
): Promise<Figure> {
  const rounds: (Rates & { ratio: number })[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { bare, hub } = await measure()
    rounds.push({ bare, hub, ratio: hub / bare })
  }
  rounds.sort((a, b) => a.ratio - b.ratio)
  const { bare = 0, hub = 0, ratio = 0 } = rounds[Math.floor(ROUNDS / 2)] ?? {}
  const all = rounds.map((round) => round.ratio.toFixed(2)).join(', ')
  return {
    what: `ingest of ${AGENTS} agents over WebSocket into ${into}, ${TOTAL} entries, 80 % of them with the tags of 5,000 assets${rest}, the middle of ${ROUNDS} rounds`,
    measured: `${Math.round(hub)}/s, ${ratio.toFixed(2)} of bare ${bareOf} (${Math.round(bare)}/s); all: ${all}`,
    goal: `≥ ${goal}`,
    reached: ratio >= goal,
  }
}
