import { statSync } from 'node:fs'
import { join } from 'node:path'
import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import { GapList } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, storedReads, until } from '../rig/site.ts'
import { type DiskFault, FaultyDisk } from './disk-faults/faulty-disk.ts'

const code = 'porton-1'
const PAGE = 4096
let site: Site
let cable: PtyCable
let disk: FaultyDisk
let client: HubClient
let edge: Child
let written = 0

beforeEach(async () => {
  site = new Site()
  cable = new PtyCable()
  disk = new FaultyDisk()
  written = 0
  await cable.plugIn()
  client = await site.startHub()
  edge = startEdge(await client.enrollToken(code))
  await edge.line((line) => line.msg === 'serial port open')
  await edge.line((line) => line.msg === 'connected to the hub')
})
afterEach(async () => {
  disk.end()
  await site.end()
  await cable.destroy()
})

function startEdge(EDGE_ENROLL_TOKEN?: string): Child {
  const readers = [{ id: 'gate', type: 'line', path: cable.readerEnd }]
  return site.startEdge(code, readers, { ...disk.env, EDGE_ENROLL_TOKEN, LOG_LEVEL: 'debug' })
}

function read(n = 1): void {
  for (let i = 0; i < n; i++) cable.write(`TEST-${written++}\r\n`)
}

/** As the last 1,000 lines of the edge's log tell. */
function committedReads(): number {
  const committed = edge.lines.filter((line) => line.msg === 'committed')
  const kinds = committed.flatMap((line) => line['kinds'] as string[])
  return kinds.filter((kind) => kind === 'read').length
}

/** All reads once every one written is stored; says that each is there once, in order. */
async function allStored() {
  const rows = await until('all reads', async () => {
    const stored = await storedReads(client)
    return stored.length >= written && stored
  })
  expect(rows.map(({ uid }) => uid)).toEqual(Array.from({ length: written }, (_, i) => `TEST-${i}`))
  return rows
}

const failing: [string, DiskFault[]][] = [
  ['fails every sync', [{ call: 'fsync', file: 'outbox.db-wal', how: 'EIO' }]],
  ['fails every write', [{ call: 'pwrite', file: 'outbox.db-wal', how: 'EIO' }]],
  ['has no room', [{ call: 'pwrite', file: 'outbox.db-wal', how: 'ENOSPC' }]],
]

it.each(failing)(
  'an edge reads on while its disk %s, and stores all of it later',
  async (_, faults) => {
    read(20)
    await allStored()
    disk.set(...faults)
    await until('the disk to refuse', () => {
      read()
      return edge.lines.some((line) => /takes nothing/.test(line.msg))
    })
    read(50)
    disk.set()
    await edge.line((line) => /takes entries again/.test(line.msg))
    await allStored()
  },
)

it('an edge takes what its reader says while its disk hangs, and stores all of it later', async () => {
  read(5)
  await allStored()
  disk.set({ call: 'fsync', file: 'outbox.db-wal', how: 'hangs' })
  const tags = Array.from({ length: 400 }, () => `TEST-${written++}`)
  // Empty lines say nothing; all buffers between here and the edge hold less than half of them.
  await cable.writeMany(tags.map((tag) => tag + '\r\n'.repeat(500)).join(''))
  expect(await storedReads(client)).toHaveLength(5)
  disk.set()
  await allStored()
})

it('an edge with a bad sector in its backlog sends the rest, and counts what was there', async () => {
  await site.hub.child.stop()
  read(3000)
  // The rows lie in the file itself once the edge has closed it.
  await until('all to be committed', () => committedReads() === written)
  expect(await edge.stop()).toBe(0)
  const file = join(site.dataDir(code), 'outbox.db')
  const { ino, size } = statSync(file)
  const sector = Math.floor(size / 2 / PAGE) * PAGE + 1024
  disk.set({ call: 'pread', file: `#${ino}`, how: 'EIO', bytes: [sector, sector + 512] })
  client = await site.startHub()
  edge = startEdge()
  await edge.line((line) => line.msg === 'connected to the hub')
  const gaps = await until('the gap', async () => {
    const { items } = GapList.parse(await client.get(`/api/agents/${code}/gaps`))
    return items.length > 0 && items
  })
  expect(gaps.map(({ reason }) => reason)).toEqual(['damaged'])
  const lost = gaps.reduce((sum, { from, to }) => sum + (to ?? 0) - (from ?? 0) + 1, 0)
  expect(lost).toBeLessThan(100)
  const stored = await until('the rest', async () => {
    const rows = await storedReads(client)
    return rows.length >= written - lost && rows
  })
  const uids = new Set(stored.map(({ uid }) => uid))
  expect(stored).toHaveLength(uids.size)
  expect(uids.size).toBe(written - lost)
})
