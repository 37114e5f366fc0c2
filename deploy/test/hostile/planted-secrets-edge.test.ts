import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mosquitto, startMosquitto } from '@vehicle-control/hub/testing/mosquitto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Child, root } from '../../local/child.ts'
import { SIMULATED_GATE } from '../rig/edge-process.ts'
import { Site } from '../rig/site.ts'
import { Overheard } from './overheard.ts'
import { Plants } from './plants.ts'

const EXIT_CONFIG = 78
const folder = mkdtempSync(join(tmpdir(), 'planted-edge-'))
const plants = new Plants()
const heard = new Overheard()
const site = new Site({ LOG_LEVEL: 'trace' })
const password = plants.plant('the password of an MQTT reader')
let broker: Mosquitto
let edges = 0

beforeAll(async () => {
  await site.startHub()
  // Wants another password: the reader's own is refused, and said so again and again.
  broker = await startMosquitto(['allow_anonymous false'])
})
afterAll(async () => {
  await site.end()
  await broker.stop()
  rmSync(folder, { recursive: true })
})

const mqtt = (change: object = {}) => {
  const broken = { id: 'patio', type: 'mqtt', url: broker.url, topic: 'gate/#' }
  return { ...broken, userEnv: 'GATE_USER', passwordEnv: 'GATE_PASSWORD', ...change }
}

/** An edge with this configuration file, on data of its own. */
function startEdge(config: string, env: NodeJS.ProcessEnv): Child {
  const dataDir = join(folder, `edge-${edges++}`)
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'edge.json')
  writeFileSync(file, config)
  const device = { EDGE_DATA_DIR: dataDir, EDGE_CONFIG: file, LOG_LEVEL: 'trace' }
  const hub = { EDGE_HUB_URL: site.hub.url, EDGE_AGENT_CODE: 'porton' }
  const secrets = { GATE_USER: 'gate', GATE_PASSWORD: password }
  const script = join(root, 'edge/dist/main.js')
  return heard.listenTo(new Child(script, { ...device, ...hub, ...secrets, ...env }))
}

const expectSilence = () => expect(plants.foundIn(heard.said)).toEqual([])

it('keeps what its readers, its token and its key are asked with, refused or taken', async () => {
  const client = await site.client()
  const EDGE_ENROLL_TOKEN = await client.enrollToken('porton')
  plants.know('an enrolment token', EDGE_ENROLL_TOKEN)
  const edge = startEdge(JSON.stringify({ readers: [mqtt()] }), { EDGE_ENROLL_TOKEN })
  await edge.line((line) => line.msg === 'connected to the hub')
  await edge.line((line) => line['err'] === 'the broker refuses user or password')
  await edge.stop()
  expectSilence()
})

it('keeps tokens and keys that the hub refuses', async () => {
  const refused = {
    EDGE_ENROLL_TOKEN: plants.plant('a refused enrolment token'),
    EDGE_API_KEY: plants.plant('a refused key'),
  }
  for (const [name, value] of Object.entries(refused)) {
    const edge = startEdge(JSON.stringify(SIMULATED_GATE), { [name]: value })
    await edge.line((line) => line.level === 40 && /refuse|401/.test(line.msg))
    await edge.stop()
  }
  expectSilence()
})

it.each([
  ['a password in its place', () => JSON.stringify({ readers: [mqtt({ password })] })],
  ['a password as a name', () => JSON.stringify({ readers: [mqtt({ passwordEnv: password })] })],
  [
    'a password in an address',
    () => JSON.stringify({ readers: [mqtt({ url: `mqtt://gate:${password}@127.0.0.1` })] }),
  ],
  ['a password in no JSON', () => `{"readers": [{"password": "${password}",, }]}`],
] as const)('ends over %s without a word of it', async (_, config) => {
  const edge = startEdge(config(), {})
  await once(edge.process, 'close')
  expect(edge.process.exitCode).toBe(EXIT_CONFIG)
  expect(edge.stderr).toMatch(/EDGE_CONFIG/)
  expectSilence()
})

it.each([
  ['EDGE_API_KEY', (secret: string) => `${secret} ${secret}`],
  ['EDGE_ENROLL_TOKEN', (secret: string) => secret.repeat(9)],
  ['EDGE_HUB_URL', (secret: string) => `http://hub:${secret}@127.0.0.1`],
] as const)('ends over a bad %s without a word of it', async (name, valueOf) => {
  const edge = startEdge('{"readers":[]}', { [name]: valueOf(plants.plant(`a bad ${name}`)) })
  await once(edge.process, 'close')
  expect(edge.process.exitCode).toBe(EXIT_CONFIG)
  expectSilence()
})
