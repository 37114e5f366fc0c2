import { SiteOffsets } from '@vehicle-control/protocol/site-offsets'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocalBus } from '../bus/bus.ts'
import { readGates } from '../store/access/access-gates.ts'
import { readPolicies, savePolicy } from '../store/access/access-policies.ts'
import { giveUp } from '../store/access/access-gates.ts'
import { connectGate, ListGate } from '../testing/list-gate.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { silent } from '../testing/test-hub.ts'
import { AccessList } from './access-list.ts'
import { AgentLists } from './agent-lists.ts'
import { gateListView } from './gate-view.ts'
import { policyText } from './policy-text.ts'

const GATE = 1
const ZONE = new SiteOffsets('UTC')
let store: TempStore
let list: AccessList
let lists: AgentLists
const bus = createLocalBus()
beforeEach(async () => {
  store = await openTempStore()
  const agent = { code: 'gate-1', code_key: 'gate-1', name: 'Portería', created_at: 0 }
  await store.db.insertInto('agents').values(agent).execute()
  list = new AccessList({ ...store, bus, log: silent, lookEveryMs: 600_000 })
  lists = new AgentLists({ ...store, bus, list, zone: ZONE, log: silent })
  lists.start()
  list.start()
  await vi.waitFor(() => expect(list.image).not.toBeNull())
})
afterEach(async () => {
  await lists.stop()
  await list.stop()
  await store.close()
})

const RULE = {
  id: 1,
  readers: ['portal'],
  direction: 'both',
  who: 'registered',
  kinds: ['vehicle'],
  hours: null,
  relay: { pin: 17 },
  onMs: 5000,
}

async function setMode(mode: string): Promise<void> {
  const [before] = await readPolicies(store.db, [GATE])
  const seen = before?.revision ?? 0
  const policy = { agentId: GATE, mode, rules: JSON.stringify([RULE]) }
  await savePolicy(store.db, policy, { seen, now: 1, by: 'ana@site.example' })
  bus.broadcast('accessPolicy', { agentId: GATE })
}

async function register(...uids: string[]): Promise<void> {
  const rows = uids.map((rfid_tag) => {
    return { type: 'vehicle' as const, name: rfid_tag, rfid_tag, created_at: 1, updated_at: 1 }
  })
  await store.db.insertInto('assets').values(rows).execute()
  await list.fold()
}

async function join(gate = new ListGate()) {
  const peer = connectGate(gate, GATE, lists)
  await lists.joined(peer, true)
  return { gate, peer }
}

const hasAll = (gate: ListGate) =>
  vi.waitFor(() => {
    expect(gate.digest).toBe(list.image?.digest)
    expect(gate.deniedDigest).toBe(list.image?.deniedDigest)
    expect(gate.place).toEqual(list.image?.place)
  })

async function shown() {
  const [[policy], [gate]] = [await readPolicies(store.db), await readGates(store.db)]
  const text = policy && policyText(policy, ZONE, Date.now())
  return gateListView(text, gate, list.image)
}

const tags = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, n) => `E2801160${String(from + n).padStart(8, '0')}`)

test('a gate that nobody configured is told nothing', async () => {
  await register('E280116000000001')
  const { gate } = await join()
  await lists.have({ agentId: GATE, isOpen: true, sendSlowly: async () => {} }, gate.have(true))
  expect(gate.came).toEqual([])
  expect((await shown()).state).toBe('off')
})

test('a gate that observes gets policy, denied tags and rows, and confirms them', async () => {
  await register(...tags(0, 300))
  await setMode('observe')
  const { gate } = await join()
  await hasAll(gate)
  expect(gate.uids().toSorted()).toEqual(tags(0, 300))
  expect(JSON.parse(gate.policy ?? '')).toMatchObject({ mode: 'observe', rules: [RULE] })
  await vi.waitFor(async () => expect((await shown()).state).toBe('equal'))
})

test('an edit goes to a gate as its bucket alone, and the head', async () => {
  await register(...tags(0, 1000))
  await setMode('observe')
  const { gate } = await join()
  await hasAll(gate)
  gate.came.length = 0
  await register('E280116099999999')
  await hasAll(gate)
  expect(gate.came.map(({ type }) => type)).toEqual(['access_bucket', 'access_head'])
})

test('whatever gets lost is sent again, and nothing but that', async () => {
  await register(...tags(0, 200))
  await setMode('observe')
  const { gate } = await join()
  await hasAll(gate)
  gate.came.length = 0
  let isLost = false
  gate.loses = (type) => type === 'access_bucket' && !isLost && (isLost = true)
  await register('E280116099999999')
  await hasAll(gate)
  expect(gate.came.map(({ type }) => type)).toEqual([
    'access_bucket',
    'access_head',
    'access_bucket',
    'access_head',
  ])
})

test('a gate that comes back gets what changed meanwhile', async () => {
  await register(...tags(0, 50))
  await setMode('observe')
  const { gate, peer } = await join()
  await hasAll(gate)
  lists.left(GATE)
  peer.isOpen = false
  await register('E280116099999999')
  await join(gate)
  await hasAll(gate)
})

