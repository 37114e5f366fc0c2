import type { SuppressedEvent } from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AgentSide, epochs, readEntry, type TestDevice } from '../testing/agent-side.ts'

const [epoch] = epochs
let hub: AgentSide

beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
})
afterEach(() => hub.end())

const reads = () => hub.db.selectFrom('reads').selectAll().orderBy('id').execute()
const watermark = () =>
  hub.db
    .selectFrom('agent_epochs')
    .select('watermark')
    .where('epoch', '=', epoch)
    .executeTakeFirst()

describe('a batch', () => {
  let device: TestDevice
  beforeEach(async () => {
    device = await hub.connect()
    await device.hello()
  })

  it('with a hole inside is stored with a gap for the hole', async () => {
    await device.batch(epoch, 0, [readEntry(1), readEntry(5)])
    const gaps = await hub.db.selectFrom('gaps').selectAll().execute()
    expect(gaps).toMatchObject([{ from_seq: 2, to_seq: 4, reason: 'missing' }])
  })

  it('does not count in a gap what had arrived before the edge gave it up', async () => {
    await device.batch(epoch, 0, [readEntry(1), readEntry(2)])
    const data = { from: 1, to: 5, counts: { read: 5 }, reason: 'cap' }
    await device.batch(epoch, 2, [{ ...readEntry(5), kind: 'gap', data }])
    const gaps = await hub.db.selectFrom('gaps').selectAll().execute()
    expect(gaps).toMatchObject([{ from_seq: 3, to_seq: 5, counts: '{"read":3}' }])
    expect(await watermark()).toEqual({ watermark: 5 })
  })

  it('counts in a gap of unknown kinds no more than the seqs that are left of it', async () => {
    await device.batch(epoch, 0, [readEntry(1), readEntry(2), readEntry(3)])
    const gap = (from: number, to: number, counts: object) => {
      const data = { from, to, counts, reason: 'damaged' }
      return { ...readEntry(to), kind: 'gap', data }
    }
    const damaged = [gap(1, 5, { unknown: 5 }), gap(2, 9, { unknown: 8 })]
    await device.batch(epoch, 3, damaged)
    const gaps = await hub.db.selectFrom('gaps').selectAll().orderBy('seq').execute()
    expect(gaps.map((g) => [g.from_seq, g.to_seq, g.counts])).toEqual([
      [4, 5, '{"unknown":2}'],
      [6, 9, '{"unknown":4}'],
    ])
  })

  it('of gaps that all reach back is clipped, gap by gap', async () => {
    await device.batch(epoch, 0, [readEntry(1), readEntry(2)])
    const gap = (from: number, to: number) => {
      const data = { from, to, counts: { read: to - from + 1 }, reason: 'cap' }
      return { ...readEntry(to), kind: 'gap', data }
    }
    await device.batch(epoch, 2, [gap(1, 4), gap(1, 6), gap(1, 8)])
    const gaps = await hub.db.selectFrom('gaps').selectAll().orderBy('seq').execute()
    expect(gaps.map((g) => [g.from_seq, g.to_seq])).toEqual([
      [3, 4],
      [5, 6],
      [7, 8],
    ])
  })

  it('keeps bad entries as dead letters and the good ones beside them', async () => {
    const entries = [
      readEntry(1, 'TEST-001', { data: { uid: 5 } }),
      readEntry(2, 'TEST-001', { data: { damaged: '{"uid":"A' } }),
      readEntry(3, 'TEST-002'),
    ]
    expect(await device.batch(epoch, 0, entries)).toMatchObject({ watermark: 3 })
    const letters = await hub.db.selectFrom('dead_letters').selectAll().execute()
    expect(letters.map((l) => [l.seq, l.kind, l.payload])).toEqual([
      [1, 'read', '{"uid":5}'],
      [2, 'read', '{"damaged":"{\\"uid\\":\\"A"}'],
    ])
    expect((await reads()).map((r) => r.uid)).toEqual(['TEST-002'])
  })

  it('with values that no clock and no reader has is stored all the same', async () => {
    const huge = { age: 1e300, clock: 'unsynced' as const, at: -1e300 }
    const data = { uid: 'TEST-001', reader: 'gate', count: 1, spanMs: 1e300 }
    await device.batch(epoch, 0, [
      readEntry(1, 'TEST-001', huge),
      { ...readEntry(2), ...huge, kind: 'suppressed', data },
    ])
    const [row] = await reads()
    expect(row?.read_at).toBe(row?.received_at)
  })

  it('with a status that names a reader twice keeps one of them', async () => {
    const reader = {
      id: 'gate',
      type: 'line',
      path: 'a',
      state: 'open',
      simulated: false,
      noise: 0,
    }
    const data = {
      version: '1',
      event: 'reader',
      readers: [reader, { ...reader, path: 'b' }],
      clock: 'synced',
      outbox: { bytes: 1, maxBytes: 2, unacked: 0 },
      suppressWindowMs: 60_000,
    }
    await device.batch(epoch, 0, [{ ...readEntry(1), kind: 'status', data }])
    const rows = await hub.db.selectFrom('agent_readers').select('path').execute()
    expect(rows).toEqual([{ path: 'b' }])
  })

  it('stores the other kinds where they belong', async () => {
    const entry = (seq: number, kind: string, data: object) => ({ ...readEntry(seq), kind, data })
    const reader = { id: 'gate', type: 'line', path: '/dev/tty', simulated: false, noise: 2 }
    const repeats: SuppressedEvent[] = []
    hub.bus.on('suppressed', (events) => repeats.push(...events))
    await device.batch(epoch, 0, [
      entry(1, 'suppressed', { uid: 'TEST-001', reader: 'gate', count: 4, spanMs: 900, rssi: -50 }),
      entry(2, 'telemetry', { type: 'temp', value: 21.5, unit: '°C' }),
      entry(3, 'command_result', {
        id: 'c1',
        pin: 17,
        state: 1,
        ok: true,
        onMs: 500,
        reason: 'done',
      }),
      entry(4, 'status', {
        version: '0.1.0',
        event: 'reader',
        readers: [{ ...reader, state: 'open' }],
        clock: 'synced',
        outbox: { bytes: 1, maxBytes: 2, unacked: 0 },
        suppressWindowMs: 60_000,
      }),
    ])
    const all = (table: 'suppressions' | 'telemetry' | 'relay_commands' | 'agent_readers') =>
      hub.db.selectFrom(table).selectAll().execute()
    expect(await all('suppressions')).toMatchObject([{ count: 4, rssi: -50, asset_id: 1 }])
    expect(await all('telemetry')).toMatchObject([{ type: 'temp', value: 21.5 }])
    expect(await all('relay_commands')).toMatchObject([{ id: 'c1', ok: 1, reason: 'done' }])
    expect(await all('agent_readers')).toMatchObject([{ reader: 'gate', state: 'open', noise: 2 }])
    expect(repeats).toMatchObject([{ id: `${epoch}-1`, count: 4 }])
    expect(hub.sockets.rfidStatus()).toEqual({ connected: true, simulate: false, port: '/dev/tty' })
  })
})

