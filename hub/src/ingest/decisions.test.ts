import type { WireEntry, WrittenDecision } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentSide, epochs, readEntry, type TestDevice } from '../testing/agent-side.ts'

const [epoch] = epochs
let hub: AgentSide
let device: TestDevice
beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
  device = await hub.connect()
  await device.hello()
})
afterEach(() => hub.end())

const allowed = {
  uid: 'TEST-001',
  reader: 'gate',
  verdict: 'allow',
  reason: 'allowed',
  mode: 'observe',
  rule: 7,
  list: { digest: 'ab'.repeat(32), ageMs: 1200 },
  previous: true,
  time: { nowMs: 1, floorMs: null },
} satisfies WrittenDecision
const decisionEntry = (seq: number, data: object): WireEntry => ({
  ...readEntry(seq),
  kind: 'decision',
  data,
})
const decided = () => hub.db.selectFrom('decisions').selectAll().orderBy('seq').execute()

it('a decision is stored once beside its read, with its vehicle and all that its edge said', async () => {
  const list = { ...allowed.list, id: 'later', edits: 7 }
  const said = { ...allowed, list, later: { depth: [1, 'ñ'] }, marked: true as const }
  const entries = [readEntry(1), decisionEntry(2, said)]
  expect(await device.batch(epoch, 0, entries)).toMatchObject({ watermark: 2 })
  await device.batch(epoch, 0, entries)
  const [row, ...more] = await decided()
  expect(more).toEqual([])
  const { facts, ...columns } = row ?? { facts: '' }
  expect(columns).toMatchObject({
    agent_id: 1,
    seq: 2,
    read_seq: 1,
    uid: 'TEST-001',
    asset_id: 1,
    verdict: 'allow',
    reason: 'allowed',
    rule: 7,
    marked: 1,
    mode: 'observe',
    count: 1,
    late: 0,
  })
  expect(JSON.parse(facts)).toEqual(said)
  expect(await hub.registry.metrics()).toContain('vc_decisions_total{verdict="allow"} 1')
})

it('a newer edge’s words lose no decision, and no neighbour', async () => {
  const odd = { uid: 'X', reader: 'gate', verdict: 'hold', reason: 'moon', mode: 'later' }
  const damaged = { list: 'none', previous: 1, marked: 'yes', rule: 'r', row: ['x'], count: 0 }
  await device.batch(epoch, 0, [
    decisionEntry(1, { ...odd, ...damaged }),
    decisionEntry(2, { ...odd, uid: '' }),
    decisionEntry(3, { ...allowed, previous: undefined, uid: 'UNKNOWN', count: 40 }),
  ])
  expect(await decided()).toMatchObject([
    {
      seq: 1,
      verdict: 'hold',
      reason: 'moon',
      mode: 'later',
      read_seq: null,
      marked: 0,
      rule: null,
      count: 1,
      facts: JSON.stringify({ ...odd, ...damaged }),
    },
    { seq: 3, read_seq: null, asset_id: null, count: 40 },
  ])
  expect(await hub.db.selectFrom('dead_letters').select('seq').execute()).toEqual([{ seq: 2 }])
  expect(await hub.registry.metrics()).toContain('vc_decisions_total{verdict="other"} 1')
})

it('of more than 4 KiB is set aside, and bounded with what else is', async () => {
  await device.batch(epoch, 0, [decisionEntry(1, { ...allowed, later: 'x'.repeat(4096) })])
  expect(await decided()).toEqual([])
  const letters = hub.db.selectFrom('dead_letters').select(['seq', 'kind', 'error'])
  expect(await letters.execute()).toMatchObject([{ seq: 1, kind: 'decision' }])
})

it('is announced with its vehicle and the id of its read', async () => {
  const announced = new Promise((resolve) => hub.bus.once('decisions', resolve))
  await device.batch(epoch, 0, [readEntry(1), decisionEntry(2, allowed)])
  const event = {
    id: `${epoch}-2`,
    read: `${epoch}-1`,
    uid: 'TEST-001',
    vehicle: { plate: 'KLM482', asset_id: 1 },
    agent: { code: 'gate-1' },
    verdict: 'allow',
    reason: 'allowed',
    rule: 7,
    marked: false,
    count: 1,
  }
  expect(await announced).toMatchObject([event])
})
