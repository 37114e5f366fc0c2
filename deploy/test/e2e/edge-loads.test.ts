import { once } from 'node:events'
import { connect } from 'node:net'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import { startEdgeProcess } from '../../local/edge-process.ts'
import { SIMULATED_GATE } from '../rig/edge-process.ts'
import { until } from '../rig/site.ts'

const folder = mkdtempSync(join(tmpdir(), 'edge-loads-'))
let edge: Child | null = null
afterEach(async () => {
  await edge?.stop('SIGKILL')
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
})

/** Settings and their fields, which a configuration is checked by: they drive nothing. */
const IS_SETTINGS =
  /\/(?:config|framing|region|region-setting|country-bands|card-format|header-chips|[a-z]+-fields)\.js$/
/** Loaded only where something opens them: drivers and commands, not the rooms that hold them. */
const IS_OPTIONAL =
  /^(?:(?:readers|relays|sensors)\/[^/]+\/|gpio\/|doctor\/|capture\/|metrics\/|inputs\/(?!open-).*-port)/

/** What each thread of a process loaded, by the coverage that Node writes at its end. */
function threadsBy(coverage: string): string[][] {
  return readdirSync(coverage).map((file) => {
    const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as {
      result: { url: string }[]
    }
    return result.map(({ url }) => url)
  })
}

function loadedBy(urls: readonly string[]): { files: string[]; packages: string[] } {
  const within = (pattern: RegExp) =>
    [...new Set(urls.flatMap((url) => pattern.exec(url)?.[1] ?? []))].toSorted()
  return {
    files: within(/\/edge\/dist\/(.+)$/).filter(
      (file) => IS_OPTIONAL.test(file) && !IS_SETTINGS.test(file),
    ),
    packages: within(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//),
  }
}

/** Runs an edge with the setup until it has started, and tells what it loaded. */
async function loadedFor(setup: typeof SIMULATED_GATE) {
  const coverage = join(folder, 'coverage')
  const hubUrl = 'http://127.0.0.1:9'
  edge = startEdgeProcess(
    { dataDir: join(folder, 'data'), hubUrl, code: 'gate-1', setup },
    { NODE_V8_COVERAGE: coverage, EDGE_API_KEY: '', EDGE_ENROLL_TOKEN: '' },
  )
  await edge.line(({ msg }) => msg === 'edge started')
  expect(await edge.stop()).toBe(0)
  const threads = threadsBy(coverage)
  const worker = threads.find((urls) => urls.some((url) => url.endsWith('/outbox/worker.js')))
  return { ...loadedBy(threads.flat()), byWorker: loadedBy(worker ?? []).packages }
}

/** Every edge has them: `capture` is answered by the running one, and its lines may be simulated. */
const ALWAYS = [
  'capture/capture-client-queue.js',
  'capture/capture-line.js',
  'capture/capture-server.js',
  'capture/reader-captures.js',
  'gpio/no-gpio-error.js',
  'gpio/open-auto.js',
  'metrics/open-metrics.js',
]
const NATIVE_OR_LARGE = [
  'koffi',
  'mqtt',
  'node-dht-sensor',
  'node-libgpiod',
  'prom-client',
  'serialport',
]

it('a simulated edge loads no driver of a device, no command and no package of either', async () => {
  const { files, packages } = await loadedFor(SIMULATED_GATE)
  const isSimulated = (file: string) => /\/simulat(?:or|ed)\//.test(file)
  expect(files.filter((file) => !isSimulated(file))).toEqual(ALWAYS)
  expect(files).toContain('readers/simulator/reader.js')
  expect(packages).toContain('better-sqlite3')
  expect(packages.filter((name) => NATIVE_OR_LARGE.includes(name))).toEqual([])
})

it('the worker of the outbox loads SQLite, and not the checks of input again: 9 MB', async () => {
  const { byWorker } = await loadedFor(SIMULATED_GATE)
  expect(byWorker).toContain('better-sqlite3')
  expect(byWorker).not.toContain('zod')
})

it('an edge loads the driver of its reader and no other', async () => {
  const path = join(folder, 'no-such-port')
  const { files, packages } = await loadedFor({ readers: [{ id: 'gate', type: 'line', path }] })
  const rooms = ['device', 'line', 'link', 'serial', 'stream'].map((room) => `readers/${room}/`)
  const isOwn = (file: string) => rooms.some((room) => file.startsWith(room))
  expect(files.filter((file) => !isOwn(file))).toEqual(ALWAYS)
  expect(files).toContain('readers/line/parser.js')
  expect(packages.filter((name) => NATIVE_OR_LARGE.includes(name))).toEqual(['serialport'])
})

it('an edge serves its figures on loopback where a port is named, and goes on without', async () => {
  const reader = { id: 'gate', type: 'simulator', ratePerMinute: 6000, tags: ['TEST-001'] }
  const setup = { ...SIMULATED_GATE, readers: [reader] }
  const own = { hubUrl: 'http://127.0.0.1:9', code: 'gate-1', setup }
  const start = (port: string) =>
    startEdgeProcess(
      { dataDir: join(folder, port), ...own },
      { EDGE_METRICS_PORT: port, EDGE_API_KEY: 'none', EDGE_ENROLL_TOKEN: '' },
    )
  edge = start('0')
  const { url } = await edge.line(({ msg }) => msg === 'metrics are served')
  const figures = async () => (await fetch(String(url))).text()
  const of = (text: string, name: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1)
  const text = await until('repeats of the tag', async () => {
    const told = await figures()
    return Number(of(told, 'vc_edge_suppressed_total{reader="gate"}')) > 0 && told
  })
  expect(Number(of(text, 'vc_edge_reads_total{reader="gate"}'))).toBeGreaterThan(0)
  expect(of(text, 'vc_edge_hub_connected')).toBe('0')
  expect(of(text, 'vc_edge_reader_state{reader="gate",state="open"}')).toBe('1')
  expect(of(text, 'vc_edge_relay_on{pin="17"}')).toBe('0')
  expect(Number(of(text, 'vc_edge_outbox_unacked'))).toBeGreaterThan(0)
  expect(Number(of(text, 'vc_edge_entries_total{kind="status"}'))).toBeGreaterThan(0)
  expect(text).toMatch(/^vc_build_info\{version="\d+\.[^"]+",commit="[^"]*"\} 1$/m)
  expect(text).toMatch(/^vc_edge_clock_quality\{quality="\w+"\} 1$/m)
  expect((await fetch(new URL('/', String(url)))).status).toBe(404)
  const elsewhere = connect(Number(new URL(String(url)).port), '127.0.0.2')
  expect(await once(elsewhere, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])

  const second = start(new URL(String(url)).port)
  await second.line(({ msg }) => msg === 'edge started')
  expect(second.lines.some(({ msg }) => msg.startsWith('EDGE_METRICS_PORT cannot'))).toBe(true)
  expect(await second.stop()).toBe(0)
  expect(await edge.stop()).toBe(0)
})
