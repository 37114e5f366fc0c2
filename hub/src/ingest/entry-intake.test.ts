import type { ScanEvent } from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AgentSide, epochs, readEntry, type TestDevice } from '../testing/agent-side.ts'

const [epoch] = epochs
let hub: AgentSide
let scans: ScanEvent[] = []

beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
  scans = []
  hub.bus.on('scans', (announced) => scans.push(...announced.map(({ event }) => event)))
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

  it('is stored once, however often it comes', async () => {
    const entries = [readEntry(1), readEntry(2, 'TEST-777')]
    for (let i = 0; i < 3; i++) await device.batch(epoch, 0, entries)
    const rows = await reads()
    expect(rows.map((r) => [r.seq, r.uid, r.asset_id])).toEqual([
      [1, 'TEST-001', 1],
      [2, 'TEST-777', null],
    ])
    expect(scans.map((s) => [s.id, s.vehicle?.plate])).toEqual([
      [`${epoch}-1`, 'KLM482'],
      [`${epoch}-2`, undefined],
    ])
  })

  it('above the watermark gets the watermark back', async () => {
    device.send({ type: 'batch', epoch, prev: 5, mono: 1, entries: [readEntry(6)] })
    expect(await device.next('nack')).toEqual({ type: 'nack', epoch, watermark: 0 })
    expect(await reads()).toEqual([])
  })

  it('with an unknown kind is refused whole, and nothing of it is stored', async () => {
    const entries = [readEntry(1), { ...readEntry(2), kind: 'hologram' }]
    device.send({ type: 'batch', epoch, prev: 0, mono: 1, entries })
    expect(await device.next('refuse')).toMatchObject({ code: 'upgrade_hub' })
    expect(await reads()).toEqual([])
    expect(await watermark()).toEqual({ watermark: 0 })
  })
})

describe('time', () => {
  it('is the edge’s where its clock can be trusted and the hub’s reckoning elsewhere', async () => {
    const device = await hub.connect()
    await device.hello()
    const now = Date.now()
    await device.batch(epoch, 0, [
      readEntry(1, 'TEST-001', { at: now - 5000 }),
      readEntry(2, 'TEST-001', { at: 5000, clock: 'unsynced', age: 3000 }),
      readEntry(3, 'TEST-001', { at: now + 3_600_000, age: 2000 }),
      readEntry(4, 'TEST-001', { at: now - 90_000, age: 90_000 }),
      readEntry(5, 'TEST-001', { at: 5000, clock: 'unsynced', age: null }),
    ])
    const rows = await reads()
    expect(rows.map((r) => [r.clock, r.late])).toEqual([
      ['synced', 0],
      ['estimated', 0],
      ['estimated', 0],
      ['synced', 1],
      ['estimated', 1],
    ])
    expect(rows[0]?.read_at).toBe(now - 5000)
    expect((rows[1]?.received_at ?? 0) - (rows[1]?.read_at ?? 0)).toBe(3000)
    expect(rows[4]?.read_at).toBe(rows[4]?.received_at)
    // Late ones are not announced.
    expect(scans.map((s) => s.id)).toEqual([1, 2, 3].map((seq) => `${epoch}-${seq}`))
  })
})

describe('the live lane', () => {
  it('announces an entry ahead, stores nothing, and its batch does not announce it again', async () => {
    const device = await hub.connect()
    await device.hello()
    device.send({ type: 'live', epoch, mono: 1, entries: [readEntry(3, 'TEST-001')] })
    await vi.waitFor(() => expect(scans.map((s) => s.id)).toEqual([`${epoch}-3`]))
    expect(await reads()).toEqual([])
    await device.batch(epoch, 0, [readEntry(1), readEntry(2), readEntry(3)])
    expect(scans.map((s) => s.id)).toEqual([3, 1, 2].map((seq) => `${epoch}-${seq}`))
    expect(await reads()).toHaveLength(3)
  })

  it('knows the relays of a status before the backlog of older ones is stored', async () => {
    const device = await hub.connect()
    await device.hello()
    const knows = () => [17, 27].map((pin) => hub.sockets.hasLiveRelay(1, pin))
    const told = async (seq: number, relays: object) => {
      const outbox = { bytes: 1, maxBytes: 100, unacked: 9 }
      const state = { version: '1.0.0', clock: 'synced', outbox, suppressWindowMs: 60_000 }
      const data = { ...state, readers: [], event: 'periodic', relays }
      device.send({
        type: 'live',
        epoch,
        mono: 1,
        entries: [{ ...readEntry(seq), kind: 'status', data }],
      })
    }
    expect(knows()).toEqual([false, false])
    await told(8, { driver: 'gpiochip', simulated: false, pins: [27] })
    await vi.waitFor(() => expect(knows()).toEqual([false, true]))
    await told(9, { driver: 'auto', simulated: false, pins: [], error: 'no chip' })
    await vi.waitFor(() => expect(knows()).toEqual([true, true]))
    expect(hub.sockets.hasLiveRelay(2, 27)).toBe(false)
  })
})