describe('counters', () => {
  it('equal a plain recount', async () => {
    const device = await hub.connect()
    await device.hello()
    const start = Date.now() - 40 * 60_000
    for (let b = 0; b < 10; b++) {
      const entries = Array.from({ length: 50 }, (_, i) => {
        const seq = b * 50 + i + 1
        return readEntry(seq, seq % 3 === 0 ? 'TEST-001' : 'TEST-900', { at: start + seq * 4800 })
      })
      await device.batch(epoch, b * 50, entries)
    }
    const rows = await reads()
    const bucket = (at: number) => at - (at % 900_000)
    const recount = new Map<number, number>()
    for (const r of rows) {
      recount.set(bucket(r.read_at), (recount.get(bucket(r.read_at)) ?? 0) + 1)
    }
    const counted = await hub.db.selectFrom('read_counts').selectAll().orderBy('bucket').execute()
    expect(counted.map((c) => [c.bucket, c.reads])).toEqual(
      [...recount].toSorted((a, b) => a[0] - b[0]),
    )
    const assets = await hub.db.selectFrom('asset_counts').select('reads').execute()
    const total = assets.reduce((sum, a) => sum + a.reads, 0)
    expect(total).toBe(rows.filter((r) => r.asset_id !== null).length)
    const agent = await hub.db
      .selectFrom('agents')
      .select('readings_count')
      .orderBy('id')
      .executeTakeFirst()
    expect(agent?.readings_count).toBe(500)
  })
})
