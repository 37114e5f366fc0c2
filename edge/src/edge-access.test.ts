import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AccessHave,
  entryData,
  rowsText,
  type WireEntry,
  type WrittenDecision,
} from '@vehicle-control/protocol'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadConfig } from './config.ts'
import { type Edge, startEdge } from './edge.ts'
import { FakeHub } from './testing/fake-hub.ts'
import { filledHub } from './testing/list-gate.ts'
import { type ListHub, OPEN_POLICY } from './testing/list-hub.ts'

let folder = ''
let hub: FakeHub
let hubUrl: URL
let list: ListHub
let edge: Edge | null = null
let relays: string[] = []
/** Kinds of what is on the disk. */
let durable: string[] = []
let device: Server
const lines = new Set<Socket>()

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'edge-'))
  relays = []
  durable = []
  list = filledHub()
  list.wall = Date.now()
  hub = new FakeHub()
  hubUrl = await hub.start()
  hub.takes = ['named_relay', 'decision', 'access']
  answer()
  device = createServer((socket) => {
    lines.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => device.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  await edge?.stop()
  edge = null
  hub.end()
  for (const socket of lines) socket.destroy()
  lines.clear()
  device.close()
  rmSync(folder, { recursive: true })
})

/** Answers as a hub does that tells its list. */
function answer(): void {
  hub.answerAll()
  const { onFrame } = hub
  hub.onFrame = (frame) => {
    onFrame(frame)
    if (frame.type === 'hello') hub.send(list.head())
    if (frame.type === 'access_have') tell(frame)
  }
}

function tell(have: AccessHave): void {
  const { digest, denied, policy } = list.content
  if (have.digest === digest && have.denied === denied && have.policy === policy) return
  for (const frame of list.framesFor(have)) {
    if (frame.type !== 'access_bucket') hub.send(frame)
    // On the wire rows are text.
    else hub.send(JSON.stringify({ ...frame, rows: rowsText(frame.rows) }))
  }
}

async function start(): Promise<void> {
  const { port } = device.address() as AddressInfo
  const file = {
    readers: [{ id: 'gate', type: 'line', host: '127.0.0.1', port }],
    relays: { driver: 'simulated', lines: [{ pin: 17 }] },
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
    { level: 'debug' },
    {
      write(line) {
        const { msg, kinds = [] } = JSON.parse(line) as { msg: string; kinds?: string[] }
        durable.push(...kinds)
        if (/^relay o(n|ff)$/.test(msg)) relays.push(msg)
      },
    },
  )
  edge = await startEdge(config, log, (error) => {
    throw error
  })
}

const see = (uid: string) => lines.forEach((socket) => socket.write(`${uid}\n`))
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
const entries = (): WireEntry[] => {
  const all = hub.framesOf('batch').flatMap((batch) => batch.entries)
  // A batch that was not acked comes again.
  return [...new Map(all.map((one) => [one.seq, one])).values()]
}
const decisions = () =>
  entries().flatMap(({ kind, seq, data }) =>
    kind === 'decision' ? [{ seq, ...(entryData.decision.parse(data) as WrittenDecision) }] : [],
  )
const told = () => decisions().map(({ uid, verdict, reason }) => `${uid} ${verdict} ${reason}`)

/** Shows a tag until it is decided on: a reader’s first seconds decide nothing. */
const seeUntil = (uid: string, expected: string) =>
  soon(() => {
    see(uid)
    expect(told()).toContain(expected)
  })

it('an edge decides by the hub’s list, with it and without it, and moves nothing', async () => {
  await start()
  await soon(() => expect(edge?.summary()).toMatch(/, list 31, confirmed 0 min ago$/))
  const whole = { ...list.content, complete: true, mode: 'observe' }
  await soon(() => expect(hub.framesOf('access_have').at(-1)).toMatchObject(whole))
  await seeUntil('E28010', 'E28010 allow allowed')
  const another = () => decisions().find(({ previous }) => previous === true)
  let shown = 0
  await soon(() => {
    see(`A0000${shown++}`)
    expect(another()).toBeDefined()
  })
  const one = another()
  expect(one).toMatchObject({ verdict: 'deny', reason: 'unknown', mode: 'observe', reader: 'gate' })
  const read = entries().find(({ seq }) => seq === (one?.seq ?? 0) - 1)
  expect(read).toMatchObject({ kind: 'read', data: { uid: one?.uid, reader: 'gate' } })

  list.deny('E28011')
  hub.send(list.head())
  await soon(() => expect(edge?.summary()).toMatch(/, list 32,/))
  await seeUntil('E28011', 'E28011 deny denied')
  await edge?.stop()

  // Nobody answers, and it goes on by what it holds.
  hub.refuseWith = 503
  for (const socket of lines) socket.destroy()
  lines.clear()
  await start()
  await soon(() => expect(edge?.summary()).toMatch(/no hub.*, list 32,/))
  await soon(() => expect(lines.size).toBe(1))
  const before = decisions().length
  durable = []
  shown = 0
  await soon(() => {
    see(['E28012', 'E28011'][shown++ % 2] ?? '')
    expect(durable.filter((kind) => kind === 'decision')).toHaveLength(2)
  })
  hub.refuseWith = 0
  await soon(() => expect(decisions().length).toBeGreaterThanOrEqual(before + 2))
  expect(told().slice(before).toSorted()).toEqual(['E28011 deny denied', 'E28012 allow allowed'])
  expect(relays).toEqual([])
})

it('an edge whose rules are off decides nothing and keeps no file of a list', async () => {
  list.policy = JSON.stringify({ ...OPEN_POLICY, mode: 'off' })
  list.rows.clear()
  list.denied.clear()
  await start()
  await soon(() => expect(hub.framesOf('access_have').at(-1)).toMatchObject(list.content))
  await soon(() => {
    see('E28010')
    expect(entries().map(({ kind }) => kind)).toContain('suppressed')
  })
  expect(decisions()).toEqual([])
  expect(readdirSync(folder).filter((name) => name.startsWith('access'))).toEqual([])
})

it('a hub that does not take decisions gets none, and no frame of the list is answered', async () => {
  hub.takes = ['named_relay']
  await start()
  await soon(() => {
    see('E28010')
    expect(entries().map(({ kind }) => kind)).toContain('suppressed')
  })
  expect(decisions()).toEqual([])
  expect(hub.framesOf('access_have')).toEqual([])
})
