import type { ScanEvent } from '@vehicle-control/protocol'
import SqliteDatabase from 'better-sqlite3'
import { io } from 'socket.io-client'
import type { HubClient } from '../../local/hub-process.ts'
import { LiveAgent } from '../rig/live-agent.ts'
import { Site } from '../rig/site.ts'
import { hubMetrics, Readiness } from './hub-health.ts'
import type { StormReport, StormTask } from './swarm/agents.ts'
import { Swarm } from './swarm/child.ts'
import { addAgents, hubFile } from './swarm/many-agents.ts'
import { type Figure, percentile } from './table.ts'

const AGENTS = Number(process.env['BENCH_AGENTS'] ?? 5000)
const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 1000)
const WITHIN_MS = Number(process.env['BENCH_STORM_MS'] ?? 9 * 60_000)
const LIVE_EVERY_MS = 250

/** Thousands of agents that come back at once, each with its backlog, and one gate that goes on. */
export async function benchStorm(): Promise<Figure[]> {
  const site = new Site()
  let swarm: Swarm<StormReport> | null = null
  try {
    await site.startHub()
    await site.hub.child.stop()
    const agents = await addAgents(site, AGENTS)
    const client = await site.startHub()
    const gate = await LiveGate.open(client)
    await hubMetrics(client)
    const readiness = new Readiness(client)
    const start = performance.now()
    const task: StormTask = { url: client.url, agents, entries: ENTRIES }
    swarm = new Swarm('agents.js', task)
    const report = await swarm.report(({ done }) => done === AGENTS, WITHIN_MS)
    const seconds = (performance.now() - start) / 1000
    const { p99Ms, longestMs, residentBytes } = await hubMetrics(client)
    readiness.stop()
    const delays = await gate.close()
    await swarm.stop()
    await site.hub.child.stop()
    const { rows, distinct } = storedBy(hubFile(site))
    const what = `${AGENTS} agents × ${ENTRIES} entries that come back at once`
    const total = AGENTS * ENTRIES
    const rate = Math.round(total / seconds)
    const put = report?.closes[1013] ?? 0
    const p95 = percentile(delays, 95)
    const memory = Math.round(residentBytes / 1e6)
    return [
      {
        what,
        measured: `${distinct} of ${total} stored, ${rows - distinct} twice, in ${seconds.toFixed(0)} s (${rate}/s); put off ${put} times; ${memory} MB`,
        goal: '0 lost, 0 twice',
        reached: distinct === total && rows === total,
      },
      {
        what: `${what}: event loop`,
        measured: `p99 ${p99Ms.toFixed(0)} ms, longest ${longestMs.toFixed(0)} ms`,
        goal: 'p99 ≤ 200 ms, longest ≤ 400 ms',
        reached: p99Ms <= 200 && longestMs <= 400,
      },
      {
        what: `${what}: /readyz`,
        measured: `200 at ${readiness.ready} of ${readiness.asked}`,
        goal: 'throughout',
        reached: readiness.ready === readiness.asked,
      },
      {
        what: `${what}: a read at another gate, until a browser has it (${delays.length})`,
        measured: `p50 ${percentile(delays, 50).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
        goal: 'p95 ≤ 1 s',
        reached: p95 <= 1000,
      },
    ]
  } finally {
    await swarm?.stop()
    await site.end()
  }
}

/** Rows of the agents of the storm, and how many of them have a name of their own. */
function storedBy(file: string): { rows: number; distinct: number } {
  const db = new SqliteDatabase(file, { readonly: true })
  try {
    const counted = `select sum(n) as 'rows', sum(d) as 'distinct' from (
      select count(*) as n, count(distinct r.seq) as d from reads r
      join agent_epochs e on e.id = r.epoch_id join agents a on a.id = e.agent_id
      where a.code like 'storm-%' group by r.epoch_id)`
    return db.prepare(counted).get() as { rows: number; distinct: number }
  } finally {
    db.close()
  }
}

/** A gate at which a tag is read four times a second, and a browser that waits for each. */
class LiveGate {
  readonly #agent: LiveAgent
  readonly #socket: ReturnType<typeof io>
  readonly #readAt = new Map<string, number>()
  readonly #delays: number[] = []
  readonly #timer: NodeJS.Timeout
  #stored: Promise<unknown> = Promise.resolve()

  static async open(client: HubClient): Promise<LiveGate> {
    const socket = io(client.url, { auth: { token: client.token }, transports: ['websocket'] })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('connect_error', reject)
    })
    return new LiveGate(await LiveAgent.open(client, 'gate'), socket)
  }

  private constructor(agent: LiveAgent, socket: ReturnType<typeof io>) {
    this.#agent = agent
    this.#socket = socket
    socket.on('rfid:scan', ({ uid }: ScanEvent) => {
      const at = this.#readAt.get(uid)
      if (at !== undefined) this.#delays.push(performance.now() - at)
      this.#readAt.delete(uid)
    })
    let n = 0
    this.#timer = setInterval(() => {
      const uid = `BEEF${(++n).toString(16).padStart(12, '0').toUpperCase()}`
      this.#readAt.set(uid, performance.now())
      this.#stored = agent.read(uid)
      this.#stored.catch(() => {})
    }, LIVE_EVERY_MS)
  }

  /** Milliseconds of each read; one that was never seen counts as for ever. */
  async close(): Promise<number[]> {
    clearInterval(this.#timer)
    await this.#stored
    await new Promise((resolve) => setTimeout(resolve, 1000))
    this.#agent.close()
    this.#socket.disconnect()
    return [...this.#delays, ...[...this.#readAt].map(() => Infinity)]
  }
}
