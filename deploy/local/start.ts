import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildWebIfNeeded } from './build-web.ts'
import type { Child, LogLine } from './child.ts'
import { startEdgeProcess } from './edge-process.ts'
import { HubClient, startHubProcess } from './hub-process.ts'

const agentCode = 'porteria-demo'
const dataDir = resolve(process.env['DATA_DIR'] ?? 'data')
const hubDataDir = resolve(process.env['HUB_DATA_DIR'] ?? join(dataDir, 'hub'))
const edgeDataDir = resolve(process.env['EDGE_DATA_DIR'] ?? join(dataDir, 'edge'))

const say = (text: string) => process.stdout.write(`${text}\n`)
const sayTrouble = (who: string) => (line: LogLine) => {
  if (line.level >= 40) say(`[${who}] ${line.msg}`)
}

const children: Child[] = []
let stopping = false

async function stop(exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  // The edge first: what it holds still reaches the hub.
  for (const child of children.toReversed()) await child.stop()
  process.exit(exitCode)
}

/** The product on one machine: a hub with demo data, and a simulated edge that enrols itself. */
async function start(): Promise<void> {
  buildWebIfNeeded()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      say('\nDeteniendo…')
      void stop(0)
    })
  }

  const hub = await startHubProcess(
    {
      HUB_HOST: process.env['HUB_HOST'] ?? '127.0.0.1',
      HUB_DATA_DIR: hubDataDir,
      HUB_DEMO: process.env['HUB_DEMO'] ?? '1',
    },
    sayTrouble('hub'),
  )
  children.push(hub.child)
  const client = new HubClient(hub.url)
  const login = (await client.demoLogin()) ?? ownLogin()
  const edgeEnv = login === null ? {} : await enrolment(client, login)
  children.push(
    startEdgeProcess(
      {
        dataDir: edgeDataDir,
        hubUrl: hub.url,
        code: agentCode,
        readers: [{ id: 'portal', type: 'simulator' }],
      },
      { EDGE_AGENT_NAME: 'Portería (demo)', EDGE_AGENT_LOCATION: 'Entrada principal', ...edgeEnv },
      sayTrouble('edge'),
    ),
  )
  for (const child of children) {
    child.process.once('exit', (code) => {
      if (!stopping) say(`Un proceso terminó (código ${code}): ${child.stderr}`)
      void stop(1)
    })
  }
  say(`Vehicle Control   ${hub.url}`)
  if (login !== null) say(`Usuario           ${login.email}\nContraseña        ${login.password}`)
  say('Ctrl-C detiene todo; los datos quedan en ' + dataDir)
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

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  void stop(1)
})
