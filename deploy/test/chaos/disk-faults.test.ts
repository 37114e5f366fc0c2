import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, storedReads, until } from '../rig/site.ts'
import { type DiskFault, FaultyDisk } from './disk-faults/faulty-disk.ts'

const code = 'porton-1'
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
  return site.startEdge(code, readers, { ...disk.env, EDGE_ENROLL_TOKEN })
}

function read(n = 1): void {
  for (let i = 0; i < n; i++) cable.write(`TEST-${written++}\r\n`)
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
