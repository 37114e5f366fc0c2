import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Child, ChildOptions, LogLine } from './child.ts'
import { startEdgeProcess } from './edge-process.ts'
import { HubClient, startHubProcess } from './hub-process.ts'

const agentCode = 'porteria-demo'
const dataDir = resolve(process.env['DATA_DIR'] ?? 'data')
const hubDataDir = resolve(process.env['HUB_DATA_DIR'] ?? join(dataDir, 'hub'))
const edgeDataDir = resolve(process.env['EDGE_DATA_DIR'] ?? join(dataDir, 'edge'))

/** Writes a line for the person at the terminal. */
export const say = (text: string) => process.stdout.write(`${text}\n`)

const children: Child[] = []
let stopping = false

/** Stops what was started, the edge first so that what it holds still reaches the hub, and exits. */
export async function stopProduct(exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  for (const child of children.toReversed()) await child.stop()
  process.exit(exitCode)
}

/**
 * The product on one machine: a hub with demo data, and a simulated edge that enrols itself. A
 * second start goes on with the data of the first. When one of them ends, all is stopped.
 */
export async function startProduct(nodeArgs: string[] = []): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      say('\nDeteniendo…')
      void stopProduct(0)
    })
  }
  const hub = await startHubProcess(
    {
      HUB_HOST: process.env['HUB_HOST'] ?? '127.0.0.1',
      HUB_DATA_DIR: hubDataDir,
      HUB_DEMO: process.env['HUB_DEMO'] ?? '1',
    },
    { nodeArgs, onLine: sayTrouble('hub') },
  )
  watch(hub.child)
  const client = new HubClient(hub.url)
  const login = (await client.demoLogin()) ?? ownLogin()
  const edgeEnv = login === null ? {} : await enrolment(client, login)
  // Somebody who tries it at night wants to see traffic too.
  const readers = [{ id: 'portal', type: 'simulator', ratePerMinute: 15, dayRhythm: false }]
  watch(
    startEdgeProcess(
      { dataDir: edgeDataDir, hubUrl: hub.url, code: agentCode, readers },
      { EDGE_AGENT_NAME: 'Portería (demo)', EDGE_AGENT_LOCATION: 'Entrada principal', ...edgeEnv },
      { nodeArgs, onLine: sayTrouble('edge') },
    ),
  )
  say(`Vehicle Control   ${hub.url}`)
  if (login !== null) say(`Usuario           ${login.email}\nContraseña        ${login.password}`)
  say(`Ctrl-C detiene todo; los datos quedan en ${dataDir}`)
}

function sayTrouble(who: string): ChildOptions['onLine'] {
  return (line: LogLine) => {
    if (line.level >= 40 && !stopping) say(`[${who}] ${line.msg}`)
  }
}

function watch(child: Child): void {
  children.push(child)
  child.process.once('close', (code) => {
    if (!stopping) say(`Un proceso terminó (código ${code}): ${child.stderr}`)
    void stopProduct(1)
  })
}

/** The account that the environment names, where the demo one is not offered. */
function ownLogin() {
  const email = process.env['HUB_ADMIN_EMAIL']
  const password = process.env['HUB_ADMIN_PASSWORD']
  return email === undefined || password === undefined ? null : { email, password }
}

/** A token for the edge where hub or edge does not know the other yet. */
async function enrolment(client: HubClient, login: { email: string; password: string }) {
  await client.login(login.email, login.password)
  const { agents } = (await client.get('/api/agents')) as { agents: { code: string }[] }
  const known = agents.some((agent) => agent.code === agentCode)
  if (known && existsSync(join(edgeDataDir, 'identity.json'))) return {}
  return { EDGE_ENROLL_TOKEN: await client.enrollToken(agentCode) }
}
