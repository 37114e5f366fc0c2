import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseFixture } from '@vehicle-control/edge/capture/fixture-file'
import { createLineDriver } from '@vehicle-control/edge/readers/line/parser'
import { replayCapture } from '@vehicle-control/edge/testing/replay-capture'
import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Child, root } from '../../local/child.ts'
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

const main = join(root, 'edge/dist/main.js')

/** That of the running edge. */
const environment = () => ({
  EDGE_HUB_URL: client.url,
  EDGE_AGENT_CODE: 'gate-1',
  EDGE_DATA_DIR: site.dataDir('gate-1'),
  EDGE_CONFIG: join(site.dataDir('gate-1'), 'edge.json'),
})

/**
 * Runs the edge's command line to its end, with the environment of the running edge; `onOut` sees what
 * it has printed so far, and ends it when it answers true.
 */
function run(
  args: string[],
  change: NodeJS.ProcessEnv = {},
  onOut: (out: string) => boolean = () => false,
) {
  const env = { ...process.env, ...environment(), ...change }
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [main, ...args], { env }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    )
    let said = ''
    let isEnded = false
    child.stdout?.on('data', (some: string) => {
      said += some
      // Once: the command hears a second one no more, and would end by it.
      if (isEnded || !onOut(said)) return
      isEnded = true
      child.kill('SIGINT')
    })
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

it('captures through the running edge, which goes on reading', async () => {
  const file = join(site.folder, 'gate.jsonl')
  let isSent = false
  const { code, out } = await run(['capture', '--reader', 'gate', '--save', file], {}, (said) => {
    if (said.includes('abierto') && !isSent) cable.write('TEST-002\r\n')
    isSent ||= said.includes('abierto')
    return said.includes('* TEST-002 (gate)')
  })
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('< 54 45 53 54') })
  const lines = parseFixture(readFileSync(file, 'utf8'))
  const found = await replayCapture(
    createLineDriver({ uid: 'epc' }),
    { id: 'gate', type: 'line' },
    lines,
  )
  expect(found.flat().map(({ uid }) => uid)).toEqual(['TEST-002'])
  expect(lines.flatMap(({ tags }) => tags)).toEqual([{ reader: 'gate', uid: 'TEST-002' }])
  await until('the read', async () => (await storedReads(client)).length === 2)
  // Plates, times and the key, whatever the shell that started the edge lets others do.
  const data = site.dataDir('gate-1')
  const own = readdirSync(data).filter((name) => !['edge.json'].includes(name))
  expect(own).toEqual(expect.arrayContaining(['outbox.db', 'identity.json', 'key.sock']))
  const open = [...own.map((name) => join(data, name)), file].filter(
    (path) => (statSync(path).mode & 0o077) !== 0,
  )
  expect(open).toEqual([])
})

it('captures by itself where no edge runs, and refuses what there is not', async () => {
  const EDGE_CONFIG = join(site.folder, 'demo.json')
  const demo = { id: 'demo', type: 'simulator', ratePerMinute: 6000 }
  writeFileSync(EDGE_CONFIG, JSON.stringify({ readers: [demo] }))
  const alone = { EDGE_CONFIG, EDGE_DATA_DIR: join(site.folder, 'nowhere') }
  const shown = await run(['capture', '--reader', 'demo'], alone, (out) => out.includes('dBm'))
  expect(shown).toMatchObject({ code: 0, err: '' })
  const away = { id: 'away', type: 'line', path: join(site.folder, 'ttyUSB9') }
  writeFileSync(EDGE_CONFIG, JSON.stringify({ readers: [away] }))
  const closed = await run(['capture', '--reader', 'away', '--seconds', '1'], alone)
  expect(closed).toMatchObject({ code: 1, out: expect.stringContaining('cerrado · ') })
  for (const args of [['--reader', 'gate'], [], ['--reader', 'away', '--seconds', 'x'], ['away']]) {
    const { code, err } = await run(['capture', ...args], alone)
    expect({ code, err }).toEqual({ code: 64, err: expect.stringContaining('capture: ') })
  }
})

it('a second edge on the folder of a running one ends with 78 and one line, each time', async () => {
  const alone = { EDGE_CONFIG: '', LOG_LEVEL: 'error' }
  const seconds = await Promise.all(Array.from({ length: 4 }, () => run([], alone)))
  const err = expect.stringMatching(
    /^EDGE_DATA_DIR: \S+ está abierto en otro proceso \(\d+\);.*\n$/,
  )
  expect(seconds).toEqual(seconds.map(() => ({ code: 78, out: '', err })))
})
