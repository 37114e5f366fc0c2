import { readFileSync } from 'node:fs'
import { EMULATED_TYPES } from '@vehicle-control/edge/testing/emulators/emulated-types'
import { countStored, Site, until } from '../../rig/site.ts'
import { unitSettings } from '../edge.ts'
import type { Figure } from '../table.ts'

const TYPES = ['m100', 'llrp', 'rdm6300'] as const
const READS_OF_EACH = 300
const LIMIT_MB = 107

/** Resident memory of an edge that reads from three readers of different types. */
export async function threeReaders(): Promise<Figure> {
  const site = new Site()
  const client = await site.startHub()
  const devices = await Promise.all(
    TYPES.map(async (type) => {
      const emulated = EMULATED_TYPES[type]
      if (emulated === undefined) throw new Error(`${type} is not emulated`)
      return { tags: emulated.tags, ...(await emulated.open()) }
    }),
  )
  try {
    const readers = devices.map(({ settings }, i) => ({ id: TYPES[i], ...settings }))
    const EDGE_ENROLL_TOKEN = await client.enrollToken('bench')
    const { env, nodeArgs } = unitSettings()
    const edge = site.startEdge('bench', readers, { ...env, EDGE_ENROLL_TOKEN }, { nodeArgs })
    for (const id of TYPES) {
      await edge.line((line) => line['reader'] === id && line.msg.endsWith(' open'))
    }
    let n = 0
    for (let i = 0; i < READS_OF_EACH; i++) {
      n++
      const hex = n.toString(16).toUpperCase()
      for (const device of devices) {
        const { tags } = device
        device.show({
          epc: tags === 'epc' ? `E280${hex.padStart(20, '0')}` : `3C${hex.padStart(8, '0')}`,
        })
      }
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    // The same EPCs at two readers are two reads.
    await until('all reads', async () => (await countStored(client)) === n * TYPES.length)
    const status = readFileSync(`/proc/${edge.process.pid}/status`, 'utf8')
    const rss = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
    return {
      what: `edge under its unit’s settings with three readers (${TYPES.join(', ')}), resident memory after ${n * TYPES.length} reads`,
      measured: `${rss.toFixed(0)} MB`,
      goal: `≤ ${LIMIT_MB} MB`,
      reached: rss <= LIMIT_MB,
    }
  } finally {
    await site.end()
    for (const device of devices) await device.close()
  }
}
