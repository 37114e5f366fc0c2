import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOutboxFile } from '@vehicle-control/edge/outbox/file/outbox-file'
import { OutboxStore } from '@vehicle-control/edge/outbox/outbox-store'
import { Drain } from '@vehicle-control/edge/sync/drain'
import { checkEntries } from '@vehicle-control/hub/entries/checked-entries'
import { takeHello } from '@vehicle-control/hub/ingest/hello'
import { readFrame } from '@vehicle-control/hub/ingest/frame'
import { BatchWriters } from '@vehicle-control/hub/ingest/batch-writer'
import type { Db } from '@vehicle-control/hub/store/database'
import { openStore, type Store } from '@vehicle-control/hub/store/open-store'
import { openTempStore, type TempStore } from '@vehicle-control/hub/testing/temp-store'
import { type EpochWatermark, type Hello, HUB_TAKES } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, it } from 'vitest'

const secret = 'secret'
const log = pino({ level: 'silent' })
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** What happens to the oldest frame on its way. */
const Fate = fc.constantFrom('deliver', 'drop', 'duplicate', 'swap')
const Step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('append'), n: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('toHub'), fate: Fate }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('toEdge'), fate: Fate }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cut', 'restartEdge', 'restartHub') }) },
)

/** An edge and a hub, real on both sides, with a line between them that the test holds. */
class Pair {
  readonly #folder = mkdtempSync(join(tmpdir(), 'contract-'))
  readonly appended: string[] = []
  #outbox: OutboxStore = this.#openOutbox()
  #temporary: TempStore | null = null
  #store: Store | null = null
  #queue: BatchWriters | null = null
  #drain: Drain | null = null
  #generation = 0
  #join: string | null = null
  toHub: string[] = []
  toEdge: ({ type: 'ack' | 'nack' } & EpochWatermark)[] = []

  #openOutbox(): OutboxStore {
    const { db } = openOutboxFile(join(this.#folder, 'outbox.db'))
    const clock = { monotonic: () => 1, now: Date.now }
    return new OutboxStore(db, { agentCode: 'gate', boot: 'boot', maxBytes: 1 << 26, ...clock })
  }

  get db(): Db {
    if (this.#store === null) throw new Error('the hub is not open')
    return this.#store.db
  }

  async startHub(): Promise<void> {
    this.cut()
    await this.#queue?.idle()
    await this.#store?.close()
    this.#temporary ??= await openTempStore()
    this.#store = await openStore(this.#temporary.config)
    this.#queue = new BatchWriters(this.db, log, { onCommit: () => {} })
    const { db } = this
    const agent = { code: 'gate', code_key: 'gate', name: 'Gate', created_at: 0 }
    const key = { id: 'key-1', agent_id: 1, secret_hash: '', created_at: 0 }
    await db
      .insertInto('agents')
      .values(agent)
      .onConflict((c) => c.doNothing())
      .execute()
    await db
      .insertInto('agent_keys')
      .values(key)
      .onConflict((c) => c.doNothing())
      .execute()
  }

  restartEdge(): void {
    this.cut()
    this.#outbox.close()
    this.#outbox = this.#openOutbox()
  }

  cut(): void {
    this.#drain?.stop()
    this.#drain = null
    this.#outbox.released()
    this.toHub = []
    this.toEdge = []
  }

  /** Says hello, and begins to send from where the hub says. */
  async connect(): Promise<void> {
    const hello: Hello = {
      type: 'hello',
      protocol: 1,
      agent: 'gate',
      version: 'test',
      bootId: 'boot',
      mono: 1,
      wall: Date.now(),
      clock: 'synced',
      hardwareSerial: null,
      join: this.#join,
      epochs: this.#outbox.ranges(),
    }
    const from = { address: '127.0.0.1', replica: 'hub-1', takes: HUB_TAKES }
    const caller = { agentId: 1, keyId: 'key-1', ...from, now: Date.now() }
    const result = await takeHello(this.db, { secret, hello, caller })
    if (result.type !== 'welcome' || result.welcome.quarantined) throw new Error('not welcome')
    this.#generation = result.generation
    this.#join = result.welcome.join
    this.#outbox.resume(result.welcome.epochs)
    const source = {
      // Small batches, so that windows fill and frames have neighbours to be swapped with.
      read: async (epoch: string, after: number) =>
        this.#outbox.read(epoch, after, { rows: 3, bytes: 1 << 20 }),
      ack: async (epoch: string, watermark: number) => this.#outbox.ack(epoch, watermark),
    }
    this.#drain = new Drain({
      source,
      clock: { age: () => 0, correct: (row) => row, monotonic: () => 1 },
      send: (frame) => this.toHub.push(frame),
      fail: (error) => {
        throw error
      },
      backlog: this.#outbox.backlog().epochs,
      lastSeq: this.#outbox.lastSeq,
      spacingMs: 0,
    })
    this.#drain.pump()
    await turn()
  }

