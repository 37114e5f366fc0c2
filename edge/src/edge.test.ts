import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandResultData, type Command } from '@vehicle-control/protocol'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { monotonicMs } from './clock/monotonic.ts'
import { loadConfig } from './config.ts'
import { type Edge, startEdge } from './edge.ts'
import { FakeHub } from './testing/fake-hub.ts'

let folder = ''
let hub: FakeHub
let hubUrl: URL
let edge: Edge | null = null
let relays: string[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'edge-'))
  relays = []
  hub = new FakeHub()
  hubUrl = await hub.start()
  hub.answerAll()
})

afterEach(async () => {
  await edge?.stop()
  hub.end()
  rmSync(folder, { recursive: true })
})

async function start(): Promise<Edge> {
  const file = {
    readers: [{ id: 'gate', type: 'simulator', ratePerMinute: 1 }],
    relays: { driver: 'simulated', lines: [{ pin: 17 }] },
    sensors: [{ type: 'simulated' }],
  }
  const config = loadConfig(
    {
      EDGE_HUB_URL: hubUrl.href,
      EDGE_AGENT_CODE: 'gate-1',
      EDGE_API_KEY: 'key-1',
      EDGE_CONFIG: 'edge.json',
      EDGE_DATA_DIR: folder,
    },
    () => JSON.stringify(file),
  )
  const log = pino(
    { level: 'info' },
    {
      write(line) {
        const { msg } = JSON.parse(line) as { msg: string }
        if (/^relay o(n|ff)$/.test(msg)) relays.push(msg)
      },
    },
  )
  return startEdge(config, log, () => {})
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 })
const entriesOf = (kind: string) =>
  hub.framesOf('batch').flatMap((b) => b.entries.filter((e) => e.kind === kind).map((e) => e.data))
const results = () =>
  entriesOf('command_result').map((data) => {
    const { id, reason, state } = CommandResultData.parse(data)
    return `${id} ${reason} ${state}`
  })

function command(id: string, settings: Partial<Command> = {}): void {
  const bootId = hub.framesOf('hello').at(-1)?.bootId ?? ''
  const deadline = monotonicMs() + 60_000
  hub.send({ type: 'command', id, pin: 17, state: 1, deadline, bootId, ...settings })
}

it('an edge carries out commands and reports them, over a restart too, and sends telemetry', async () => {
  edge = await start()
  await soon(() => expect(hub.framesOf('joined')).toHaveLength(1))
  command('short', { durationMs: 1 })
  await soon(() => expect(results()).toEqual(['short done 1', 'short auto_off 0']))
  command('late', { deadline: 0 })
  command('other', { pin: 27 })
  command('long')
  await soon(() =>
    expect(results().slice(2)).toEqual(['late expired 1', 'other failed 1', 'long done 1']),
  )
  expect(relays).toEqual(['relay on', 'relay off', 'relay on'])
  await soon(() => expect(entriesOf('telemetry').length).toBeGreaterThanOrEqual(3))
  await edge.stop()
  expect(relays).toEqual(['relay on', 'relay off', 'relay on', 'relay off'])
  expect(results().at(-1)).toBe('long auto_off 0')

  hub.received.length = 0
  edge = await start()
  await soon(() => expect(hub.framesOf('joined')).toHaveLength(1))
  command('long')
  await soon(() => expect(results().at(-1)).toBe('long done 1'))
  expect(relays).toHaveLength(4)
})
