import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ReopeningStore } from '@vehicle-control/edge/outbox/reopening-store'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DiskImage } from './power-cut/disk.ts'
import { powerCuts } from './power-cut/power-cuts.ts'
import { LYING, recordOutbox } from './power-cut/record.ts'
import { dataOf, heard, type Safe } from './power-cut/safe.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 1e6)
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'power-cut-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What of the safe entries and commands an outbox that is opened on this disk does not have. */
function lostFrom(image: DiskImage, safe: readonly Safe[]): string[] {
  const place = join(folder, 'after')
  mkdirSync(place, { recursive: true })
  for (const name of readdirSync(place)) if (name !== 'reserve') rmSync(join(place, name))
  for (const [path, bytes] of image) writeFileSync(join(place, basename(path)), bytes)
  const lost: string[] = []
  const store = new ReopeningStore({
    file: join(place, 'outbox.db'),
    agentCode: 'gate-1',
    boot: 'after',
    monotonic: () => 0,
    now: () => 0,
    onNotice: ({ event, detail }) => lost.push(`${event}: ${detail}`),
  })
  store.open()
  const held = new Map<string, string>()
  for (const { epoch, firstSeq } of store.run((outbox) => outbox.ranges())) {
    const all = { rows: 1e6, bytes: 1e9 }
    for (const row of store.run((outbox) => outbox.read(epoch, firstSeq - 1, all))) {
      held.set(`${epoch} ${row.seq}`, row.data)
    }
  }
  for (const { rows = [], command } of safe) {
    for (const { epoch, seq, ...content } of rows) {
      const isHeld = held.get(`${epoch} ${seq}`) === JSON.stringify(dataOf(content))
      if (!isHeld) lost.push(`${epoch} ${seq}`)
    }
    const isNew =
      command !== undefined && store.write((outbox) => outbox.beginCommand(command)) === null
    if (isNew) lost.push(command.id)
  }
  store.close()
  return lost
}

/** The cuts after which something was lost, each with the first of what is gone. */
async function losses(nodeArgs: string[], count: number): Promise<string[]> {
  const events = await recordOutbox(folder, nodeArgs)
  const losing: string[] = []
  for (const { at, image, said } of powerCuts(events, new Map(), { count, seed })) {
    const [first] = lostFrom(image, said.flatMap(heard))
    if (first !== undefined) losing.push(`call ${at} of ${events.length}: ${first}`)
  }
  return losing
}

it(`an outbox loses no committed entry and no command to a power cut (SEED=${seed})`, async () => {
  expect(await losses([], runs(200))).toEqual([])
})

it(`an outbox on synchronous=NORMAL loses them, and this test sees it (SEED=${seed})`, async () => {
  expect((await losses(LYING, 60)).length).toBeGreaterThan(20)
})
