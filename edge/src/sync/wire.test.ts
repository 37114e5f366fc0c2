import { Batch } from '@vehicle-control/protocol'
import pino from 'pino'
import { expect, it } from 'vitest'
import { createClock } from '../clock/clock.ts'
import type { OutboxRow } from '../entry.ts'
import { createManualTime } from '../testing/manual-time.ts'
import { entriesFrame } from './wire.ts'

const epoch = 'a'.repeat(16)
const clock = {
  monotonic: () => 5000.5,
  age: (row: OutboxRow) => (row.boot === 'now' ? 5000.5 - row.mono : null),
  correct: ({ at, clock: quality }: OutboxRow) => ({ at, clock: quality }),
}
const row: OutboxRow = {
  seq: 4,
  kind: 'read',
  at: 1_760_000_000_000,
  mono: 4000,
  boot: 'now',
  clock: 'synced',
  data: '{"uid":"A","reader":"gate"}',
}

it('entriesFrame writes a batch that the protocol’s own schema parses, with ages as of now', () => {
  const frame = entriesFrame(
    { type: 'batch', epoch, prev: 3 },
    [row, { ...row, seq: 5, boot: 'then' }],
    clock,
  )
  const batch = Batch.parse(JSON.parse(frame))
  expect(batch).toMatchObject({ epoch, prev: 3, mono: 5000.5 })
  expect(batch.entries.map((e) => [e.seq, e.age, e.data])).toEqual([
    [4, 1001, { uid: 'A', reader: 'gate' }],
    [5, null, { uid: 'A', reader: 'gate' }],
  ])
})

it('entriesFrame states the age of a read that its reader kept through the boot', async () => {
  const time = createManualTime({ mono: 5000, wall: Date.UTC(2026, 5, 1) })
  const { monotonic, now, timers } = time
  const log = pino({ level: 'silent' })
  const real = createClock({
    log,
    bootId: 'now',
    now,
    monotonic,
    timers,
    isSynced: async () => true,
  })
  const { at, clock: quality } = real.stamp(-85_000)
  const unsynced: OutboxRow = { ...row, mono: -85_000, at, clock: quality }
  await real.start()
  time.stepWall(3_600_000)
  const frame = entriesFrame({ type: 'batch', epoch, prev: 3 }, [unsynced], real)
  expect(Batch.parse(JSON.parse(frame)).entries[0]).toMatchObject({
    at: time.now() - 90_000,
    age: 90_000,
    clock: 'corrected',
  })
  real.stop()
})

it('entriesFrame never writes a frame that the hub cannot parse, whatever a card did to a row', () => {
  const clockName = 'synbed' as 'synced'
  const broken = { ...row, kind: 'reaf', at: Number.NaN, mono: Number.NaN, clock: clockName }
  const batch = Batch.parse(
    JSON.parse(entriesFrame({ type: 'batch', epoch, prev: 3 }, [broken], clock)),
  )
  expect(batch.entries[0]).toMatchObject({
    kind: 'status',
    at: 0,
    age: null,
    clock: 'unsynced',
    data: { damaged: 'reaf' },
  })
})
