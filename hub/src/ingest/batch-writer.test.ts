import type { WireEntry } from '@vehicle-control/protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAgent } from '../store/agents/agents.ts'
import { registerEpochs } from '../store/reads/epochs.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { readEntry } from '../testing/agent-side.ts'
import { checkEntries } from '../entries/checked-entries.ts'
import { BatchWriter } from './batch-writer.ts'

const BATCH = 500
let store: TempStore
let lane: BatchWriter
let commits = 0
let faults: unknown[] = []
beforeEach(async () => {
  store = await openTempStore()
  commits = 0
  faults = []
  lane = new BatchWriter(store.db, pino({ level: 'silent' }), {
    onCommit: () => void commits++,
    onFault: (error) => faults.push(error),
  })
})
afterEach(() => store.close())

async function agentOf(code: string) {
  const place = { location: null, lat: null, lng: null }
  const { id } = await createAgent(store.db, { code, name: code, ...place }, 1)
  const epoch = `EPOCH-${code}`
  await registerEpochs(store.db, id, [{ epoch, firstSeq: 1, lastSeq: 0, lowestHeld: null }], 1)
  return { agentId: id, epoch }
}

/** Hands a batch over; resolves with the watermark, and the number of transactions before its ack. */
function submit(of: { agentId: number; epoch: string }, prev: number, count: number, bytes = 0) {
  const entries = Array.from({ length: count }, (_, i): WireEntry => readEntry(prev + i + 1))
  const batch = { prev, entries: checkEntries(entries, 0), bytes }
  return lane
    .submit({ ...of, generation: 0, receivedAt: Date.now(), ...batch })
    .then(({ outcome }) => ({ outcome, after: commits }))
}

it('stores an agent’s batches in their order, and those of others in turns', async () => {
  const flood = await agentOf('flood')
  const gate = await agentOf('gate')
  const floods = Array.from({ length: 10 }, (_, i) => submit(flood, i * BATCH, BATCH))
  const read = await submit(gate, 0, 1)
  expect(read).toMatchObject({ outcome: { type: 'ack', watermark: 1 }, after: 1 })
  const all = await Promise.all(floods)
  expect(all.map(({ outcome }) => outcome.type === 'ack' && outcome.watermark)).toEqual(
    Array.from({ length: 10 }, (_, i) => (i + 1) * BATCH),
  )
})

it('bounds a transaction by the bytes of its frames as well', async () => {
  const gate = await agentOf('gate')
  const stored = Array.from({ length: 8 }, (_, i) => submit(gate, i, 1, 128 * 1024))
  const after = (await Promise.all(stored)).map((one) => one.after)
  expect(after).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
})

it('tells each batch its part of the time of its transaction', async () => {
  const gate = await agentOf('gate')
  const entries = [readEntry(1)]
  const request = { ...gate, generation: 0, receivedAt: Date.now(), prev: 0 }
  const { ms } = await lane.submit({ ...request, entries: checkEntries(entries, 0) })
  expect(ms).toBeGreaterThan(0)
})

it('reports why a transaction could not be stored, and rejects its batch', async () => {
  const gate = await agentOf('gate')
  await store.db.schema.dropTable('read_counts').execute()
  await expect(submit(gate, 0, 1)).rejects.toThrow(/read_counts/)
  expect(faults).toHaveLength(1)
  expect(String(faults[0])).toContain('read_counts')
})
