import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openSqlite } from '@vehicle-control/hub/store/sqlite/open-sqlite'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LiveAgent, type Happening, readOf, repeatsOf, sampleOf } from '../rig/live-agent.ts'
import { recountDatabase } from '../rig/recount.ts'
import { Site } from '../rig/site.ts'
import type { DiskEvent } from './power-cut/disk-trace.ts'
import { traced } from './power-cut/disk-trace.ts'
import type { DiskImage } from './power-cut/disk.ts'
import { powerCuts } from './power-cut/power-cuts.ts'
import { eventsOf, imageOf, LYING } from './power-cut/record.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 1e6)
const BATCHES = 60
const KNOWN = { plate: 'AAA001', rfid_tag: 'TEST-1', owner: 'Ana' }

let site: Site

beforeEach(() => {
  site = new Site()
})
afterEach(() => site.end())

/** A few things that happen at a gate at once; of two tags one is a vehicle's. */
function happenings(batch: number): Happening[] {
  const reads = Array.from({ length: (batch % 9) + 1 }, (_, n) => readOf(`TEST-${n % 2}`, n))
  return [...reads, repeatsOf('TEST-1', 3), sampleOf('temp', 20, '°C')]
}

/** The seqs of an agent's reads. */
const READ_SEQS = new Set<number>()
for (let batch = 0, last = 0; batch < BATCHES; batch++) {
  for (const { kind } of happenings(batch)) {
    last++
    if (kind === 'read') READ_SEQS.add(last)
  }
}

/** What a hub did to its database while two agents reported, up to its stop. */
async function recordHub(nodeArgs: string[]): Promise<{ before: DiskImage; events: DiskEvent[] }> {
  const client = await site.startHub()
  await client.post('/api/vehicles', KNOWN)
  await site.hub.child.stop()
  const folder = join(site.folder, 'hub')
  const before = imageOf(folder, 'hub.db')
  const trace = join(site.folder, 'trace')
  const again = await site.startHub({ wrap: traced(trace), nodeArgs })
  const agents = await Promise.all(['porton-1', 'porton-2'].map((c) => LiveAgent.open(again, c)))
  await Promise.all(
    agents.map(async (agent) => {
      for (let batch = 0; batch < BATCHES; batch++) await agent.report(happenings(batch))
    }),
  )
  for (const agent of agents) agent.close()
  const { child } = site.hub
  await child.stop()
  return { before, events: await eventsOf(child, trace, join(folder, 'hub.db')) }
}

/** The watermarks that the hub has acked, by epoch, from what it wrote to its sockets. */
function acked(said: readonly string[]): Map<string, number> {
  const watermarks = new Map<string, number>()
  for (const text of said) {
    for (const [, epoch = '', watermark] of text.matchAll(
      /"type":"ack","epoch":"(\w+)","watermark":(\d+)/g,
    )) {
      watermarks.set(epoch, Number(watermark))
    }
  }
  return watermarks
}

/** What is wrong with the database on this disk, as the hub opens it. */
async function faultsOf(image: DiskImage, said: readonly string[]): Promise<string[]> {
  const place = join(site.folder, 'after')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place)
  for (const [path, bytes] of image) writeFileSync(join(place, basename(path)), bytes)
  const file = join(place, 'hub.db')
  const store = await openSqlite(file)
  const { watermarks, reads, counters, recount } = recountDatabase(file)
  await store.close()
  const faults: string[] = []
  for (const [epoch, watermark] of acked(said)) {
    const stored = watermarks.get(epoch) ?? 0
    if (stored < watermark) faults.push(`${epoch}: ${watermark} acked, ${stored} stored`)
  }
  for (const [epoch, watermark] of watermarks) {
    const stored = reads.filter((r) => r.epoch === epoch).map((r) => r.seq)
    const expected = [...READ_SEQS].filter((seq) => seq <= watermark)
    if (String(stored) !== String(expected)) faults.push(`${epoch}: not the reads to ${watermark}`)
  }
  if (JSON.stringify(counters) !== JSON.stringify(recount)) faults.push('a counter is wrong')
  return faults
}

/** The cuts after which something was wrong, each with the first fault. */
async function faultyCuts(nodeArgs: string[], count: number): Promise<string[]> {
  const { before, events } = await recordHub(nodeArgs)
  const faulty: string[] = []
  for (const { at, image, said } of powerCuts(events, before, { count, seed })) {
    const [first] = await faultsOf(image, said)
    if (first !== undefined) faulty.push(`call ${at} of ${events.length}: ${first}`)
  }
  return faulty
}

it(`a hub loses no acked entry to a power cut, and counts right after it (SEED=${seed})`, async () => {
  expect(await faultyCuts([], runs(100))).toEqual([])
})

it(`a hub on synchronous=NORMAL loses them, and this test sees it (SEED=${seed})`, async () => {
  expect((await faultyCuts(LYING, 60)).length).toBeGreaterThan(20)
})
