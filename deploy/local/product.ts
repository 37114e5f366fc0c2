import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DEMO_LOGIN } from '@vehicle-control/hub/seed/demo-data'
import type { Child, ChildOptions, LogLine } from './child.ts'
import { startEdgeProcess } from './edge-process.ts'
import { type EmulatedReader, emulatedType, startEmulatedReader } from './emulated-reader.ts'
import { HubClient, listeningUrl, spawnHub } from './hub-process.ts'

const AGENT_CODE = 'porteria-demo'
const PLACE = { name: 'Portería (demo)', location: 'Entrada principal' }
/** In Bogotá, so that the map has something to show. */
const COORDINATES = { lat: 4.6301, lng: -74.0903 }
const dataDir = resolve(process.env['DATA_DIR'] ?? 'data')
const HUB_DATA_DIR = resolve(process.env['HUB_DATA_DIR'] ?? join(dataDir, 'hub'))
const EDGE_DATA_DIR = resolve(process.env['EDGE_DATA_DIR'] ?? join(dataDir, 'edge'))

/** Writes a line for the person at the terminal. */
export const say = (text: string) => process.stdout.write(`${text}\n`)

// The terminal may be gone already when there is still something to stop.
process.stdout.on('error', () => {})

const children: Child[] = []
let emulated: EmulatedReader | null = null
let stopping = false

/** Stops what was started, the edge first so that what it holds still reaches the hub, and exits. */
export async function stopProduct(exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  for (const child of children.toReversed()) await child.stop()
  await emulated?.stop()
  process.exit(exitCode)
}

/** Says what went wrong, unless it is only that all is being stopped, and stops what was started. */
export async function failProduct(error: unknown): Promise<void> {
  if (!stopping) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  await stopProduct(1)
}

export interface ProductOptions {
  nodeArgs?: string[]
  /** A type of reader whose device is emulated, in place of the simulated reader. */
  reader?: string | undefined
}

/**
 * The product on one machine: a hub with demo data, and a simulated edge that enrols itself. A
 * second start goes on with the data of the first. When one of them ends, all is stopped.
 */
export async function startProduct({ nodeArgs = [], reader }: ProductOptions = {}): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      say('\nDeteniendo…')
      void stopProduct(0)
    })
  }
  if (reader !== undefined) emulated = await startEmulatedReader(emulatedType(reader))
  const hub = spawnHub(
    {
      HUB_HOST: process.env['HUB_HOST'] ?? '127.0.0.1',
      HUB_DATA_DIR: HUB_DATA_DIR,
      HUB_DEMO: process.env['HUB_DEMO'] ?? '1',
    },
    // Beside its log the hub prints what is for the person at the console: reset tokens.
    { nodeArgs, onLine: sayTrouble('hub'), onText: say },
  )
  // Before anything is waited for: a signal must find it.
  watch(hub)
  const client = new HubClient(await listeningUrl(hub))
  const login = (await client.demoLogin()) ?? ownLogin()
  const edgeEnv = login === null ? {} : await enrolment(client, login)
  if (login !== null) await emulated?.register(client)
  if (stopping) return
  // Somebody who tries it at night wants to see traffic too.
  const simulated = { id: 'portal', type: 'simulator', ratePerMinute: 15, dayRhythm: false }
  const setup = {
    readers: [emulated?.reader ?? simulated],
    relays: { driver: 'simulated', lines: [{ pin: 17 }, { pin: 27 }] },
    sensors: [{ type: 'simulated', of: ['temp', 'hum', 'gas'] }],
  }
  watch(
    startEdgeProcess(
      { dataDir: EDGE_DATA_DIR, hubUrl: client.url, code: AGENT_CODE, setup },
      { EDGE_AGENT_NAME: PLACE.name, EDGE_AGENT_LOCATION: PLACE.location, ...edgeEnv },
      { nodeArgs, onLine: sayTrouble('edge') },
    ),
  )
  say(`Vehicle Control   ${client.url}`)
  if (login !== null) say(`Usuario           ${login.email}\nContraseña        ${login.password}`)
  if (reader !== undefined) say(`Lector            ${reader}, emulado`)
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

/** The account that the environment names, or gives its password, where the demo is not offered. */
function ownLogin() {
  const email = process.env['HUB_ADMIN_EMAIL'] || DEMO_LOGIN.email
  const password = process.env['HUB_ADMIN_PASSWORD']
  return password ? { email, password } : null
}

/**
 * Environment that makes hub and edge known to each other, where they are not yet. A hub whose data is gone gets
 * the agent anew, with a key that beats the one that the edge has kept of the old hub.
 */
async function enrolment(client: HubClient, login: { email: string; password: string }) {
  await client.login(login.email, login.password)
  const { agents } = (await client.get('/api/agents')) as { agents: { code: string }[] }
  const known = agents.some((agent) => agent.code === AGENT_CODE)
  if (!known) await client.post('/api/agents', { code: AGENT_CODE, ...PLACE, ...COORDINATES })
  const enrolled = existsSync(join(EDGE_DATA_DIR, 'identity.json'))
  if (!enrolled) return { EDGE_ENROLL_TOKEN: await client.enrollToken(AGENT_CODE) }
  return known ? {} : { EDGE_API_KEY: await client.enroll(AGENT_CODE, PLACE) }
}