  append(n: number): void {
    const entries = Array.from({ length: n }, () => {
      const uid = `TEST-${this.appended.length}`
      this.appended.push(uid)
      const data = JSON.stringify({ uid, reader: 'gate' })
      return { kind: 'read', at: Date.now(), mono: 1, clock: 'synced' as const, data }
    })
    const isInFlight = this.#drain?.isCaughtUp ?? false
    const { epoch, firstSeq } = this.#outbox.append(entries, isInFlight)
    const rows = entries.map((entry, i) => ({ ...entry, seq: firstSeq + i, boot: 'boot' }))
    this.#drain?.committed({ epoch, rows, isInFlight })
    this.#drain?.pump()
  }

  async hubTakes(text: string): Promise<void> {
    const frame = readFrame(text, () => true)
    if (frame.type !== 'batch') throw new Error('not a batch')
    const { epoch, prev } = frame
    const entries = checkEntries(frame.entries, text.length)
    const request = { agentId: 1, generation: this.#generation, epoch, prev, entries }
    const result = await this.#queue?.submit({ ...request, receivedAt: Date.now() })
    const outcome = result?.outcome
    if (outcome?.type !== 'ack' && outcome?.type !== 'nack') throw new Error(outcome?.type)
    this.toEdge.push({ type: outcome.type, epoch, watermark: outcome.watermark })
  }

  async edgeTakes(answer: { type: 'ack' | 'nack' } & EpochWatermark): Promise<void> {
    if (answer.type === 'ack') await this.#drain?.acked(answer)
    else this.#drain?.nacked(answer)
    await turn()
  }

  isDrained(): boolean {
    return this.toHub.length === 0 && this.toEdge.length === 0 && this.#outbox.stats().unacked === 0
  }

  /** What the hub has stored, in the order of storing. */
  stored(): Promise<{ uid: string; seq: number; epoch_id: number }[]> {
    return this.db.selectFrom('reads').select(['uid', 'seq', 'epoch_id']).orderBy('id').execute()
  }

  async end(): Promise<void> {
    this.cut()
    this.#outbox.close()
    await this.#queue?.idle()
    await this.#store?.close()
    await this.#temporary?.close()
    rmSync(this.#folder, { recursive: true })
  }
}

/** Takes the frame that a fate picks; a swap takes the second one, a duplicate leaves it there. */
function take<T>(line: T[], fate: string): T | undefined {
  if (fate === 'drop') {
    line.shift()
    return undefined
  }
  if (fate === 'duplicate') return line[0]
  return fate === 'swap' && line.length > 1 ? line.splice(1, 1)[0] : line.shift()
}

it('stores every entry once, and each epoch in order, whatever frames and processes do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { maxLength: 60 }), async (steps) => {
      const pair = new Pair()
      try {
        await pair.startHub()
        await pair.connect()
        for (const step of steps) {
          if ('n' in step) pair.append(step.n)
          else if ('fate' in step && step.do === 'toHub') {
            const frame = take(pair.toHub, step.fate)
            if (frame !== undefined) await pair.hubTakes(frame)
          } else if ('fate' in step) {
            const answer = take(pair.toEdge, step.fate)
            if (answer !== undefined) await pair.edgeTakes(answer)
          } else {
            if (step.do === 'restartEdge') pair.restartEdge()
            else if (step.do === 'restartHub') await pair.startHub()
            else pair.cut()
            await pair.connect()
          }
          await turn()
        }
        // A lost answer ends a connection after a while; the next one needs no luck.
        pair.cut()
        await pair.connect()
        while (!pair.isDrained()) {
          for (const frame of pair.toHub.splice(0)) await pair.hubTakes(frame)
          for (const answer of pair.toEdge.splice(0)) await pair.edgeTakes(answer)
          await turn()
        }
        const stored = await pair.stored()
        // Seqs run on across epochs; frames of two epochs may have been swapped on their way.
        const bySeq = stored.toSorted((a, b) => a.seq - b.seq)
        expect(bySeq.map((r) => r.uid)).toEqual(pair.appended)
        for (const { epoch_id } of stored) {
          const seqs = stored.filter((r) => r.epoch_id === epoch_id).map((r) => r.seq)
          expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
        }
        const gaps = await pair.db.selectFrom('gaps').selectAll().execute()
        expect(gaps).toEqual([])
      } finally {
        await pair.end()
      }
    }),
    { numRuns: runs(process.env.TEST_STORE === 'postgres' ? 10 : 30) },
  )
})
