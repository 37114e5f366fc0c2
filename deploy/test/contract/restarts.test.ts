import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOutboxFile } from '@vehicle-control/edge/outbox/file/outbox-file'
import { OutboxStore } from '@vehicle-control/edge/outbox/outbox-store'
import { applyBatches } from '@vehicle-control/hub/ingest/apply'
import { checkEntries } from '@vehicle-control/hub/entries/checked-entries'
import { takeHello } from '@vehicle-control/hub/ingest/hello'
import { inTransaction } from '@vehicle-control/hub/store/transaction'
import { openTempSqlite } from '@vehicle-control/hub/testing/temp-sqlite'
import type { TempStore } from '@vehicle-control/hub/testing/temp-store'
import { HUB_TAKES, MAX_HELLO_EPOCHS, type WireEntry } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'

const OPENINGS = 510
const EVERY_MS = 10_000

let store: TempStore
let folder: string
let outbox: OutboxStore
let close: () => void
/** The hub's clock. */
let now: number
let joinState: string | null
const written: string[] = []

beforeEach(async () => {
  store = await openTempSqlite()
  folder = mkdtempSync(join(tmpdir(), 'restarts-'))
  now = Date.UTC(2026, 10, 20, 12)
  joinState = null
  written.length = 0
  const agent = { code: 'gate', code_key: 'gate', name: 'Gate', created_at: 0 }
  await store.db.insertInto('agents').values(agent).execute()
  const key = { id: 'key-1', agent_id: 1, secret_hash: '', created_at: 0 }
  await store.db.insertInto('agent_keys').values(key).execute()
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** Starts the edge: its file is opened, under a new epoch, and it reads a tag. */
function start(): void {
  const { db } = openOutboxFile(join(folder, 'outbox.db'))
  const clock = { monotonic: () => 1, now: () => now }
  outbox = new OutboxStore(db, { agentCode: 'gate', boot: 'boot', maxBytes: 1 << 26, ...clock })
  close = () => {
    outbox.close()
    db.close()
  }
  const uid = `TEST-${written.length}`
  written.push(uid)
  const data = JSON.stringify({ uid, reader: 'gate' })
  outbox.append([{ kind: 'read', at: now, mono: 1, clock: 'synced', data }])
  now += EVERY_MS
}

/** Says hello; answers the generation, or null where it is put off. */
async function connect(): Promise<number | null> {
  const hello = {
    type: 'hello' as const,
    protocol: 1,
    agent: 'gate',
    version: 'test',
    bootId: 'boot',
    mono: 1,
    wall: now,
    clock: 'synced' as const,
    hardwareSerial: null,
    join: joinState,
    epochs: outbox.ranges(),
  }
  expect(hello.epochs.length).toBeLessThanOrEqual(MAX_HELLO_EPOCHS)
  const from = { address: '127.0.0.1', replica: 'hub', takes: HUB_TAKES }
  const caller = { agentId: 1, keyId: 'key-1', ...from, now }
  const result = await takeHello(store.db, { secret: 'secret', hello, caller })
  if (result.type === 'too_many_epochs') return null
  if (result.type !== 'welcome') throw new Error(result.type)
  joinState = result.welcome.join
  outbox.resume(result.welcome.epochs)
  return result.generation
}

/** Sends what this connection has to send, as many epochs as are given. */
async function drain(generation: number, epochs = Infinity): Promise<void> {
  for (const { epoch, watermark } of outbox.backlog().epochs.slice(0, epochs)) {
    const rows = outbox.read(epoch, watermark, { rows: 500, bytes: 60_000 })
    if (rows.length === 0) continue
    const entries = rows.map((row): WireEntry => {
      const { seq, kind, at, clock } = row
      return { seq, kind, at, age: null, clock, data: JSON.parse(row.data) }
    })
    const batch = { agentId: 1, generation, epoch, prev: watermark, receivedAt: now }
    const { outcomes } = await inTransaction(store.db, (trx) =>
      applyBatches(trx, [{ ...batch, entries: checkEntries(entries, 0) }]),
    )
    const [outcome] = outcomes
    if (outcome?.type !== 'ack') throw new Error(outcome?.type)
    outbox.ack(epoch, outcome.watermark)
  }
}

const stored = async () => {
  const rows = await store.db.selectFrom('reads').select('uid').orderBy('seq').execute()
  return rows.map(({ uid }) => uid)
}

async function connected(): Promise<number> {
  const generation = await connect()
  if (generation === null) throw new Error('put off')
  return generation
}

it('of an edge every ten seconds are taken for ever, and lose nothing', async () => {
  for (let i = 0; i < OPENINGS; i++) {
    start()
    // Every third one is over before its read is acked.
    const generation = await connected()
    if (i % 3 !== 0) await drain(generation)
    close()
  }
  start()
  await drain(await connected())
  close()
  expect(await stored()).toEqual(written)
})

it('of an edge without its hub are taken by and by, and lose nothing', async () => {
  for (let i = 0; i < OPENINGS; i++) {
    start()
    close()
  }
  start()
  // It starts on and on while it sends, and each connection gets to a few of them.
  for (let i = 0; i < 4; i++) {
    await drain(await connected(), 40)
    close()
    start()
  }
  while (outbox.stats().unacked > 0) await drain(await connected())
  close()
  expect(await stored()).toEqual(written)
})

it('of an edge after a card that took 300 unsent epochs with it are taken two days later', async () => {
  for (let i = 0; i < 300; i++) {
    start()
    close()
  }
  start()
  await connected()
  close()
  // The new card has another file, and is out of reach at first.
  const lost = written.splice(0).length
  rmSync(join(folder, 'outbox.db'))
  for (let i = 0; i < 300; i++) {
    start()
    close()
  }
  start()
  expect(lost + written.length).toBeGreaterThan(MAX_HELLO_EPOCHS)
  expect(await connect()).toBe(null)
  now += 2 * 86_400_000
  while (outbox.stats().unacked > 0) await drain(await connected())
  close()
  expect(await stored()).toEqual(written)
})
