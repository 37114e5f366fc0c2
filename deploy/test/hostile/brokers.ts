import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { freePort } from '@vehicle-control/edge/testing/free-port'
import { COMMAND_TTL_MS, type RelayCommandList } from '@vehicle-control/protocol'
import { unitSettings } from '../bench/edge.ts'
import { flood, HostileBroker, publisher, remainingLength } from '../readers/hostile-broker.ts'
import { until } from '../rig/site.ts'
import type { Chance } from './chance.ts'
import { peakMemory } from './peak-memory.ts'
import type { Attack } from './attack.ts'
import type { Target } from './target.ts'

const CODE = 'puerta-en-red'
const KEY = 'vc-plant-webhook-key'
/** What its unit leaves it: beyond that the kernel ends it, relays and all. */
const RESIDENT_MAX_BYTES = 256 * 1024 * 1024
/** Each takes until the edge has come back to its broker. */
const TRIED_IN_SUITE = 2
const SILENT = 40

const READ = Buffer.from(JSON.stringify({ uid: 'E2003412A7A4' }))
const ATTACKS: readonly ((socket: Socket) => void)[] = [
  (socket) => flood(socket, publisher(2, Buffer.alloc(100_000, 'x'))),
  (socket) => flood(socket, publisher(1, READ)),
  (socket) => flood(socket, publisher(0, READ)),
  (socket) => flood(socket, publisher(0, Buffer.from('[[[{},{}]]]'.repeat(20_000)))),
  (socket) => void socket.write(Buffer.from([0x30, ...remainingLength(2 ** 28 - 1)])),
  (socket) => flood(socket, () => Buffer.alloc(64 * 1024, Buffer.from([0xd0, 0]))),
]

/** Attacks an edge from its readers' side: a broker that is not what it says, and who never posts. */
export async function openBrokers(target: Target, isShort: boolean): Promise<Attack> {
  let next = 0
  const broker = new HostileBroker((socket) => ATTACKS[next++ % ATTACKS.length]?.(socket))
  const port = await freePort()
  const url = await broker.listen()
  const readers = [
    { id: 'broker', type: 'mqtt', url, topic: 'gate/#', clientId: 'atacado', mqttVersion: 4 },
    { id: 'hook', type: 'http', port, keyEnv: 'HOOK_KEY' },
  ]
  const relays = { driver: 'simulated', lines: [{ pin: 17 }] }
  const { env, nodeArgs } = unitSettings()
  const edge = await target.startEdge(
    CODE,
    { readers, relays },
    { ...env, HOOK_KEY: KEY },
    { nodeArgs },
  )
  const silent: Socket[] = []

  /** True where the edge had it in time, be it that the relay was still on. */
  async function press(): Promise<boolean> {
    const path = `/api/agents/${CODE}/command`
    const { id } = (await target.client.post(`${path}/relay`, { pin: 17, state: 1 })) as {
      id: string
    }
    return await until('a command', async () => {
      const { commands } = (await target.client.get(`${path}s?limit=50`)) as RelayCommandList
      return commands.find((one) => one.id === id && one.ok !== null)
    }).then(({ ok, reason }) => ok === true || reason === 'busy')
  }

  async function beSilent(chance: Chance): Promise<void> {
    for (const socket of silent.splice(0)) socket.destroy()
    for (let i = 0; i < SILENT; i++) {
      const localAddress = chance.percent(50) ? '127.0.0.1' : `127.30.0.${1 + chance.below(200)}`
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
      silent.push(socket)
      await once(socket, 'connect')
    }
  }

  await until('the edge', () => press().catch(() => false))
  const attack: Attack = async (chance, attempt, n) => {
    if (isShort && n >= TRIED_IN_SUITE) return
    const before = broker.greeted
    await beSilent(chance)
    const from = performance.now()
    if (!(await press()) && !isShort) attempt.fault('a command was not obeyed')
    if (!isShort && performance.now() - from > COMMAND_TTL_MS) attempt.fault('a command came late')
    const { status } = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'x-api-key': KEY },
      body: READ,
    })
    if (status !== 200) attempt.fault(`a read was answered ${status} by the webhook`)
    // A broker that floods with what it may send is left by nobody.
    await until('the next connection', () => broker.greeted > before, 3000).catch(() =>
      broker.hangUp(),
    )
    attempt.count(broker.greeted > before ? 'left' : 'borne')
    if (edge.hasEnded) attempt.fault(`the edge ended: ${edge.stderr}`)
  }
  attack.end = async (attempt) => {
    for (const socket of silent) socket.destroy()
    const resident = peakMemory(edge.process.pid)
    await broker.end()
    if (resident > RESIDENT_MAX_BYTES) attempt.fault(`the edge took ${resident} bytes`)
    return `an edge with a hostile broker took ${(resident / 1e6).toFixed(1)} MB at its peak`
  }
  return attack
}
