import type { WireEntry } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAgent } from '../store/agents/agents.ts'
import { agentReaders } from '../store/agents/agent-status.ts'
import type { Db } from '../store/database.ts'
import { registerEpochs } from '../store/reads/epochs.ts'
import { inTransaction } from '../store/transaction.ts'
import { countedStatements } from '../testing/counted-statements.ts'
import { type TempStore, openTempStore } from '../testing/temp-store.ts'
import { applyBatches, type BatchRequest } from './apply.ts'
import { checkEntries } from '../entries/checked-entries.ts'

const AGENTS = 40
let store: TempStore
let lines: { agentId: number; epoch: string }[]

beforeEach(async () => {
  store = await openTempStore()
  lines = []
  for (let n = 0; n < AGENTS; n++) {
    const place = { location: null, lat: null, lng: null }
    const { id } = await createAgent(store.db, { code: `A${n}`, name: `A${n}`, ...place }, 1)
    const epoch = `EPOCH${n}`
    const range = { epoch, firstSeq: 1, lastSeq: 0, lowestHeld: null }
    await registerEpochs(store.db, id, [range], 1)
    lines.push({ agentId: id, epoch })
  }
})
afterEach(() => store.close())

const entry = (seq: number, kind: string, data: object): WireEntry => ({
  seq,
  kind,
  at: 1_700_000_000_000,
  age: 5,
  clock: 'synced',
  data,
})
const read = (seq: number) => entry(seq, 'read', { uid: 'TEST-1', reader: 'gate' })
const reader = (id: string) => ({
  id,
  type: 'line',
  path: `/dev/${id}`,
  simulated: false,
  noise: 0,
})
const status = (seq: number, n: number) =>
  entry(seq, 'status', {
    version: `1.${n}`,
    event: 'reader',
    readers: [{ ...reader(`gate-${n}`), state: 'open' }],
    clock: 'synced',
    outbox: { bytes: n, maxBytes: 2, unacked: 0 },
    suppressWindowMs: 60_000,
  })
/** Covers seqs 1 to `to`, of which some reads had arrived. */
const gap = (to: number) => entry(to, 'gap', { from: 1, to, counts: { read: to }, reason: 'cap' })

const batches = (
  count: number,
  of: (n: number) => { prev: number; entries: WireEntry[] },
): BatchRequest[] =>
  lines.slice(0, count).map((line, n) => {
    const { prev, entries } = of(n)
    return { ...line, generation: 0, receivedAt: 9, prev, entries: checkEntries(entries, 0) }
  })

const apply = (db: Db, requests: BatchRequest[]) =>
  inTransaction(db, (trx) => applyBatches(trx, requests))

it('keeps what each of many agents says in one transaction apart', async () => {
  const arrived = (n: number) => (n % 3) + 1
  const reads = (n: number) => Array.from({ length: arrived(n) }, (_, i) => read(i + 1))
  await apply(
    store.db,
    batches(AGENTS, (n) => ({ prev: 0, entries: reads(n) })),
  )
  await apply(
    store.db,
    batches(AGENTS, (n) => {
      return { prev: arrived(n), entries: [gap(10), status(11, n), read(12)] }
    }),
  )
  const agents = await store.db.selectFrom('agents').selectAll().orderBy('id').execute()
  const gaps = await store.db.selectFrom('gaps').selectAll().orderBy('agent_id').execute()
  expect(agents).toHaveLength(AGENTS)
  for (const [n, agent] of agents.entries()) {
    expect(agent).toMatchObject({ clock: 'synced', readings_count: arrived(n) + 1 })
    expect(JSON.parse(agent.outbox ?? '')).toMatchObject({ bytes: n })
    expect(await agentReaders(store.db, agent.id)).toMatchObject([{ id: `gate-${n}` }])
    const counts = JSON.stringify({ read: 10 - arrived(n) })
    expect(gaps[n]).toMatchObject({ agent_id: agent.id, from_seq: arrived(n) + 1, counts })
  }
})

it('takes as many statements for many agents as for one', async () => {
  const { db, count: statements } = countedStatements(store.db)
  const needed = async (count: number, prev: number) => {
    const before = statements()
    const entries = [gap(prev + 10), status(prev + 11, 1), read(prev + 12)]
    await apply(
      db,
      batches(count, () => ({ prev, entries })),
    )
    return statements() - before
  }
  await apply(
    store.db,
    batches(AGENTS, () => ({ prev: 0, entries: [read(1)] })),
  )
  const one = await needed(1, 1)
  const [, ...others] = lines
  lines = others
  expect(await needed(AGENTS - 1, 1)).toBe(one)
})
