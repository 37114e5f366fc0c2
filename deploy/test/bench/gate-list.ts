import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ListKeeper, type AccessFrame } from '@vehicle-control/edge/access/list-keeper'
import { AccessFile } from '@vehicle-control/edge/outbox/access/access-file'
import { FakeHub } from '@vehicle-control/edge/testing/fake-hub'
import { ListHub } from '@vehicle-control/edge/testing/list-hub'
import { type AccessHave, decide, type ListRow, rowsText } from '@vehicle-control/protocol'
import { startEdgeProcess } from '../../local/edge-process.ts'
import { unitSettings } from './edge.ts'
import type { Figure } from './table.ts'

const TAGS = 50_000
const USUAL_TAGS = 5000
const MB = 1e6

const uidOf = (n: number) => `E2801160600002${n.toString(16).toUpperCase().padStart(10, '0')}`

/** A site's list: every fifth vehicle until a date, some in groups. */
function hubOf(tags: number): ListHub {
  const hub = new ListHub({ id: 'aaaaaaaaaaaaaaaa', edits: tags })
  for (let n = 0; n < tags; n++) {
    const until = n % 5 === 0 ? hub.wall + n * 1000 : null
    const row: ListRow = [uidOf(n), 1, null, until, n % 7 === 0 ? 3 : 0, 1]
    hub.rows.set(row[0], row)
  }
  return hub
}

/** A frame as it is on the wire. */
const wire = (frame: AccessFrame) =>
  JSON.stringify(frame.type === 'access_bucket' ? { ...frame, rows: rowsText(frame.rows) } : frame)

const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0)

async function memory(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // What lies outside of the heap is freed behind the collector.
  for (let round = 0; round < 5; round++) {
    collect()
    await delay(50)
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** A gate that keeps its list in a folder, in this process. */
async function openKeeper(folder: string): Promise<{ keeper: ListKeeper; file: AccessFile }> {
  const file = new AccessFile(join(folder, 'access.db'), 'bench')
  const keeper = new ListKeeper({
    store: {
      open: async () => file.open(),
      buckets: async (from) => file.buckets(from),
      write: async (change) => file.write(change),
    },
    log: { info() {}, warn() {} },
    boot: 'bench',
    monotonic: () => performance.now(),
    onPolicy() {},
  })
  await keeper.open()
  return { keeper, file }
}

/** Loads a hub's list into a folder; answers the bytes of its frames, and those on the disk after it. */
async function firstLoad(folder: string, hub: ListHub): Promise<{ sent: number; disk: number }> {
  const { keeper, file } = await openKeeper(folder)
  const said: AccessHave[] = []
  const take = async (frame: AccessFrame) => {
    keeper.take(frame, (have) => void said.push(have))
    await keeper.open()
  }
  await take(hub.head())
  const [have] = said
  if (have === undefined) throw new Error('the gate says nothing')
  const frames = hub.framesFor(have)
  for (const frame of frames) await take(frame)
  const disk = ['', '-wal', '.denied'].map((end) => sizeOf(join(folder, `access.db${end}`)))
  file.close()
  return {
    sent: frames.reduce((sum, frame) => sum + wire(frame).length, 0),
    disk: disk.reduce((sum, bytes) => sum + bytes, 0),
  }
}

async function benchList(folder: string): Promise<Figure[]> {
  const hub = hubOf(TAGS)
  const { sent, disk } = await firstLoad(folder, hub)

  const before = await memory()
  const begun = performance.now()
  const { keeper, file } = await openKeeper(folder)
  const loadMs = performance.now() - begun
  const held = (await memory()) - before
  if (!keeper.isWhole) throw new Error('the list is not whole')

  const time = { nowMs: hub.wall, floorMs: hub.wall }
  const lookups = Array.from({ length: 200_000 }, (_, i) => {
    // Every fourth is unknown, and none is asked for in order.
    const uid = uidOf((i * 7919) % (i % 4 === 0 ? TAGS * 3 : TAGS))
    const start = performance.now()
    decide({ uid, reader: 'gate', ...keeper.facts(uid), time, listAgeMs: 0 })
    return (performance.now() - start) * 1000
  }).toSorted((a, b) => a - b)
  const p99 = lookups[Math.floor(lookups.length * 0.99)] ?? Number.NaN
  file.close()
  return [
    {
      what: `gate, memory of a list of ${TAGS} tags`,
      measured: `${(held / MB).toFixed(1)} MB, loaded and checked in ${loadMs.toFixed(0)} ms`,
      goal: '≤ 4 MB',
      reached: held <= 4 * MB,
    },
    {
      what: `gate, ${TAGS} tags on its card, write-ahead log included`,
      measured: `${(disk / MB).toFixed(1)} MB`,
      goal: '≤ 3 MB',
      reached: disk <= 3 * MB,
    },
    {
      what: `gate, first load of ${TAGS} tags over the wire`,
      measured: `${(sent / MB).toFixed(2)} MB`,
      goal: '≤ 2.5 MB',
      reached: sent <= 2.5 * MB,
    },
    {
      what: `gate, one decision on ${TAGS} tags`,
      measured: `p99 ${p99.toFixed(1)} µs`,
      goal: '≤ 50 µs',
      reached: p99 <= 50,
    },
  ]
}

/** Resident memory of an edge, restarted, that holds so many tags; of none: whose hub knows of no list. */
async function residentOf(folder: string, tags: number): Promise<number> {
  const hub = new FakeHub()
  const url = await hub.start()
  const list = hubOf(tags)
  hub.answerAll()
  if (tags > 0) hub.takes = ['named_relay', 'decision', 'access']
  const { onFrame } = hub
  hub.onFrame = (frame) => {
    onFrame(frame)
    if (frame.type === 'hello' && tags > 0) hub.send(list.head())
    if (frame.type !== 'access_have' || frame.digest === list.content.digest) return
    for (const one of list.framesFor(frame)) hub.send(wire(one))
  }
  const { env, nodeArgs } = unitSettings()
  const readers = [{ id: 'gate', type: 'simulator', ratePerMinute: 60 }]
  const start = () =>
    startEdgeProcess(
      { dataDir: folder, hubUrl: url.href, code: 'bench', setup: { readers } },
      { ...env, EDGE_API_KEY: 'key-1' },
      { nodeArgs },
    )
  let edge = start()
  try {
    await edge.line(
      ({ msg }) => msg === (tags > 0 ? 'the list is complete' : 'connected to the hub'),
    )
    await edge.stop('SIGTERM')
    edge = start()
    await edge.line(({ msg }) => msg === 'connected to the hub')
    await delay(30_000)
    const status = readFileSync(`/proc/${edge.process.pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024
  } finally {
    await edge.stop('SIGKILL')
    hub.end()
  }
}

/** What a list costs the gate that decides by it. */
export async function benchGateList(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gate-list-'))
  try {
    const figures = await benchList(folder)
    const bare: number[] = []
    const holding: number[] = []
    for (let run = 0; run < 3; run++) {
      bare.push(await residentOf(join(folder, `bare-${run}`), 0))
      holding.push(await residentOf(join(folder, `list-${run}`), USUAL_TAGS))
    }
    const more = Math.min(...holding) - Math.min(...bare)
    return [
      ...figures,
      {
        what: `edge, resident memory with a list of ${USUAL_TAGS} tags beyond without one, after a restart`,
        measured: `${(more / MB).toFixed(1)} MB`,
        goal: '≤ 2 MB',
        reached: more <= 2 * MB,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
