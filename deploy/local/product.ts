import { dirname, join, resolve } from 'node:path'
import { DEMO_LOGIN } from '@vehicle-control/hub/seed/demo-data'
import { DEMO_GATES, DEMO_SITE_NAME } from '@vehicle-control/hub/seed/demo-gates'
import type { Child, ChildOptions, LogLine } from './child.ts'
import { type EmulatedBoard, startEmulatedBoard } from './emulated-board.ts'
import { BARRIER_INPUTS, playBarrier } from './demo-barrier.ts'
import { type EmulatedReader, emulatedType, startEmulatedReader } from './emulated-reader.ts'
import { enrolment, gatesOf, startGate } from './demo-edges.ts'
import { HubClient, listeningUrl, spawnHub } from './hub-process.ts'

const dataDir = resolve(process.env['DATA_DIR'] ?? 'data')
const HUB_DATA_DIR = resolve(process.env['HUB_DATA_DIR'] ?? join(dataDir, 'hub'))
const EDGE_DATA_DIR = resolve(process.env['EDGE_DATA_DIR'] ?? join(dataDir, 'edge'))

/** Writes a line for the person at the terminal. */
export const say = (text: string) => process.stdout.write(`${text}\n`)

// The terminal may be gone already when there is still something to stop.
process.stdout.on('error', () => {})

const NAMED_RELAY = { pin: 22, name: 'Salida peatonal' }
const BOARD_RELAY = 'Patio de carga'

const children: Child[] = []
let emulated: EmulatedReader | null = null
let board: EmulatedBoard | null = null
let stopping = false

/** Stops what was started, the edges first so that what they hold still reaches the hub, and exits. */
export async function stopProduct(exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  const [hub, ...edges] = children
  await Promise.all(edges.map((edge) => edge.stop()))
  await hub?.stop()
  await emulated?.stop()
  await board?.cable.destroy()
  process.exit(exitCode)
}

/** Prints what went wrong, unless the product is being stopped anyway, and stops what was started. */
export async function failProduct(error: unknown): Promise<void> {
  if (!stopping) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  await stopProduct(1)
}

export interface ProductOptions {
  nodeArgs?: string[]
  /** A type of reader whose device is emulated, in place of the main gate's simulated reader. */
  reader?: string | undefined
  /** The main gate has two further relays: one by its name, and one on an emulated board. */
  relays?: boolean | undefined
}

/**
 * The product on one machine: a hub with demo data and a simulated edge for each gate, which enrols
 * itself. A second start goes on with the data of the first. When one process ends, all are stopped.
 */
export async function startProduct({
  nodeArgs = [],
  reader,
  relays = false,
}: ProductOptions = {}): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      say('\nDeteniendo…')
      void stopProduct(0)
    })
  }
  if (reader !== undefined) emulated = await startEmulatedReader(emulatedType(reader))
  if (relays) board = await startEmulatedBoard([BOARD_RELAY])
  const hub = spawnHub(
    {
      HUB_HOST: process.env['HUB_HOST'] ?? '127.0.0.1',
      HUB_DATA_DIR: HUB_DATA_DIR,
      HUB_DEMO: process.env['HUB_DEMO'] ?? '1',
      HUB_SITE_NAME: process.env['HUB_SITE_NAME'] ?? DEMO_SITE_NAME,
    },
    // Beside its log the hub prints what is for the person at the console: reset tokens.
    { nodeArgs, endsWithUs: true, onLine: sayTrouble('hub'), onText: say },
  )
  // Before the first await, so that a signal stops it too.
  watch(hub)
  const client = new HubClient(await listeningUrl(hub))
  const login = (await client.demoLogin()) ?? ownLogin()
  if (login !== null) {
    await client.login(login.email, login.password)
    await emulated?.register(client)
  }
  const [main] = DEMO_GATES
  for (const place of await gatesOf(login === null ? null : client, EDGE_DATA_DIR)) {
    const env = login === null ? {} : await enrolment(client, place)
    if (stopping) return
    const { gate, dataDir } = place
    const isMain = gate === main
    const reader = isMain ? emulated?.reader : undefined
    const furtherRelays =
      isMain && board ? { lines: [NAMED_RELAY], boards: [board.board] } : undefined
    if (isMain) playBarrier(dataDir)
    const inputs = isMain ? BARRIER_INPUTS : undefined
    const edge = { gate, dataDir, hubUrl: client.url, reader, furtherRelays, inputs, env }
    watch(startGate(edge, { nodeArgs, endsWithUs: true, onLine: sayTrouble(gate.code) }))
  }
  say(`Vehicle Control   ${client.url}`)
  if (login !== null) say(`Usuario           ${login.email}\nContraseña        ${login.password}`)
  if (reader !== undefined) say(`Lector            ${reader}, emulado`)
  if (relays)
    say(`Relés             17, 27, ${NAMED_RELAY.name} y ${BOARD_RELAY}, de una tarjeta emulada`)
  const areApart = [HUB_DATA_DIR, EDGE_DATA_DIR].some((folder) => dirname(folder) !== dataDir)
  const kept = areApart ? `${HUB_DATA_DIR} y ${EDGE_DATA_DIR}` : dataDir
  say(`Ctrl-C detiene todo; los datos quedan en ${kept}`)
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

/** The account of HUB_ADMIN_EMAIL and HUB_ADMIN_PASSWORD, where the login page offers none. */
function ownLogin() {
  const email = process.env['HUB_ADMIN_EMAIL'] || DEMO_LOGIN.email
  const password = process.env['HUB_ADMIN_PASSWORD']
  return password ? { email, password } : null
}
