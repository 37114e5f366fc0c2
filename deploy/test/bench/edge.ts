import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LineSplitter, parseTagLine } from '@vehicle-control/edge/readers/line/parser'
import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import { Suppressor } from '@vehicle-control/edge/suppress/suppressor'
import { type Child, root } from '../../local/child.ts'
import { Site, storedReads, until } from '../rig/site.ts'
import type { Figure } from './table.ts'

/** On the Node that releases ship. */
const LIMIT_MB = 100

/** A number of a /proc file: `VmRSS: 1234 kB` and the like. */
function procNumber(child: Child, file: string, name: string): number {
  const text = readFileSync(`/proc/${child.process.pid}/${file}`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN)
}

/** The Node settings of the edge's systemd unit: the edge is measured as it is shipped. */
export function unitSettings(): { env: NodeJS.ProcessEnv; nodeArgs: string[] } {
  const unit = readFileSync(join(root, 'systemd/vehicle-control-edge.service'), 'utf8')
  const settings = unit.matchAll(/^Environment=((?:NODE|MALLOC)_\w+)=(.+)$/gm)
  const flags = /^ExecStart=\S+\/node ((?:--\S+ )+)\S+$/m.exec(unit)?.[1]
  if (flags === undefined) throw new Error('the unit starts no node with flags')
  return {
    env: Object.fromEntries([...settings].map(([, name = '', value]) => [name, value])),
    nodeArgs: flags.trim().split(' '),
  }
}

const writtenBytes = (edge: Child) => procNumber(edge, 'io', 'write_bytes')

/** Reads a second through line splitter, parser and suppression, on one core and no I/O. */
function parserRate(): number {
  const suppressor = new Suppressor({ windowMs: 60_000 })
  const lines = Array.from({ length: 200_000 }, (_, i) => `Card UID: ${hexUid(i)}\r\n`)
  let passed = 0
  let mono = 0
  const splitter = new LineSplitter({
    onLine(line) {
      const uid = parseTagLine(line)
      if (uid !== null)
        passed += suppressor.offer({ reader: 'gate', uid, mono: (mono += 0.2) }).length
    },
    onOverlong() {},
  })
  const start = performance.now()
  for (const line of lines) splitter.push(Buffer.from(line, 'latin1'))
  const seconds = (performance.now() - start) / 1000
  if (passed === 0) throw new Error('nothing passed')
  return lines.length / seconds
}

function hexUid(i: number): string {
  const hex = ((i % 40_000) + 0xde00_0000).toString(16).toUpperCase()
  return hex.replace(/../g, '$& ').trim()
}

/** Memory and wear of an edge, at one accepted read a second and at fifty. */
export async function benchEdge(): Promise<Figure[]> {
  const cable = new PtyCable()
  const site = new Site()
  await cable.plugIn()
  const client = await site.startHub()
  try {
    const EDGE_ENROLL_TOKEN = await client.enrollToken('bench')
    const readers = [{ id: 'gate', type: 'line', path: cable.readerEnd }]
    const { env, nodeArgs } = unitSettings()
    const edge = site.startEdge('bench', readers, { ...env, EDGE_ENROLL_TOKEN }, { nodeArgs })
    await edge.line((line) => line.msg === 'serial port open')
    await edge.line((line) => line.msg === 'connected to the hub')
    let sent = 0
    const bytesPerRead = async (count: number, everyMs: number): Promise<number> => {
      const before = writtenBytes(edge)
      for (let i = 0; i < count; i++) {
        cable.write(`TEST-${sent++}\r\n`)
        await new Promise((resolve) => setTimeout(resolve, everyMs))
      }
      await until('all reads', async () => (await storedReads(client)).length === sent)
      return (writtenBytes(edge) - before) / count
    }
    await bytesPerRead(20, 20)
    const alone = await bytesPerRead(60, 1000)
    const crowd = await bytesPerRead(3000, 20)
    const rss = procNumber(edge, 'status', 'VmRSS') / 1024
    const gigabytesADay = (alone * 86_400) / 1e9
    const rate = parserRate()
    return [
      {
        what: 'edge under its unit’s settings, resident memory after 3,080 reads',
        measured: `${rss.toFixed(0)} MB`,
        goal: `≤ ${LIMIT_MB} MB`,
        reached: rss <= LIMIT_MB,
      },
      {
        what: 'edge, written at 1 accepted read/s',
        measured: `${(alone / 1000).toFixed(1)} KB a read, ${gigabytesADay.toFixed(2)} GB a day`,
        goal: '≤ 1.5 GB a day',
        reached: gigabytesADay <= 1.5,
      },
      {
        what: 'edge, written at 50 accepted reads/s',
        measured: `${(crowd / 1000).toFixed(2)} KB a read`,
        goal: '≤ 4 KB a read',
        reached: crowd <= 4000,
      },
      {
        what: 'edge, line parser and suppression on one core',
        measured: `${Math.round(rate)} reads/s`,
        goal: '≥ 5,000 reads/s',
        reached: rate >= 5000,
      },
    ]
  } finally {
    await site.end()
    await cable.destroy()
  }
}
