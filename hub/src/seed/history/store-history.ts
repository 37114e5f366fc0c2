import { randomBytes } from 'node:crypto'
import { applyBatches, type BatchRequest } from '../../ingest/apply.ts'
import { checkEntries } from '../../entries/checked-entries.ts'
import { saveSeen } from '../../store/agents/agent-status.ts'
import { createAgent } from '../../store/agents/agents.ts'
import type { Db } from '../../store/database.ts'
import { registerEpochs } from '../../store/reads/epochs.ts'
import { mergeAssets } from '../../store/reports/counters.ts'
import { DEMO_GATES } from '../demo-gates.ts'
import type { SiteHistory } from './site-history.ts'

/** Batches that are stored together: few statements, and none of megabytes. */
const AT_ONCE = 2000
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * Makes the demo's gates and stores what they sent, through the ingest and its counters, inside the
 * caller's transaction. Every entry is a batch of its own, which arrived when it did; each gate's are
 * under an epoch that is over, so that an edge that enrols as this gate begins with its own.
 */
export async function storeHistory(db: Db, { from, gates }: SiteHistory): Promise<void> {
  const requests: BatchRequest[] = []
  for (const gate of DEMO_GATES) {
    const { id, generation } = await createAgent(db, gate, from)
    const epoch = newEpoch()
    await registerEpochs(db, id, [{ epoch, firstSeq: 1, lastSeq: 0, lowestHeld: null }], from)
    const arrivals = gates.find(({ code }) => code === gate.code)?.arrivals ?? []
    for (const { entry, receivedAt } of arrivals) {
      const prev = entry.seq - 1
      const entries = checkEntries([entry], 0)
      requests.push({ agentId: id, generation, epoch, prev, entries, receivedAt })
    }
    const at = arrivals.at(-1)?.receivedAt
    if (at !== undefined) await saveSeen(db, [{ id, at, outbox: null }])
  }
  requests.sort((a, b) => a.receivedAt - b.receivedAt)
  for (let i = 0; i < requests.length; i += AT_ONCE) {
    const { outcomes } = await applyBatches(db, requests.slice(i, i + AT_ONCE))
    const refused = outcomes.find(({ type }) => type !== 'ack')
    if (refused) throw new Error(`a batch of the demo was answered ${refused.type}`)
  }
  while (await mergeAssets(db)) {
    // Until nothing is left to be merged.
  }
}

function newEpoch(): string {
  return Array.from(randomBytes(16), (byte) => BASE32[byte % BASE32.length]).join('')
}
