import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import { type Mosquitto, startMosquitto } from '@vehicle-control/hub/testing/mosquitto'
import {
  createDatabase,
  type PostgresServer,
  startPostgres,
} from '@vehicle-control/hub/testing/postgres-server'
import type { AckEvent, Agent, ScanEvent } from '@vehicle-control/protocol'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import { startEdgeProcess } from '../../local/edge-process.ts'
import { HubClient, type HubProcess, startHubProcess } from '../../local/hub-process.ts'
import { startBalancer, type Balancer } from '../rig/balancer.ts'
import { storedReads, until } from '../rig/site.ts'

const code = 'porton-1'
const folder = mkdtempSync(join(tmpdir(), 'many-hubs-'))
const cable = new PtyCable()
let postgres: PostgresServer
let databaseUrl: string
let broker: Mosquitto
let balancer: Balancer
let hubs: HubProcess[]
let edge: Child
let screens: Screen[]

/** A browser of one hub and what it was told. */
interface Screen {
  client: HubClient
  socket: Socket
  uids: string[]
  acks: string[]
}

beforeAll(async () => {
  await cable.plugIn()
  postgres = await startPostgres()
  databaseUrl = await createDatabase(postgres.url)
  broker = await startMosquitto()
  hubs = [await startHub('a'), await startHub('b')]
  screens = [await openScreen(hubs[0]), await openScreen(hubs[1])]
  balancer = await startBalancer()
  balancer.target(portOf(hubs[0]))
  edge = startEdgeProcess(
    {
      dataDir: join(folder, 'edge'),
      hubUrl: balancer.url,
      code,
      setup: {
        readers: [{ id: 'gate', type: 'line', path: cable.readerEnd }],
        relays: { driver: 'simulated', lines: [{ pin: 17 }, { pin: 27 }] },
      },
    },
    { EDGE_ENROLL_TOKEN: await screen(0).client.enrollToken(code) },
  )
  await edge.line((line) => line.msg === 'connected to the hub')
  await both('the agent', async ({ client }) => (await agent(client))?.connected)
})

afterAll(async () => {
  for (const { socket } of screens) socket.close()
  await edge.stop('SIGKILL')
  for (const { child } of hubs) await child.stop('SIGKILL')
  balancer.stop()
  await broker.stop()
  await postgres.stop()
  await cable.destroy()
  rmSync(folder, { recursive: true })
})

function startHub(name: string): Promise<HubProcess> {
  return startHubProcess({
    HUB_HOST: '127.0.0.1',
    HUB_PORT: '0',
    HUB_DATA_DIR: join(folder, name),
    HUB_DEMO: 'account',
    DATABASE_URL: databaseUrl,
    HUB_BUS_URL: broker.url,
    HUB_AUDIT_KEY: 'the key that both hubs are given, of 32 or more',
  })
}

async function openScreen(hub: HubProcess | undefined): Promise<Screen> {
  if (hub === undefined) throw new Error('no hub')
  const client = new HubClient(hub.url)
  const login = await client.demoLogin()
  if (login === null) throw new Error('no demo login')
  await client.login(login.email, login.password)
  const socket = io(hub.url, { transports: ['websocket'], auth: { token: client.token } })
  const screen: Screen = { client, socket, uids: [], acks: [] }
  socket.on('rfid:scan', (scan: ScanEvent) => screen.uids.push(scan.uid))
  socket.on('agent:ack', (ack: AckEvent) => screen.acks.push(`${ack.id} ${ack.reason}`))
  await until('the socket', () => socket.connected)
  return screen
}

const portOf = (hub: HubProcess | undefined) => Number(new URL(hub?.url ?? '').port)
const both = (what: string, check: (screen: Screen) => unknown) =>
  until(what, async () => {
    const answers = await Promise.all(screens.map((screen) => check(screen)))
    return answers.every(Boolean)
  })
const shown = (uid: string) => both(uid, ({ uids }) => uids.includes(uid))
const agent = async (client: HubClient) => {
  const { agents } = (await client.get('/api/agents/status')) as { agents: Agent[] }
  return agents.find((each) => each.code === code)
}
const screen = (i: number): Screen => {
  const found = screens[i]
  if (found === undefined) throw new Error(`no screen ${i}`)
  return found
}
const relay = ({ client }: Screen, id: string) =>
  client.post(`/api/agents/${code}/command/relay`, { pin: 17, state: 0, id }).then(
    () => 'sent',
    (error: Error) => error.message,
  )

it('shows a read of one hub’s agent on the screens of both', async () => {
  cable.write('TEST-1\r\n')
  await shown('TEST-1')
  await both('the reader', async ({ client }) => {
    const status = (await client.get('/api/rfid/status')) as { port: string }
    return status.port === cable.readerEnd
  })
})

it('takes a command at either hub, and shows its result on both', async () => {
  await until('a way to the other hub', async () => (await relay(screen(1), 'far')) === 'sent')
  expect(await relay(screen(0), 'near')).toBe('sent')
  await both('the results', ({ acks }) => acks.length === 2)
  for (const { acks } of screens) expect(acks.toSorted()).toEqual(['far done', 'near done'])
})

it('loses no read while the broker is dead, and refuses what it cannot hand over', async () => {
  await broker.kill()
  cable.write('TEST-2\r\n')
  await shown('TEST-2')
  expect(await relay(screen(1), 'nowhere')).toMatch(/503 .*bus_unavailable/)
  expect((await agent(screen(1).client))?.connected).toBe(true)
  await broker.restart()
  cable.write('TEST-3\r\n')
  await shown('TEST-3')
  await until('the way back', async () => (await relay(screen(1), 'again')) === 'sent')
  await both('the result', ({ acks }) => acks.includes('again done'))
})

it('goes on with another hub when the one of an agent is killed', async () => {
  balancer.hold()
  await hubs[0]?.child.stop('SIGKILL')
  const left = screen(1)
  await until('the loss', async () => (await agent(left.client))?.connected === false)
  expect(await relay(left, 'late')).toMatch(/409 .*agent_offline/)
  cable.write('TEST-4\r\n')
  balancer.target(portOf(hubs[1]))
  await until('TEST-4', () => left.uids.includes('TEST-4'))
  expect(await relay(left, 'local')).toBe('sent')
  await until('the result', () => left.acks.includes('local done'))
})

it('has stored each read once and told each screen of it once', async () => {
  const stored = (await storedReads(screen(1).client)).map(({ uid }) => uid)
  expect(stored).toEqual(['TEST-1', 'TEST-2', 'TEST-3', 'TEST-4'])
  expect(screen(0).uids).toEqual(['TEST-1', 'TEST-2', 'TEST-3'])
  expect(screen(1).uids).toEqual(['TEST-1', 'TEST-2', 'TEST-3', 'TEST-4'])
})