test('off ends it: the gate hears the mode, and no row any more', async () => {
  await register(...tags(0, 5))
  await setMode('observe')
  const { gate } = await join()
  await hasAll(gate)
  await setMode('off')
  await vi.waitFor(() => expect(JSON.parse(gate.policy ?? '')).toMatchObject({ mode: 'off' }))
  gate.came.length = 0
  await register('E280116099999999')
  await vi.waitFor(() => expect(gate.came.map(({ type }) => type)).toContain('access_head'))
  expect(gate.came.map(({ type }) => type)).not.toContain('access_bucket')
})

test('a gate that has seen more edits than this hub keeps its list until a person gives it up', async () => {
  await register(...tags(0, 5))
  await setMode('observe')
  const gate = new ListGate()
  gate.rows[0] = [['E2FF', 2, null, null, 0, 1]]
  gate.denied = ['E2FF']
  const before = list.image?.place
  const newer = { id: before?.id ?? '', edits: (before?.edits ?? 0) + 100 }
  gate.place = newer
  await join(gate)
  await vi.waitFor(async () => expect((await shown()).held).toEqual(newer))
  expect(list.image?.place.id).not.toBe(before?.id)
  expect(gate.came.map(({ type }) => type)).not.toContain('access_bucket')
  expect(gate.denied).toEqual(['E2FF'])
  expect(await giveUp(store.db, GATE, newer)).toBe(true)
  bus.broadcast('accessPolicy', { agentId: GATE })
  await hasAll(gate)
})

test('a list of another id with the same content is taken over without a row', async () => {
  await register(...tags(0, 40))
  await setMode('observe')
  const { gate } = await join()
  await hasAll(gate)
  gate.came.length = 0
  await list.renew()
  await hasAll(gate)
  expect(gate.came.map(({ type }) => type)).not.toContain('access_bucket')
})

test('a gate that says for ever that it has nothing does not get the list for ever', async () => {
  await register(...tags(0, 30))
  await setMode('observe')
  const gate = new ListGate()
  gate.loses = (type) => type !== 'access_head'
  await join(gate)
  const buckets = () => gate.came.filter(({ type }) => type === 'access_bucket').length
  await vi.waitFor(() => expect(buckets()).toBeGreaterThan(20))
  for (let n = 0; n < 50; n++) gate.say(gate.have(true))
  await vi.waitFor(async () => expect((await shown()).state).toBe('never'))
  expect(buckets()).toBeLessThan(2 * 30)
})

test('an agent whose program knows no lists is shown as one, where it should have one', async () => {
  await setMode('observe')
  const peer = { agentId: GATE, isOpen: true, sendSlowly: async () => {} }
  await lists.joined(peer, false)
  await vi.waitFor(async () => expect((await shown()).state).toBe('cannot'))
})

test('whoever claims more edits than there are begins another list once, and holds up no gate that is behind', async () => {
  await register(...tags(0, 20))
  await setMode('observe')
  const { gate, peer } = await join()
  await hasAll(gate)
  lists.left(GATE)
  peer.isOpen = false
  await register('E280116099999999')
  const first = list.image?.place
  const thief = new ListGate()
  thief.told = 'f'.repeat(64)
  await join(thief)
  for (let n = 1; n <= 30; n++) {
    const { id = '', edits = 0 } = list.image?.place ?? {}
    thief.place = { id, edits: edits + 1 }
    thief.say(thief.have(true))
  }
  await vi.waitFor(() => expect(list.image?.place.id).not.toBe(first?.id))
  const second = list.image?.place
  thief.say(thief.have(true))
  await list.fold()
  expect(list.image?.place).toEqual(second)
  await join(gate)
  await hasAll(gate)
})

test('denied tags that alone differ are sent again', async () => {
  await register(...tags(0, 20))
  await setMode('observe')
  const { gate } = await join()
  await hasAll(gate)
  gate.denied = ['E2FF']
  gate.say(gate.have(false))
  await hasAll(gate)
})

test('what a gate confirmed while the database was away is stored when it is back', async () => {
  await register(...tags(0, 3))
  await setMode('observe')
  const { gate } = await join()
  await hasAll(gate)
  await vi.waitFor(async () => expect((await shown()).state).toBe('equal'))
  await store.db.schema.alterTable('access_gates').renameTo('access_gates_away').execute()
  await register('E280116099999999')
  await hasAll(gate)
  await store.db.schema.alterTable('access_gates_away').renameTo('access_gates').execute()
  await vi.waitFor(async () => expect((await shown()).state).toBe('equal'), 10_000)
})

test('a gate whose rules are of before is behind, whatever its rows', async () => {
  await register(...tags(0, 3))
  await setMode('observe')
  const { gate, peer } = await join()
  await hasAll(gate)
  await vi.waitFor(async () => expect((await shown()).state).toBe('equal'))
  lists.left(GATE)
  peer.isOpen = false
  await setMode('observe')
  expect((await shown()).state).toBe('behind')
})
