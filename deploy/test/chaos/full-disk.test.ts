import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { PtyCable } from '@vehicle-control/edge/readers/serial/pty-cable'
import { expect, it } from 'vitest'
import { Child, root } from '../../local/child.ts'
import { Site, storedReads, until } from '../e2e/site.ts'

const code = 'porton-1'

/** Fills a disk to its last byte; the file's path comes back. */
function fill(folder: string): string {
  const path = join(folder, 'fill')
  const file = openSync(path, 'w')
  for (let size = 65_536; size >= 512;) {
    try {
      writeSync(file, Buffer.alloc(size))
    } catch {
      // No room for so much: what is left is smaller.
      size /= 2
    }
  }
  closeSync(file)
  return path
}

it('keeps what it reads while its disk is full, and stores all of it once there is room', async () => {
  const site = new Site()
  const cable = new PtyCable()
  try {
    await cable.plugIn()
    const client = await site.startHub()
    const dataDir = site.dataDir(code)
    const config = join(site.folder, 'edge.json')
    mkdirSync(dataDir)
    const readers = [{ id: 'gate', type: 'line', path: cable.readerEnd }]
    writeFileSync(config, JSON.stringify({ readers }))
    // A disk of 6 MB that only this process sees: it has a mount namespace of its own.
    const mount = `mount -t tmpfs -o size=6m tmpfs ${dataDir} && exec "$@"`
    const edge = new Child(
      join(root, 'edge/dist/main.js'),
      {
        EDGE_HUB_URL: client.url,
        EDGE_AGENT_CODE: code,
        EDGE_DATA_DIR: dataDir,
        EDGE_CONFIG: config,
        EDGE_ENROLL_TOKEN: await client.enrollToken(code),
      },
      { wrap: ['unshare', '--map-root-user', '--mount', 'sh', '-c', mount, 'sh'] },
    )
    site.edges.push(edge)
    await edge.line((line) => line.msg === 'serial port open')
    await edge.line((line) => line.msg === 'connected to the hub')
    const disk = `/proc/${edge.process.pid}/root${dataDir}`
    const filled = fill(disk)
    let written = 0
    const blocked = () => edge.lines.some((line) => /takes nothing/.test(line.msg))
    await until('the disk to be full', () => {
      cable.write(`TEST-${written++}\r\n`)
      return blocked()
    })
    for (let i = 0; i < 50; i++) cable.write(`TEST-${written++}\r\n`)
    rmSync(filled)
    await edge.line((line) => /takes entries again/.test(line.msg))
    const uids = await until('all reads', async () => {
      const rows = await storedReads(client)
      return rows.length >= written && rows.map((row) => row.uid)
    })
    expect(uids).toEqual(Array.from({ length: written }, (_, i) => `TEST-${i}`))
  } finally {
    await site.end()
    await cable.destroy()
  }
})
