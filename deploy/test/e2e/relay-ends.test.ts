import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { FakeHub } from '@vehicle-control/edge/testing/fake-hub'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Child, root } from '../../local/child.ts'
import { relaySwitched } from '../rig/edge-process.ts'
import { until } from '../rig/site.ts'

const hub = new FakeHub()
const folder = mkdtempSync(join(tmpdir(), 'relay-ends-'))
const config = join(folder, 'edge.json')
let hubUrl: URL
let edge: Child | null = null

beforeAll(async () => {
  hubUrl = await hub.start()
  hub.answerAll()
  const readers = [{ id: 'gate', type: 'simulator', ratePerMinute: 1 }]
  const relays = { driver: 'simulated', lines: [{ pin: 17 }, { pin: 27 }] }
  writeFileSync(config, JSON.stringify({ readers, relays }))
})

afterEach(() => edge?.stop('SIGKILL'))

afterAll(() => {
  hub.end()
  rmSync(folder, { recursive: true })
})

/** An edge whose relays are both on. */
async function startOn(nodeArgs: string[]): Promise<Child> {
  hub.received.length = 0
  const started = new Child(
    join(root, 'edge/dist/main.js'),
    {
      EDGE_HUB_URL: hubUrl.href,
      EDGE_AGENT_CODE: 'gate-1',
      EDGE_API_KEY: 'key-1',
      EDGE_CONFIG: config,
      EDGE_DATA_DIR: join(folder, 'data'),
    },
    { nodeArgs },
  )
  edge = started
  const hello = await until(
    'the edge',
    () => hub.framesOf('joined').length > 0 && hub.framesOf('hello')[0],
  )
  for (const pin of [17, 27] as const) {
    const { bootId } = hello
    const id = `${pin}-${hub.connections}`
    const deadline = Number.MAX_SAFE_INTEGER
    hub.send({ type: 'command', id, pin, state: 1, deadline, bootId })
    await relaySwitched(started, pin, 'on')
  }
  return started
}

/** Ends by an error that nobody catches, at a signal that means nothing by itself. */
const FAULTY = 'data:text/javascript,process.on("SIGWINCH",()=>{throw new Error("a fault")})'

it.each([
  ['SIGTERM', 0],
  ['SIGHUP', 0],
  ['SIGABRT', null],
  ['SIGQUIT', null],
  ['SIGUSR2', null],
  ['SIGWINCH', 1],
] as const)('an edge that ends by %s switches its relays off', async (signal, code) => {
  const on = await startOn(['--import', FAULTY])
  // Its last lines may come after its end.
  const closed = once(on.process, 'close')
  on.process.kill(signal)
  await closed
  expect(on.process.exitCode).toBe(code)
  if (code === null) expect(on.process.signalCode).toBe(signal)
  await relaySwitched(on, 17, 'off')
  await relaySwitched(on, 27, 'off')
})

it('an edge whose log nobody reads is ended by its signal, too', async () => {
  const on = await startOn([])
  on.process.stdout?.destroy()
  on.process.kill('SIGABRT')
  await until('its end', () => on.hasEnded)
  expect(on.process.signalCode).toBe('SIGABRT')
})

it('relays-off ends with 0 when the lines are off, whatever else is wrong, and with 78 for bad ones', async () => {
  const script = join(root, 'edge/dist/relays-off.js')
  async function run(env: NodeJS.ProcessEnv): Promise<number | null> {
    edge = new Child(script, env)
    await until('its end', () => edge?.hasEnded)
    return edge.process.exitCode
  }
  expect(await run({ EDGE_CONFIG: config, EDGE_HUB_URL: 'nonsense' })).toBe(0)
  expect(await run({ EDGE_CONFIG: '' })).toBe(0)
  expect(await run({ EDGE_CONFIG: join(folder, 'missing.json') })).toBe(78)
})

it('relays-off loads no outbox, and no network but for boards', () => {
  const dist = join(root, 'edge/dist')
  const files = new Set([join(dist, 'relays-off.js')])
  const packages = new Set<string>()
  for (const file of files) {
    const found = readFileSync(file, 'utf8').matchAll(/(\bfrom|\bimport\(?)\s*'([^']+)'/g)
    for (const [, how, path = ''] of found) {
      if (how === 'import(' && path.endsWith('/switch-boards-off.js')) continue
      if (path.startsWith('.')) files.add(join(dirname(file), path))
      else packages.add(path)
    }
  }
  const rooms = new Set([...files].map((file) => relative(dist, file).split('/')[0]))
  expect(rooms).toEqual(
    new Set([
      'config-choice.js',
      'config-file.js',
      'device-error.js',
      'gpio',
      'relays',
      'relays-off.js',
    ]),
  )
  expect([...packages].filter((name) => name.startsWith('node:'))).toEqual(['node:fs', 'node:util'])
  expect(packages).not.toContain('ws')
  expect(packages).not.toContain('better-sqlite3')
})
