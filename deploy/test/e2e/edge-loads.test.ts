import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import { startEdgeProcess } from '../../local/edge-process.ts'
import { SIMULATED_GATE } from '../rig/edge-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'edge-loads-'))
let edge: Child | null = null
afterEach(async () => {
  await edge?.stop('SIGKILL')
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
})

/** Settings and their fields, which a configuration is checked by: they drive nothing. */
const IS_SETTINGS = /\/(?:config|framing|region|[a-z]+-fields)\.js$/
/** Loaded only where something opens them: drivers and commands, not the rooms that hold them. */
const IS_OPTIONAL =
  /^(?:(?:readers|relays|sensors)\/[^/]+\/|gpio\/|doctor\/|capture\/|inputs\/(?!open-).*-port)/

/** What a process loaded, by the coverage that Node writes at its end. */
function loadedBy(coverage: string): { files: string[]; packages: string[] } {
  const urls = readdirSync(coverage).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as {
      result: { url: string }[]
    }
    return result.map(({ url }) => url)
  })
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
  return loadedBy(coverage)
}

/** Every edge has them: `capture` is answered by the running one, and its lines may be simulated. */
const ALWAYS = [
  'capture/capture-client-queue.js',
  'capture/capture-line.js',
  'capture/capture-server.js',
  'capture/reader-captures.js',
  'gpio/no-gpio-error.js',
  'gpio/open-auto.js',
]
const NATIVE_OR_LARGE = ['koffi', 'mqtt', 'node-dht-sensor', 'node-libgpiod', 'serialport']

it('a simulated edge loads no driver of a device, no command and no package of either', async () => {
  const { files, packages } = await loadedFor(SIMULATED_GATE)
  const isSimulated = (file: string) => /\/simulat(?:or|ed)\//.test(file)
  expect(files.filter((file) => !isSimulated(file))).toEqual(ALWAYS)
  expect(files).toContain('readers/simulator/reader.js')
  expect(packages).toContain('better-sqlite3')
  expect(packages.filter((name) => NATIVE_OR_LARGE.includes(name))).toEqual([])
})

it('an edge loads the driver of its reader and no other', async () => {
  const path = join(folder, 'no-such-port')
  const { files, packages } = await loadedFor({ readers: [{ id: 'gate', type: 'line', path }] })
  const rooms = ['readers/device/', 'readers/line/', 'readers/link/', 'readers/serial/']
  const isOwn = (file: string) => rooms.some((room) => file.startsWith(room))
  expect(files.filter((file) => !isOwn(file))).toEqual(ALWAYS)
  expect(files).toContain('readers/line/parser.js')
  expect(packages.filter((name) => NATIVE_OR_LARGE.includes(name))).toEqual(['serialport'])
})
