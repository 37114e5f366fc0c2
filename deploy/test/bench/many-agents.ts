import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BatchRequest } from '@vehicle-control/hub/ingest/apply'
import { checkEntries } from '@vehicle-control/hub/entries/checked-entries'
import { BatchWriters } from '@vehicle-control/hub/ingest/batch-writer'
import { createAgent } from '@vehicle-control/hub/store/agents/agents'
import { openStore } from '@vehicle-control/hub/store/open-store'
import { registerEpochs } from '@vehicle-control/hub/store/reads/epochs'
import { inTransaction } from '@vehicle-control/hub/store/transaction'
import { pino } from 'pino'
import { benchRead, registerAssets } from './ingest-rows.ts'
import { type Figure, percentile } from './table.ts'

const AGENTS = 300
const ROUNDS = 60
const WARM_UPS = 10
const GOAL = 1.5

interface Line {
  agentId: number
  epoch: string
  seq: number
}

/** What it costs to store a read of each of 300 agents, against 300 reads of one agent. */
export async function benchManyAgents(kind: string, databaseUrl: string | null): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const store = await openStore({ dataDir: folder, databaseUrl })
  await registerAssets(store.db)
  const lines = await inTransaction(store.db, async (trx) => {
    const made: Line[] = []
    for (let a = 0; a < AGENTS; a++) {
      const place = { location: null, lat: null, lng: null }
      const agent = await createAgent(
        trx,
        { code: `many-${a}`, name: 'gate', ...place },
        Date.now(),
      )
      const epoch = `MANY${String(a).padStart(12, 'A')}`
      const range = { epoch, firstSeq: 1, lastSeq: 0, lowestHeld: null }
      await registerEpochs(trx, agent.id, [range], Date.now())
      made.push({ agentId: agent.id, epoch, seq: 0 })
    }
    return made
  })
  const queue = new BatchWriters(store.ingest, pino({ level: 'silent' }), { onCommit: () => {} })
  const timed = async (requests: readonly BatchRequest[]) => {
    const start = performance.now()
    const results = await Promise.all(requests.map((request) => queue.submit(request)))
    const refused = results.find(({ outcome }) => outcome.type !== 'ack')
    if (refused) throw new Error(`a batch was answered ${refused.outcome.type}`)
    await queue.idle()
    return performance.now() - start
  }
  const [one, many]: [number[], number[]] = [[], []]
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const line = lines[(round + WARM_UPS) % AGENTS]
    const ofOne = line ? await timed([batchOf(line, AGENTS)]) : 0
    const ofMany = await timed(lines.map((each) => batchOf(each, 1)))
    if (round < 0) continue
    one.push(ofOne)
    many.push(ofMany)
  }
  await store.close()
  rmSync(folder, { recursive: true })
  const [few, all] = [percentile(one, 50), percentile(many, 50)]
  return {
    what: `storing a read of each of ${AGENTS} agents into ${kind}, against ${AGENTS} of one agent`,
    measured: `p50 ${all.toFixed(1)} ms, ${(all / few).toFixed(2)} × that of one (${few.toFixed(1)} ms)`,
    goal: `≤ ${GOAL} ×`,
    reached: all / few <= GOAL,
  }
}

/** The next reads of an agent as one batch. */
function batchOf(line: Line, count: number): BatchRequest {
  const { agentId, epoch, seq: prev } = line
  const entries = Array.from({ length: count }, () => {
    const seq = ++line.seq
    const { uid } = benchRead(agentId, seq)
    const data = { uid, reader: 'gate', antenna: 1, rssi: -60 }
    return { seq, kind: 'read', at: Date.now(), age: 5, clock: 'synced' as const, data }
  })
  const checked = checkEntries(entries, 0)
  return { agentId, generation: 0, epoch, prev, entries: checked, receivedAt: Date.now() }
}
