import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Child, root } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, storedReads, until } from '../rig/site.ts'
import { diskOf, fillDisk, onSmallDisk } from '../rig/small-disk.ts'

const code = 'porton-1'
let site: Site
let cable: PtyCable
let client: HubClient
let written = 0

beforeEach(async () => {
  site = new Site()
  cable = new PtyCable()
  written = 0
  await cable.plugIn()
  client = await site.startHub()
})
afterEach(async () => {
  await site.end()
  await cable.destroy()
})

/**
 * An edge whose data lies on a disk of its own, which no other process has: it runs in a mount
 * namespace. `before` is a shell command that runs on the empty disk.
 */
async function edgeOnDisk(
  megabytes: number,
  before = 'true',
): Promise<{ edge: Child; disk: string }> {
  const dataDir = site.dataDir(code)
  const config = join(site.folder, 'edge.json')
  mkdirSync(dataDir)
  const readers = [{ id: 'gate', type: 'line', path: cable.readerEnd }]
  writeFileSync(config, JSON.stringify({ readers }))
  const edge = new Child(
    join(root, 'edge/dist/main.js'),
    {
      EDGE_HUB_URL: client.url,
      EDGE_AGENT_CODE: code,
      EDGE_DATA_DIR: dataDir,
      EDGE_CONFIG: config,
      EDGE_ENROLL_TOKEN: await client.enrollToken(code),
    },
    { wrap: onSmallDisk(dataDir, megabytes, before) },
  )
  site.edges.push(edge)
  await edge.line((line) => line.msg === 'serial port open')
  return { edge, disk: diskOf(edge.process.pid, dataDir) }
}

function read(n = 1): void {
  for (let i = 0; i < n; i++) cable.write(`TEST-${written++}\r\n`)
}

/** Waits until every read written is stored, and says that they are, once and in order. */
async function expectAllStored(): Promise<void> {
  const uids = await until('all reads', async () => {
    const rows = await storedReads(client)
    return rows.length >= written && rows.map((row) => row.uid)
  })
  expect(uids).toEqual(Array.from({ length: written }, (_, i) => `TEST-${i}`))
}

it('keeps what it reads while its disk is full, and stores all of it once there is room', async () => {
  const { edge, disk } = await edgeOnDisk(6)
  await edge.line((line) => line.msg === 'connected to the hub')
  const filled = fillDisk(disk)
  await until('the disk to be full', () => {
    read()
    return edge.lines.some((line) => /takes nothing/.test(line.msg))
  })
  read(50)
  rmSync(filled)
  await edge.line((line) => /takes entries again/.test(line.msg))
  await expectAllStored()
})

it('lives on its reserve and on what the hub has while its disk stays full', async () => {
  const { edge, disk } = await edgeOnDisk(160)
  await edge.line((line) => line.msg === 'connected to the hub')
  expect(existsSync(join(disk, 'reserve'))).toBe(true)
  fillDisk(disk)
  await until('the reserve to be given back', () => {
    read()
    return !existsSync(join(disk, 'reserve'))
  })
  for (let i = 0; i < 10; i++) {
    read(100)
    await expectAllStored()
  }
})

it('starts on a full disk, reads and goes on by itself when there is room', async () => {
  const { edge, disk } = await edgeOnDisk(6, 'dd if=/dev/zero of=fill bs=4096 2>&1')
  await edge.line((line) => /takes nothing/.test(line.msg))
  read(20)
  rmSync(join(disk, 'fill'))
  await edge.line((line) => /takes entries again/.test(line.msg))
  await expectAllStored()
})
