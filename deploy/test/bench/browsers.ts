import { HubClient } from '../../local/hub-process.ts'
import { Site } from '../rig/site.ts'
import { hubMetrics } from './hub-health.ts'
import type { BrowsersReport, BrowsersTask } from './swarm/browsers.ts'
import { Swarm } from './swarm/child.ts'
import { addAgents } from './swarm/many-agents.ts'
import type { Figure } from './table.ts'
import { SteadyAgent } from './web/steady-agent.ts'

const AGENTS = 500
const BROWSERS = Number(process.env['BENCH_BROWSERS'] ?? 500)
const BROWSERS_PER_SESSION = 20
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30)
const POLL_EVERY_MS = 5000
const GATES = 10
/** Of each gate: all together 100 a second. */
const STREAM = { entries: 1, everyMs: 100 }
const WITHIN_MS = 60_000

/** Hundreds of screens, each with a socket and a status view, while a site is busy. */
export async function benchBrowsers(): Promise<Figure[]> {
  const site = new Site()
  let swarm: Swarm<BrowsersReport> | null = null
  try {
    await site.startHub()
    await site.hub.child.stop()
    await addAgents(site, AGENTS - GATES)
    const client = await site.startHub()
    const gates = await Promise.all(
      Array.from({ length: GATES }, (_, n) => SteadyAgent.open(client, `gate-${n}`)),
    )
    const tokens = await sessions(client, Math.ceil(BROWSERS / BROWSERS_PER_SESSION))
    const task: BrowsersTask = {
      url: client.url,
      tokens,
      browsers: BROWSERS,
      pollEveryMs: POLL_EVERY_MS,
    }
    swarm = new Swarm('browsers.js', task)
    const isIn = ({ connected, polls }: BrowsersReport) =>
      connected === BROWSERS && polls >= 2 * BROWSERS
    const first = await swarm.report(isIn, WITHIN_MS)
    if (first === null || !isIn(first)) throw new Error(`browsers: ${JSON.stringify(first)}`)
    const before = await hubMetrics(client)
    const start = performance.now()
    const batches = (SECONDS * 1000) / STREAM.everyMs
    await Promise.all(
      gates.map((gate, g) => gate.send({ ...STREAM, batches, uidOf: (n) => `BEEF${g}${n}00` })),
    )
    const seconds = (performance.now() - start) / 1000
    const after = await hubMetrics(client)
    const sent = GATES * batches
    const last = await swarm.report(
      ({ events }) => events - first.events === sent * BROWSERS,
      10_000,
    )
    for (const gate of gates) gate.close()
    if (last === null) throw new Error('the browsers say nothing')
    const cores = (after.cpuSeconds - before.cpuSeconds) / seconds
    const events = last.events - first.events
    const polls = last.polls - first.polls
    const what = `${BROWSERS} browsers that ask for the status of ${last.agents} agents each 5 s, at ${Math.round(sent / seconds)} events/s`
    return [
      {
        what: `${what}: the hub`,
        measured: `${cores.toFixed(2)} cores, ${Math.round(after.residentBytes / 1e6)} MB; ${Math.round(polls / seconds)} answers/s of ${(last.bytes / 1000).toFixed(1)} kB, ${last.unchanged - first.unchanged} of ${polls} unchanged`,
        goal: 'below one core',
        reached: cores < 1 && last.failed === 0,
      },
      {
        what: `${what}: event loop`,
        measured: `p99 ${after.p99Ms.toFixed(0)} ms, longest ${after.longestMs.toFixed(0)} ms`,
        goal: 'p99 ≤ 50 ms',
        reached: after.p99Ms <= 50,
      },
      {
        what: `${what}: events`,
        measured: `${events} of ${sent * BROWSERS} delivered, ${last.failed} calls failed`,
        goal: 'all, none',
        reached: events === sent * BROWSERS && last.failed === 0,
      },
    ]
  } finally {
    await swarm?.stop()
    await site.end()
  }
}

/** Tokens of so many logins. */
async function sessions(client: HubClient, count: number): Promise<string[]> {
  const login = await client.demoLogin()
  if (login === null) throw new Error('no demo login')
  const tokens: string[] = []
  for (let n = 0; n < count; n++) {
    const person = new HubClient(client.url)
    await person.login(login.email, login.password)
    tokens.push(person.token)
  }
  return tokens
}
