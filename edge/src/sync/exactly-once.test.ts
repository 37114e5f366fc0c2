import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Batch, EpochWatermark, GapData } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { PendingEntry } from '../entry.ts'
import { openOutboxFile, type Sqlite } from '../outbox/file/outbox-file.ts'
import { type Appended, OutboxStore } from '../outbox/outbox-store.ts'
import { Drain } from './drain.ts'

const folder = mkdtempSync(join(tmpdir(), 'exactly-once-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Room for a dozen wide entries: beyond them the oldest that the hub lacks become a gap. */
const CAP_BYTES = 400 * 1024
const WIDE = 'x'.repeat(12_000)

let files = 0
/** Batches, less the reads from the disk that found something. */
let sentFromMemory = 0
let replaced = 0

/** A hub that keeps the sync contract: it applies in order, and acks or nacks each batch once. */
class ModelHub {
  readonly watermarks = new Map<string, number>()
  readonly uids: string[] = []
  /** Names of the entries that gaps stand for. */
  readonly lost = new Set<string>()
  /** Batches on their way to it. */
  incoming: Batch[] = []
  /** Answers on their way back. */
  answers: ({ type: 'ack' | 'nack' } & EpochWatermark)[] = []

  watermark(epoch: string, firstSeq: number): number {
    const known = this.watermarks.get(epoch)
    if (known === undefined) this.watermarks.set(epoch, firstSeq - 1)
    return known ?? firstSeq - 1
  }

  /** Takes the next batch; one that it `fails` to store is nacked like one above the watermark. */
  receive(fails = false): void {
    const batch = this.incoming.shift()
    if (batch === undefined) return
    const { epoch, prev, entries } = batch
    const watermark = this.watermarks.get(epoch)
    if (watermark === undefined) throw new Error('an epoch that no hello has named')
    if (fails || prev > watermark) {
      this.answers.push({ type: 'nack', epoch, watermark })
      return
    }
    let reached = prev
    for (const { seq, kind, data } of entries) {
      const gap = kind === 'gap' ? (data as GapData) : null
      const from = gap === null ? seq : (gap.from ?? seq)
      if (from > reached + 1) throw new Error(`a hole before ${seq}`)
      reached = seq
      if (seq <= watermark) continue
      if (gap === null) this.uids.push((data as { uid: string }).uid)
      else for (let one = from; one <= seq; one++) this.lost.add(`${epoch}-${one}`)
    }
    const after = Math.max(watermark, reached)
    this.watermarks.set(epoch, after)
    this.answers.push({ type: 'ack', epoch, watermark: after })
  }
}

/** An edge whose thread, disk, network and hub go on only when the test lets them. */
class Bench {
  readonly hub = new ModelHub()
  readonly file = join(folder, `${++files}.db`)
  db!: Sqlite
  store!: OutboxStore
  drain: Drain | null = null
  /** Calls to the worker, in the order in which it takes them; each says what to do with its answer. */
  calls: (() => () => void)[] = []
  answered: (() => void)[] = []
  ring: PendingEntry[] = []
  isCommitting = false
  lastSeq = 0
  /** uid of every entry that was committed, by its name. */
  readonly names = new Map<string, string>()
  /** What went out on the present connection, by seq. */
  sent = new Map<number, string>()
  uid = 0
  /** Moves on with every answer of the worker: batches wait for their turn meanwhile. */
  now = 1

  constructor() {
    this.open()
  }

  open(): void {
    this.db = openOutboxFile(this.file).db
    const clock = { monotonic: () => 1, now: () => 1 }
    this.store = new OutboxStore(this.db, {
      agentCode: 'g',
      boot: 'b',
      maxBytes: CAP_BYTES,
      ...clock,
    })
  }

  call<T>(run: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.calls.push(() => {
        try {
          const result = run()
          return () => resolve(result)
        } catch (error) {
          return () => reject(error as Error)
        }
      })
    })
  }

  append(count: number, isWide: boolean): void {
    for (let i = 0; i < count; i++) {
      const data = JSON.stringify({ uid: `T${this.uid++}`, ...(isWide && { pad: WIDE }) })
      this.ring.push({ kind: 'read', at: 1, mono: 1, clock: 'synced', data })
    }
    this.commit()
  }

  /** As the outbox does it: one group at a time, kept until its commit is known. */
  commit(): void {
    if (this.isCommitting || this.ring.length === 0) return
    this.isCommitting = true
    const entries = this.ring.slice()
    const isInFlight = this.drain?.isCaughtUp ?? false
    this.call(() => this.store.append(entries, isInFlight)).then(
      (place) => this.committed(entries, place, isInFlight),
      // The cap has no room at all: the ring keeps them.
      () => (this.isCommitting = false),
    )
  }

  committed(entries: PendingEntry[], { epoch, firstSeq }: Appended, isInFlight: boolean): void {
    this.ring.splice(0, entries.length)
    this.isCommitting = false
    const rows = entries.map((entry, i) => ({ ...entry, seq: firstSeq + i, boot: 'b' }))
    for (const { seq, data } of rows) this.names.set(`${epoch}-${seq}`, uidOf(data))
    this.lastSeq = firstSeq + rows.length - 1
    this.drain?.committed({ epoch, rows, isInFlight })
    this.drain?.pump()
    this.commit()
  }

  connect(): void {
    this.disconnect()
    const ranges = this.call(() => this.store.ranges())
    void ranges.then((epochs) => {
      const marks = epochs.map(({ epoch, firstSeq }) => {
        return { epoch, watermark: this.hub.watermark(epoch, firstSeq) }
      })
      const resumed = this.call(() => {
        this.store.resume(marks)
        return this.store.backlog()
      })
      void resumed.then(({ epochs: backlog, lastSeq }) => this.startDrain(backlog, lastSeq))
    })
  }

  startDrain(backlog: EpochWatermark[], lastSeq: number): void {
    this.drain?.stop()
    const drain = new Drain({
      source: {
        read: (epoch, after, rows, bytes) => {
          return this.call(() => {
            const found = this.store.read(epoch, after, { rows: Math.min(rows, 7), bytes })
            if (found.length > 0) sentFromMemory--
            return found
          })
        },
        ack: (epoch, watermark) => this.call(() => this.store.ack(epoch, watermark)),
      },
      clock: {
        age: () => 0,
        correct: ({ at, clock }) => ({ at, clock }),
        monotonic: () => this.now,
      },
      spacingMs: 2,
      send: (frame) => this.send(JSON.parse(frame) as Batch),
      fail: (error) => {
        throw error
      },
      backlog,
      lastSeq: Math.max(lastSeq, this.lastSeq),
    })
    this.drain = drain
    drain.pump()
  }

  send(batch: Batch): void {
    sentFromMemory++
    for (const { seq, data } of batch.entries) this.sent.set(seq, JSON.stringify(data))
    this.hub.incoming.push(batch)
  }

  /** The connection is cut: batches and answers on their way are lost. */
  disconnect(): void {
    this.drain?.stop()
    this.drain = null
    this.hub.incoming = []
    this.hub.answers = []
    this.sent = new Map()
    void this.call(() => this.store.released())
  }

  /** The worker opens the file anew: a new epoch, and a hello that names it. */
  reopen(): void {
    void this.call(() => {
      this.store.close()
      this.open()
    })
    this.connect()
  }

  work(): void {
    const next = this.calls.shift()
    if (next === undefined) return
    this.answered.push(next())
    this.checkInFlight()
  }

  /** What went out and is not acked must stay what it was: the hub may be storing it. */
  checkInFlight(): void {
    if (this.drain === null) return
    const row = this.db.prepare('select data from entries where seq = ?').pluck()
    const gaps = this.db.prepare(`select count(*) from entries where kind = 'gap'`).pluck().get()
    replaced = Math.max(replaced, Number(gaps))
    for (const [seq, data] of this.sent) {
      const stored = row.get(seq) as string | undefined
      if (stored !== undefined) expect(JSON.stringify(JSON.parse(stored))).toBe(data)
      else expect(seq).toBeLessThanOrEqual(Math.max(...this.hub.watermarks.values()))
    }
  }

  async deliver(): Promise<void> {
    this.answered.shift()?.()
    this.now++
    this.drain?.pump()
    await turn()
  }

  async answer(): Promise<void> {
    const answer = this.hub.answers.shift()
    if (answer === undefined || this.drain === null) return
    if (answer.type === 'nack') this.drain.nacked(answer)
    else void this.drain.acked(answer)
    await turn()
  }

  /** More than the cap has room for comes in while the hub gives no answer. */
  async flood(): Promise<void> {
    await this.settle()
    for (let i = 0; i < 12; i++) {
      this.append(3, true)
      this.work()
      await this.deliver()
    }
  }

  /** Everything goes on until nothing is left to do. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 5; quiet++) {
      if (this.calls.length + this.answered.length + this.hub.incoming.length > 0) quiet = 0
      this.commit()
      this.work()
      await this.deliver()
      this.hub.receive()
      await this.answer()
      if (this.hub.answers.length > 0 || this.ring.length > 0) quiet = 0
    }
  }
}

const uidOf = (data: string) => (JSON.parse(data) as { uid: string }).uid

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ append: fc.integer({ min: 1, max: 5 }), isWide: fc.boolean() }),
  },
  { weight: 6, arbitrary: fc.constant('work' as const) },
  { weight: 6, arbitrary: fc.constant('deliver' as const) },
  { weight: 4, arbitrary: fc.constant('hub' as const) },
  { weight: 4, arbitrary: fc.constant('answer' as const) },
  { weight: 1, arbitrary: fc.constant('fail' as const) },
  { weight: 3, arbitrary: fc.constant('settle' as const) },
  { weight: 1, arbitrary: fc.constant('flood' as const) },
  { weight: 1, arbitrary: fc.constant('connect' as const) },
  { weight: 1, arbitrary: fc.constant('disconnect' as const) },
  { weight: 1, arbitrary: fc.constant('reopen' as const) },
)

async function take(bench: Bench, one: Parameters<Parameters<typeof step.map>[0]>[0]) {
  if (typeof one === 'object') bench.append(one.append, one.isWide)
  else if (one === 'work') bench.work()
  else if (one === 'deliver') await bench.deliver()
  else if (one === 'hub') bench.hub.receive()
  else if (one === 'fail') bench.hub.receive(true)
  else if (one === 'answer') await bench.answer()
  else if (one === 'settle') await bench.settle()
  else if (one === 'flood') await bench.flood()
  else bench[one]()
}

it('the hub has every entry once and in order, or a gap for it, however thread, network and disk go on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 120 }), async (steps) => {
      const bench = new Bench()
      bench.connect()
      await bench.settle()
      for (const one of steps) await take(bench, one)
      bench.connect()
      await bench.settle()
      const { hub, names } = bench
      expect(new Set(hub.uids).size).toBe(hub.uids.length)
      const numbers = hub.uids.map((uid) => Number(uid.slice(1)))
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
      const arrived = new Set(hub.uids)
      for (const [name, uid] of names) {
        if (!arrived.has(uid)) expect(hub.lost, `${uid} under ${name}`).toContain(name)
      }
      expect(names.size).toBe(bench.uid)
      bench.store.close()
    }),
    { numRuns: runs(40) },
  )
  expect(sentFromMemory).toBeGreaterThan(20)
  expect(replaced).toBeGreaterThan(0)
}, 120_000)
