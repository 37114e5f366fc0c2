import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import { root } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, storedReads, until } from '../rig/site.ts'

const site = new Site()
const cable = new PtyCable()
let client: HubClient
let edge: Child
beforeAll(async () => {
  await cable.plugIn()
  client = await site.startHub()
  const readers = [{ id: 'gate', type: 'line', path: cable.readerEnd }]
  edge = site.startEdge('gate-1', readers, {
    EDGE_ENROLL_TOKEN: await client.enrollToken('gate-1'),
  })
  await edge.line((line) => line.msg === 'serial port open')
  await edge.line((line) => line.msg === 'connected to the hub')
})
afterAll(async () => {
  await site.end()
  await cable.destroy()
})

/** Runs the edge's command line to its end, with the environment of the running edge. */
function run(args: string[], change: NodeJS.ProcessEnv = {}) {
  const env = {
    ...process.env,
    EDGE_HUB_URL: client.url,
    EDGE_AGENT_CODE: 'gate-1',
    EDGE_DATA_DIR: site.dataDir('gate-1'),
    EDGE_CONFIG: join(site.dataDir('gate-1'), 'edge.json'),
    ...change,
  }
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const main = join(root, 'edge/dist/main.js')
    const child = execFile(process.execPath, [main, ...args], { env }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    )
  })
}

it('refuses what it does not know, with the usage', async () => {
  for (const args of [['docter'], ['doctor', '--jsn'], ['doctor', 'now'], ['--verbose']]) {
    const { code, out, err } = await run(args)
    expect({ code, out }).toEqual({ code: 64, out: '' })
    expect(err).toContain('doctor [--json]')
  }
  expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('doctor') })
  expect(await run(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\./) })
})

it('the doctor examines a running edge and leaves its hub, port and outbox alone', async () => {
  const { code, out } = await run(['doctor', '--json'])
  const report = JSON.parse(out) as {
    exitCode: number
    findings: { check: string; status: string; text: string }[]
  }
  // The cable itself holds its end; the edge that reads from it is no stranger there.
  const faults = report.findings.filter(({ status }) => status === 'fault')
  const cableHolds = expect.stringMatching(/está en uso por socat \(proceso \d+\)$/)
  expect(faults.map(({ text }) => text)).toEqual([cableHolds])
  expect({ code, told: report.exitCode }).toEqual({ code: 1, told: 1 })
  const checks = report.findings.map(({ check, status }) => `${check} ${status}`)
  const hub = ['hub-tcp ok', 'hub ok', 'hub-clock ok', 'hub-key ok']
  expect(checks).toEqual(expect.arrayContaining([...hub, 'outbox ok', 'disk ok']))
  cable.write('TEST-001\r\n')
  await until('the read', async () => (await storedReads(client)).length === 1)
  expect(edge.lines.filter(({ level }) => level >= 40)).toEqual([])
})

it('the doctor ends with 1 for a fault, and with 78 for a faulty configuration', async () => {
  const key = await run(['doctor'], { EDGE_DATA_DIR: site.folder, EDGE_API_KEY: 'vc_wrong' })
  expect(key.code).toBe(1)
  expect(key.out).toContain('FALLO  el hub rechaza la clave (401)')
  const config = await run(['doctor'], { EDGE_AGENT_CODE: 'no code' })
  expect(config.code).toBe(78)
  expect(config.out).toContain('FALLO  EDGE_AGENT_CODE')
})
