import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import type { AgentDetailList } from '@vehicle-control/protocol'
import { formatAgentKey } from '@vehicle-control/protocol/agent-key'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import { root } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, storedReads, until } from '../rig/site.ts'

const ROTATIONS = 5
const READS_EVERY_MS = 25

const site = new Site()
const cable = new PtyCable()
const keys: string[] = []
const written: string[] = []
let client: HubClient
let edge: Child
beforeAll(async () => {
  await cable.plugIn()
  client = await site.startHub()
  await client.post('/api/agents', { code: 'other-1', name: 'Otra' })
  edge = await start({ EDGE_ENROLL_TOKEN: await client.enrollToken('gate-1') })
})
afterAll(async () => {
  await site.end()
  await cable.destroy()
})

async function start(env: NodeJS.ProcessEnv = {}): Promise<Child> {
  const readers = [{ id: 'gate', type: 'line', path: cable.readerEnd }]
  const started = site.startEdge('gate-1', readers, env)
  await started.line((line) => line.msg === 'serial port open')
  await started.line((line) => line.msg === 'connected to the hub')
  return started
}

/** A new key of an agent, as a program on the hub's machine makes it. */
async function rotate(code = 'gate-1'): Promise<string> {
  const { out } = await site.hubCommand('agents', 'rotate-key', '--code', code)
  const { apiKey } = JSON.parse(out) as { apiKey: string }
  keys.push(apiKey)
  return apiKey
}

/** Runs `key` on the edge's machine. */
async function giveKey(key: string, args: string[] = [], dataDir = site.dataDir('gate-1')) {
  const child = spawn(process.execPath, [join(root, 'edge/dist/main.js'), 'key', ...args], {
    // Its own account may not read what else the service is given.
    env: { ...process.env, EDGE_DATA_DIR: dataDir },
  })
  // A command that is refused for its arguments does not read.
  child.stdin.on('error', () => {})
  child.stdin.end(`${key}\n`)
  const closed = once(child, 'close')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  await closed
  return { code: child.exitCode, out, err }
}

function read(): void {
  const uid = `TEST-${String(written.length).padStart(6, '0')}`
  written.push(uid)
  cable.write(`${uid}\r\n`)
}

const identity = () => {
  const path = join(site.dataDir('gate-1'), 'identity.json')
  return JSON.parse(readFileSync(path, 'utf8')) as { apiKey: string; previousKey?: string }
}

async function expectEveryReadOnce(): Promise<void> {
  await until('the reads', async () => (await storedReads(client)).length >= written.length)
  const uids = (await storedReads(client)).map(({ uid }) => uid)
  expect(uids.toSorted()).toEqual(written)
}

it('keys change under load: no read is lost or doubled, no process is started anew', async () => {
  const load = setInterval(read, READS_EVERY_MS)
  const { pid } = edge.process
  let before = identity().apiKey
  for (let i = 0; i < ROTATIONS; i++) {
    const key = await rotate()
    expect(await giveKey(key)).toEqual({ code: 0, out: expect.stringContaining('acepta'), err: '' })
    expect(identity()).toMatchObject({ apiKey: key, previousKey: before })
    before = key
  }
  clearInterval(load)
  await expectEveryReadOnce()
  expect(edge.hasEnded).toBe(false)
  expect(edge.process.pid).toBe(pid)
  const { agents } = (await client.get('/api/agents')) as AgentDetailList
  expect(agents.find(({ code }) => code === 'gate-1')).toMatchObject({ lost: 0, connected: true })
  expect(edge.lines.filter(({ level }) => level >= 40)).toEqual([])
})

it('goes on with the key it has where the new one is no good, and reads meanwhile', async () => {
  const { apiKey: before } = identity()
  const unknown = formatAgentKey({ id: 'a'.repeat(12), secret: 'b'.repeat(64) })
  const cases: [string, number, RegExp][] = [
    [unknown, 1, /^key: el hub rechaza la clave nueva[^\n]+\n$/],
    [await rotate('other-1'), 1, /^key: la clave es de otro agente[^\n]+\n$/],
    [before.replace(/.$/, (last) => (last === '0' ? '1' : '0')), 1, /^key: eso no es[^\n]+\n$/],
    ['', 1, /^key: eso no es[^\n]+\n$/],
  ]
  for (const [key, code, fault] of cases) {
    read()
    expect(await giveKey(key)).toEqual({ code, out: '', err: expect.stringMatching(fault) })
    expect(identity().apiKey).toBe(before)
    const status = async () =>
      JSON.parse((await site.hubCommand('agents', 'list')).out) as {
        code: string
        connected: boolean
      }[]
    await until('the connection', async () =>
      (await status()).some((agent) => agent.code === 'gate-1' && agent.connected),
    )
  }
  const argument = await giveKey('', [before])
  expect(argument.code).toBe(64)
  expect(argument.err).not.toContain(before)
  const nowhere = await giveKey(before, [], join(site.folder, 'nowhere'))
  expect(nowhere).toEqual({
    code: 78,
    out: '',
    err: expect.stringMatching(/^EDGE_DATA_DIR=[^\n]+\n$/),
  })
  await expectEveryReadOnce()
})

it('a stopped edge finds the key at its start', async () => {
  expect(await edge.stop()).toBe(0)
  const key = await rotate()
  const told = await giveKey(key)
  expect(told).toEqual({ code: 0, out: expect.stringContaining('cuando arranque'), err: '' })
  const left = join(site.dataDir('gate-1'), 'key.new')
  expect(statSync(left).mode & 0o777).toBe(0o600)
  edge = await start()
  read()
  await until('the key', () => !existsSync(left))
  expect(identity().apiKey).toBe(key)
  await expectEveryReadOnce()
})

it('no log of hub or edge holds a key, and no file of the edge is for others', () => {
  const logs = JSON.stringify([...site.edges, site.hub.child].map(({ lines }) => lines))
  const secrets = keys.map((key) => key.slice(16, 80))
  expect(secrets.filter((secret) => logs.includes(secret))).toEqual([])
  for (const file of ['identity.json', 'key.sock']) {
    expect(statSync(join(site.dataDir('gate-1'), file)).mode & 0o077).toBe(0)
  }
})
