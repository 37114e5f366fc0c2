import { applyBatches, type BatchRequest } from '@vehicle-control/hub/ingest/apply'
import { checkEntries } from '@vehicle-control/hub/entries/checked-entries'
import { createRandom } from '@vehicle-control/hub/seed/history/random'
import { createAgent } from '@vehicle-control/hub/store/agents/agents'
import { createAssets, hasAssets } from '@vehicle-control/hub/store/assets/assets'
import type { Db } from '@vehicle-control/hub/store/database'
import { mergeAssets } from '@vehicle-control/hub/store/reports/counters'
import { inTransaction } from '@vehicle-control/hub/store/transaction'
import { registerEpochs } from '@vehicle-control/hub/store/reads/epochs'
import { addPartitions } from '@vehicle-control/hub/store/postgres/partitions'
import type { WireEntry } from '@vehicle-control/protocol'
import { type MadeUpRead, readStream, tagOf } from './read-stream.ts'

const DAY_MS = 86_400_000
const AGENTS = 50
const ASSETS = 5000
const OWNERS = 300
const READS_A_TRANSACTION = 1000
const ASSETS_A_STATEMENT = 500

/** The reads to make up, and the database that they go to. */
export interface SeedOptions {
  db: Db
  reads: number
  /** Over so many days the reads are spread. */
  days: number
  seed: number
  /** The newest read is just before. */
  until: number
}

interface Line {
  agentId: number
  epoch: string
  seq: number
}

/**
 * Fills an empty database with 50 agents, 5,000 assets and their reads, through the ingest's own
 * batches and counters. The same options make the same rows.
 */
export async function seedReads(
  { db, reads, days, seed, until }: SeedOptions,
  onProgress: (stored: number) => void = () => {},
): Promise<void> {
  if (await hasAssets(db)) throw new Error('the database has data already; give an empty one')
  await addPartitions(db, until, until - days * DAY_MS)
  const random = createRandom(seed)
  await inTransaction(db, (trx) => addAssets(trx, random, until - days * DAY_MS))
  const lines = await inTransaction(db, (trx) => addAgents(trx, until))
  let group: MadeUpRead[] = []
  let stored = 0
  const flush = async () => {
    const requests = batchesOf(group, lines)
    const { outcomes, leftDelta } = await inTransaction(db, (trx) => applyBatches(trx, requests))
    const refused = outcomes.find(({ type }) => type !== 'ack')
    if (refused) throw new Error(`a batch was answered ${refused.type}`)
    if (leftDelta) await inTransaction(db, mergeAssets)
    stored += group.length
    group = []
    onProgress(stored)
  }
  for (const read of readStream({ count: reads, agents: AGENTS, days, until }, random)) {
    group.push(read)
    if (group.length === READS_A_TRANSACTION) await flush()
  }
  if (group.length > 0) await flush()
}

async function addAssets(db: Db, random: () => number, now: number): Promise<void> {
  const assets = Array.from({ length: ASSETS }, (_, i) => {
    const vehicle = random() < 0.8
    const owner = `Propietario ${1 + Math.floor(random() * OWNERS)}`
    const type = vehicle ? ('vehicle' as const) : ('product' as const)
    const name = vehicle ? `Modelo ${i % 60}` : `Equipo ${i}`
    return {
      type,
      name,
      plate: vehicle ? plateOf(i) : null,
      rfid_tag: tagOf(i),
      owner,
    }
  })
  for (let start = 0; start < ASSETS; start += ASSETS_A_STATEMENT) {
    await createAssets(db, assets.slice(start, start + ASSETS_A_STATEMENT), now)
  }
}

/** Letters that run with the number, so that a part of a plate finds a part of the vehicles. */
function plateOf(n: number): string {
  const letter = (value: number) => String.fromCharCode(65 + (value % 26))
  const digits = String(n % 1000).padStart(3, '0')
  return `${letter(Math.floor(n / 1000))}${letter(n * 7)}${letter(n * 11)}${digits}`
}

async function addAgents(db: Db, now: number): Promise<Line[]> {
  const lines: Line[] = []
  for (let i = 0; i < AGENTS; i++) {
    const code = `seed-${String(i + 1).padStart(2, '0')}`
    const fields = { code, name: `Portería ${i + 1}`, location: `Sede ${1 + (i % 8)}` }
    const place = { lat: 4.6 + (i % 10) * 0.02, lng: -74.2 + Math.floor(i / 10) * 0.03 }
    const agent = await createAgent(db, { ...fields, ...place }, now)
    const epoch = `SEED${String.fromCharCode(65 + (i % 26), 65 + Math.floor(i / 26))}`.padEnd(
      16,
      'A',
    )
    const range = { epoch, firstSeq: 1, lastSeq: 0, lowestHeld: null }
    await registerEpochs(db, agent.id, [range], now)
    lines.push({ agentId: agent.id, epoch, seq: 0 })
  }
  return lines
}

/** A group of reads as batches of one, each received when it was read. */
function batchesOf(group: readonly MadeUpRead[], lines: readonly Line[]): BatchRequest[] {
  return group.flatMap(({ agent, at, uid, antenna, rssi }) => {
    const line = lines[agent]
    if (line === undefined) return []
    const { agentId, epoch, seq: prev } = line
    const data = { uid, reader: 'gate', antenna, rssi }
    const read: WireEntry = { seq: ++line.seq, kind: 'read', at, age: 0, clock: 'synced', data }
    const entries = checkEntries([read], 0)
    return [{ agentId, generation: 0, epoch, prev, entries, receivedAt: at }]
  })
}
