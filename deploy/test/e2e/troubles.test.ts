import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import type { Agent } from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Child, root } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, storedReads, until } from '../rig/site.ts'

const code = 'porton-1'
let site: Site
let cable: PtyCable
let client: HubClient

beforeEach(async () => {
  site = new Site()
  cable = new PtyCable()
  await cable.plugIn()
  client = await site.startHub()
})
afterEach(async () => {
  await site.end()
  await cable.destroy()
})

const readers = () => [{ id: 'gate', type: 'line', path: cable.readerEnd }]
const uids = async () => (await storedReads(client)).map((row) => row.uid)
const stored = (uid: string) => until(uid, async () => (await uids()).includes(uid))
const isReading = (edge: Child) => edge.line((line) => line.msg === 'serial port open')

/** Resolves when the edge has made so many reads durable. */
const committedReads = (edge: Child, n: number) =>
  until(`${n} committed reads`, () => {
    const kinds = edge.lines.flatMap((line) => (line.msg === 'committed' ? line['kinds'] : []))
    return (kinds as string[]).filter((kind) => kind === 'read').length >= n
  })

async function enrolledEdge(): Promise<Child> {
  const edge = site.startEdge(code, readers(), {
    EDGE_ENROLL_TOKEN: await client.enrollToken(code),
    LOG_LEVEL: 'debug',
  })
  await isReading(edge)
  await edge.line((line) => line.msg === 'connected to the hub')
  return edge
}

async function agent(): Promise<Agent> {
  const { agents } = (await client.get('/api/agents/status')) as { agents: Agent[] }
  const found = agents.find((a) => a.code === code)
  if (found === undefined) throw new Error(`no agent ${code}`)
  return found
}

describe('a bad configuration', () => {
  it.each([
    ['edge/dist/main.js', { EDGE_HUB_URL: 'ftp://hub' }, /^EDGE_HUB_URL .*http/],
    [
      'edge/dist/main.js',
      { EDGE_HUB_URL: 'http://127.0.0.1:1', EDGE_AGENT_CODE: 'a b' },
      /^EDGE_AGENT_CODE /,
    ],
    ['hub/dist/main.js', { HUB_PORT: 'eighty' }, /^HUB_PORT=/],
    [
      'hub/dist/main.js',
      { HUB_DEMO: '1', HUB_HOST: '0.0.0.0' },
      /^HUB_DEMO=1 .*HUB_ADMIN_PASSWORD/,
    ],
  ])('of %s (%j) ends it with 78 and one line', async (script, env, message) => {
    const child = new Child(join(root, script), env)
    await until('the end', () => child.hasEnded)
    expect(child.process.exitCode).toBe(78)
    expect(child.stderr).toMatch(message)
    expect(child.stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe('an edge', () => {
  it('whose key is refused keeps reading, and delivers all once it has a good one', async () => {
    const refused = site.startEdge(code, readers(), {
      EDGE_API_KEY: 'vc_nobody_x',
      LOG_LEVEL: 'debug',
    })
    await isReading(refused)
    await refused.line((line) => /refuses the API key/.test(line.msg))
    cable.write('TEST-001\r\n')
    cable.write('TEST-002\r\n')
    await committedReads(refused, 2)
    expect(await refused.stop()).toBe(0)
    const EDGE_API_KEY = await client.enroll(code)
    await isReading(site.startEdge(code, readers(), { EDGE_API_KEY }))
    cable.write('TEST-003\r\n')
    await stored('TEST-003')
    expect(await uids()).toEqual(['TEST-001', 'TEST-002', 'TEST-003'])
  })

  it('with the key of another agent ends with 78', async () => {
    const EDGE_API_KEY = await client.enroll('porton-2')
    const edge = site.startEdge(code, readers(), { EDGE_API_KEY })
    await until('the end', () => edge.hasEnded)
    expect(edge.process.exitCode).toBe(78)
    expect(edge.stderr).toMatch(/^EDGE_AGENT_CODE: /)
  })

  it('whose key is revoked loses its connection, and is back when it enrols anew', async () => {
    const edge = await enrolledEdge()
    await client.post(`/api/agents/${code}/rotate-key`, { revoke: true })
    await until('the loss', async () => !(await agent()).connected)
    cable.write('TEST-004\r\n')
    await committedReads(edge, 1)
    await edge.stop()
    await enrolledEdge()
    await stored('TEST-004')
  })

  it('whose outbox was damaged says so, goes on in a new one, and keeps the old', async () => {
    const edge = await enrolledEdge()
    cable.write('TEST-005\r\n')
    await stored('TEST-005')
    await edge.stop()
    const file = join(site.dataDir(code), 'outbox.db')
    rmSync(`${file}-wal`, { force: true })
    writeFileSync(file, 'not a database any more'.repeat(500))
    const again = site.startEdge(code, readers())
    await isReading(again)
    await again.line((line) => line['event'] === 'outbox_replaced')
    cable.write('TEST-006\r\n')
    await stored('TEST-006')
    expect(readdirSync(site.dataDir(code)).join(' ')).toMatch(/outbox\.db\.corrupt\./)
  })
})

describe('a cloned card', () => {
  it('is held back until a person has chosen, and then nothing was lost', async () => {
    const first = await enrolledEdge()
    cable.write('TEST-007\r\n')
    await stored('TEST-007')
    await first.stop()
    cpSync(site.dataDir(code), site.dataDir('copy'), { recursive: true })
    const original = site.startEdge(code, readers())
    await original.line((line) => line.msg === 'connected to the hub')
    await original.stop()
    const quarantined = (edge: Child) => edge.line((line) => /quarantine/.test(line.msg))
    const clone = site.startClone('copy', code, readers())
    await isReading(clone)
    await quarantined(clone)
    expect((await agent()).quarantine).not.toBeNull()
    cable.write('TEST-008\r\n')
    cable.write('TEST-009\r\n')
    await client.post(`/api/agents/${code}/accept`, {})
    await stored('TEST-009')
    expect(await uids()).toEqual(['TEST-007', 'TEST-008', 'TEST-009'])
    expect((await agent()).quarantine).toBeNull()
  })
})
