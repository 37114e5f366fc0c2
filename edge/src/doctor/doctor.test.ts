import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeHub } from '../testing/fake-hub.ts'
import { TempMachine } from '../testing/temp-machine.ts'
import { ReaderState } from '@vehicle-control/protocol'
import pino from 'pino'
import { CaptureServer } from '../capture/capture-server.ts'
import { ReaderCaptures } from '../capture/reader-captures.ts'
import { ReaderConfig } from '../readers/reader-config.ts'
import { diagnose } from './doctor.ts'
import { checkReader } from './readers/reader-checks.ts'
import { jsonReport, textReport } from './report.ts'
import { checkTcpDevice } from './ports/tcp-device.ts'

let machine: TempMachine
let server: Server
let keysRefused: string[] = []
let health: { status: number; body: string } = { status: 200, body: '{"status":"ok"}' }

beforeEach(async () => {
  machine = new TempMachine()
  machine.wall = Date.now()
  keysRefused = []
  health = { status: 200, body: '{"status":"ok"}' }
  server = createServer((_request, response) => response.writeHead(health.status).end(health.body))
  server.on('upgrade', (request, socket) => {
    const isRefused = keysRefused.includes(request.headers.authorization ?? '')
    socket.end(
      isRefused
        ? 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'
        : 'HTTP/1.1 400 Bad Request\r\nSec-WebSocket-Version: 13, 8\r\nContent-Length: 0\r\n\r\n',
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  machine.remove()
  server.closeAllConnections()
  server.close()
})

const portOf = (of: { address(): unknown }) => (of.address() as AddressInfo).port
const env = (more: NodeJS.ProcessEnv = {}) => ({
  EDGE_HUB_URL: `http://127.0.0.1:${portOf(server)}`,
  EDGE_AGENT_CODE: 'gate-1',
  EDGE_API_KEY: 'key-1',
  EDGE_DATA_DIR: '/data',
  ...more,
})
async function statusOf(check: string, more: NodeJS.ProcessEnv = {}) {
  const { findings } = await diagnose(machine, env(more))
  return findings.find((one) => one.check === check)?.status
}

it('finds nothing wrong where nothing is, and says so in both forms', async () => {
  const diagnosis = await diagnose(machine, env())
  expect(diagnosis.findings.filter(({ status }) => status === 'fault')).toEqual([])
  expect(diagnosis).toMatchObject({ agent: 'gate-1', exitCode: 0 })
  expect(textReport(diagnosis, '1.2.3')).toMatch(/^Vehicle Control edge 1\.2\.3, .* de gate-1\n/)
  expect(JSON.parse(jsonReport(diagnosis, '1.2.3'))).toMatchObject({
    version: '1.2.3',
    exitCode: 0,
  })
})

it('quotes the line of a faulty configuration, and still looks at the device', async () => {
  machine.file('/etc/edge.json', '{"readers":[{"id":"gate","type":"lin"}]}')
  const { findings, exitCode, agent } = await diagnose(
    machine,
    env({ EDGE_CONFIG: '/etc/edge.json' }),
  )
  expect({ exitCode, agent }).toEqual({ exitCode: 78, agent: null })
  expect(findings[0]).toMatchObject({ check: 'config', status: 'fault' })
  expect(findings[0]?.text).toContain('readers[0].type')
  expect(findings.map(({ check }) => check)).toContain('clock')
})

it('takes at a terminal what the service has, and lets the terminal overrule it', async () => {
  const lines = Object.entries(env()).map(([name, value]) => `${name}='${value}'`)
  machine.file('/etc/vehicle-control/edge.env', lines.join('\n'))
  expect((await diagnose(machine, {})).agent).toBe('gate-1')
  const { findings } = await diagnose(machine, { LOG_LEVEL: 'loud' })
  expect(findings[0]?.text).toContain('LOG_LEVEL')
})

it('tries the keys in the order of the edge: given, stored, the one before', async () => {
  expect(await statusOf('hub-key')).toBe('ok')
  keysRefused = ['Bearer key-1', 'Bearer key-2']
  expect(await statusOf('hub-key')).toBe('fault')
  machine.account = { uid: 0, gids: [0] }
  const identity = { agentCode: 'GATE-1', apiKey: 'key-2', previousKey: 'key-3' }
  machine.file('/data/identity.json', JSON.stringify(identity))
  expect(await statusOf('hub-key')).toBe('ok')
  machine.file('/data/identity.json', JSON.stringify({ ...identity, agentCode: 'other' }))
  expect(await statusOf('hub-key')).toBe('fault')
  expect(await statusOf('hub-key', { EDGE_ENROLL_TOKEN: 'token-1' })).toBe('warning')
  machine.file('/data/identity.json', '{"agent')
  expect(await statusOf('hub-key')).toBe('fault')
})

it.each(['/data/identity.json', '/etc/edge.json'])(
  'hangs on no pipe in the place of %s',
  async (path) => {
    machine.file(path)
    execFileSync('rm', [join(machine.root, path)])
    execFileSync('mkfifo', [join(machine.root, path)])
    const { findings } = await diagnose(machine, env({ EDGE_CONFIG: '/etc/edge.json' }))
    expect(findings.length).toBeGreaterThan(0)
  },
)

it('does not call a key refused that it cannot read', async () => {
  mkdirSync(join(machine.root, '/data/identity.json'), { recursive: true })
  expect(await statusOf('hub-key', { EDGE_API_KEY: '' })).toBe('warning')
})

it('tells a hub that is away from a server that is no hub, and whose clock is another', async () => {
  expect(await statusOf('hub', {})).toBe('ok')
  expect(await statusOf('hub-clock')).toBe('ok')
  machine.wall += 300_000
  expect(await statusOf('hub-clock')).toBe('warning')
  health = { status: 200, body: '<html>' }
  expect(await statusOf('hub')).toBe('fault')
  const closed = createTcpServer()
  await once(closed.listen(0, '127.0.0.1'), 'listening')
  const EDGE_HUB_URL = `http://127.0.0.1:${portOf(closed)}`
  closed.close()
  expect(await statusOf('hub-tcp', { EDGE_HUB_URL })).toBe('fault')
  expect(await statusOf('hub-dns', { EDGE_HUB_URL: 'http://nobody.invalid' })).toBe('fault')
})

it('takes no upgrade for an answer about the key', async () => {
  const other = new FakeHub()
  const url = await other.start()
  other.refuseWith = 503
  const { presentKey: present } = await import('./hub/hub-key.ts')
  expect(await present(url, 'key-1')).toEqual({ fault: 'estado 503' })
  other.end()
})

it('leaves a reader alone that the running edge is connected to, and asks others', async () => {
  const to = {
    check: 'reader-tcp',
    subject: 'llrp',
    host: '127.0.0.1',
    port: portOf(server),
    edgePid: 812,
  }
  const asked = once(server, 'connection')
  expect(await checkTcpDevice(machine, to)).toMatchObject([{ status: 'ok' }])
  await asked
  machine.file(
    '/proc/net/tcp',
    `  sl  local_address rem_address   st\n   0: 0100007F:C350 0200007F:13DC 01 0 0\n`,
  )
  const held = { ...to, host: '127.0.0.2', port: 5084 }
  expect(await checkTcpDevice(machine, held)).toMatchObject([{ status: 'ok' }])
  // Nor where an account looks that may not see whose the connection is.
  expect(await checkTcpDevice(machine, { ...held, edgePid: null })).toMatchObject([
    { status: 'ok', text: expect.stringContaining('este equipo ya está conectado') },
  ])
})

it('looks at the brokers of readers, and at the ports of their webhooks', async () => {
  const port = portOf(server)
  const said = async (settings: object, edgePid: number | null = null) => {
    const reader = ReaderConfig.parse({ id: 'smart', ...settings })
    return (await checkReader(machine, reader, { edgePid })).map((f) => `${f.check} ${f.status}`)
  }
  const mqtt = { type: 'mqtt', topic: 'ziotc/#' }
  expect(await said({ ...mqtt, url: `mqtt://127.0.0.1:${port}` })).toEqual(['reader-tcp ok'])
  expect(await said({ ...mqtt, url: 'mqtt://nobody.invalid' })).toEqual(['reader-tcp fault'])
  const webhook = { type: 'http', port, keyEnv: 'HOOK_KEY' }
  expect(await said(webhook)).toEqual(['webhook-port fault'])
  expect(await said(webhook, 812)).toEqual(['webhook-port ok'])
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  expect(await said(webhook)).toEqual(['webhook-port ok'])
  expect(await said(webhook, 812)).toEqual(['webhook-port fault'])
})

it('looks at the port where a reader dials in, and does not call it', async () => {
  const port = portOf(server)
  const said = async (listen: string, edgePid: number | null = null) => {
    const dialled = { id: 'norte', type: 'line', listen, from: '127.0.0.1' }
    const [found] = await checkReader(machine, ReaderConfig.parse(dialled), { edgePid })
    return `${found?.check} ${found?.status}: ${found?.text}`
  }
  let calls = 0
  server.on('connection', () => calls++)
  const at = `127.0.0.1:${port}`
  expect(await said(at)).toBe(`reader-port fault: no se puede escuchar en ${at} (EADDRINUSE)`)
  expect(await said(at, 812)).toBe(`reader-port ok: en ${at} se escucha al lector`)
  expect(await said('192.0.2.1:6000')).toBe(
    'reader-port fault: 192.0.2.1 no es una dirección de este equipo',
  )
  expect(calls).toBe(0)
  await new Promise((closed) => server.close(closed))
  expect(await said(at)).toBe(`reader-port ok: el puerto ${at} está libre`)
  expect(await said(at, 812)).toMatch(/^reader-port fault: el edge está en marcha/)
})

it('passes on what a reader that reads could be set better by', async () => {
  const config = { id: 'norte', type: 'line', path: '/dev/ttyUSB0' }
  machine.file('/dev/ttyUSB0')
  const state = { ...config, state: 'open', simulated: false, noise: 0 }
  const hints = async (more: object) => {
    const said = ReaderState.parse({ ...state, ...more })
    const found = await checkReader(machine, ReaderConfig.parse(config), { edgePid: null, said })
    return found.filter(({ check }) => check === 'reader-hint')
  }
  expect(await hints({ hint: 'wiegand' })).toMatchObject([
    { status: 'warning', subject: 'norte', fix: expect.stringContaining('"uid": "wiegand"') },
  ])
  expect(await hints({})).toEqual([])
  expect(await hints({ hint: 'of a newer edge' })).toEqual([])
})

it('repeats what the running edge says of its readers, and leaves its connections alone', async () => {
  machine.file('/data/outbox.db')
  const state = { type: 'llrp', path: '127.0.0.1:5084', state: 'open', simulated: false, noise: 0 }
  const says = (id: string, more: object): ReaderState =>
    ReaderState.parse({ ...state, id, ...more })
  const refusal = 'the reader refuses its settings: keepaliveSpec: unsupported parameter'
  const states = [
    says('good', {}),
    says('warned', { warning: 'no antenna at 2' }),
    says('silent', { state: 'silent' }),
    says('moved', { path: '10.0.0.1:5084' }),
    says('refused', { state: 'closed', error: refusal }),
  ]
  const readers = states.map(({ id }) => ({ id }))
  const edge = new CaptureServer({
    path: join(machine.root, '/data/capture.sock'),
    captures: new ReaderCaptures({ readers, monotonic: () => 0 }),
    states: () => states,
    log: pino({ level: 'silent' }),
  })
  await edge.start()
  const refusing = portOf(server)
  const ports: Record<string, number> = {
    good: 1,
    warned: 2,
    silent: 3,
    moved: 4,
    refused: refusing,
  }
  const config = readers.map(({ id }) => ({ id, type: 'llrp', host: '127.0.0.1', port: ports[id] }))
  machine.file('/edge.json', JSON.stringify({ readers: config }))
  const { findings } = await diagnose(machine, env({ EDGE_CONFIG: '/edge.json' }))
  edge.stop()
  const said = (id: string) => {
    const found = findings.filter(({ subject }) => subject === id)
    return found.map(({ check, status, text }) => `${check} ${status}: ${text}`)
  }
  expect(said('good')).toEqual(['reader-state ok: el edge lee de 127.0.0.1:5084'])
  expect(said('warned')).toEqual([
    'reader-state warning: el edge lo lee, y avisa: sin antena conectada (antena 2)',
  ])
  expect(said('silent')).toEqual([expect.stringMatching(/^reader-state warning: .* no oye nada /)])
  // It runs with another configuration still.
  expect(said('moved')).toEqual([
    expect.stringMatching(
      /^reader-tcp fault: 127\.0\.0\.1:4 no acepta la conexión \(ECONNREFUSED\)/,
    ),
  ])
  expect(said('refused')).toEqual([
    'reader-state fault: el edge no lo puede leer: no acepta una orden (its settings: keepaliveSpec: unsupported parameter)',
  ])
})

it('looks at the device by itself where the edge breaks off, and waits once for one that hangs', async () => {
  machine.file('/data/outbox.db')
  const readers = [1, 2, 3].map((port) => ({
    id: `r${port}`,
    type: 'llrp',
    host: '127.0.0.1',
    port,
  }))
  machine.file('/edge.json', JSON.stringify({ readers }))
  const path = join(machine.root, '/data/capture.sock')
  let asked = 0
  for (const answer of [
    (socket: Socket) => socket.destroy(),
    (socket: Socket) => {
      asked++
      socket.resume()
    },
  ]) {
    const edge = createTcpServer(answer)
    await once(edge.listen(path), 'listening')
    const { findings } = await diagnose(machine, env({ EDGE_CONFIG: '/edge.json' }))
    expect(findings.filter(({ check }) => check === 'reader-tcp')).toHaveLength(3)
    await new Promise((closed) => edge.close(closed))
  }
  expect(asked).toBe(1)
})

it('tells a power that the law of the country does not allow', async () => {
  const settings = { id: 'gate', type: 'm100', path: '/dev/ttyUSB0', region: 'cl', powerDbm: 30 }
  const found = await checkReader(machine, ReaderConfig.parse(settings), { edgePid: null })
  const power = found.find(({ check }) => check === 'power')
  expect(power).toMatchObject({ status: 'warning', subject: 'gate' })
  expect(power?.text).toContain('30 dBm pasan de lo que CL permite')
})
