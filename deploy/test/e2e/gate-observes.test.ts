import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import type {
  AccessGateList,
  DecisionList,
  LogsResponse,
  StoredDecision,
  VehicleList,
} from '@vehicle-control/protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { SIMULATED_GATE } from '../rig/edge-process.ts'
import { Site, until } from '../rig/site.ts'

const CODE = 'porton-1'
const cable = new PtyCable()
const site = new Site()
let client: HubClient
let edge: Child
const relayLines: string[] = []

const setup = () => ({
  ...SIMULATED_GATE,
  sensors: [],
  readers: [{ id: 'gate', type: 'line', path: cable.readerEnd, baudRate: 9600 }],
})

function startEdge(env: NodeJS.ProcessEnv = {}): Child {
  return site.startEdge(CODE, setup(), env, {
    onLine: ({ msg }) => void (msg.startsWith('relay on') && relayLines.push(msg)),
  })
}

beforeAll(async () => {
  await cable.plugIn()
  client = await site.startHub()
  edge = startEdge({ EDGE_ENROLL_TOKEN: await client.enrollToken(CODE) })
  await until('the reader', async () => {
    const status = (await client.get('/api/rfid/status')) as { connected: boolean }
    return status.connected
  })
}, 120_000)

afterAll(async () => {
  await site.end()
  await cable.destroy()
})

const RULE = {
  readers: ['gate'],
  direction: 'both',
  who: 'registered',
  kinds: ['vehicle'],
  hours: null,
  relay: { pin: 17 },
  onMs: 5000,
}

const gate = async () =>
  ((await client.get('/api/access/gates')) as AccessGateList).gates.find(
    ({ code }) => code === CODE,
  )
const isCurrent = () => until('the list', async () => (await gate())?.list.state === 'equal')

async function decisionsOf(uid: string): Promise<StoredDecision[]> {
  const answer = await client.get(`/api/access/decisions?uid=${uid}`)
  return (answer as DecisionList).decisions
}

/** The gate decides on what its reader reads; what came in the first moments after a start is not fresh. */
async function pass(uid: string): Promise<StoredDecision> {
  const before = (await decisionsOf(uid)).length
  cable.write(`${uid}\r\n`)
  return await until(`the decision on ${uid}`, async () => {
    const decisions = await decisionsOf(uid)
    return decisions.length > before && decisions[0]
  })
}

let strangers = 0
const stranger = () => `E280116099${String(strangers++).padStart(6, '0')}`

/** Resolves once reads are fresh again: strangers come until the gate has decided on one of them. */
async function untilItDecides(): Promise<void> {
  const came: string[] = []
  await until('a decision on a stranger', async () => {
    const uid = stranger()
    came.push(uid)
    cable.write(`${uid}\r\n`)
    const { decisions } = (await client.get('/api/access/decisions')) as DecisionList
    return decisions.some((one) => came.includes(one.uid))
  })
}

async function setAccess(tag: string, access: object): Promise<void> {
  const { items } = (await client.get('/api/vehicles?pageSize=100')) as VehicleList
  const { id } = items.find((one) => one.rfid_tag === tag) ?? {}
  await client.patch(`/api/vehicles/${id}/access`, access)
}

it('decides on nothing before somebody gives it a rule', async () => {
  cable.write('TEST-001\r\n')
  await until('the read', async () => {
    const { logs } = (await client.get('/api/rfid/logs')) as LogsResponse
    return logs.some(({ uid }) => uid === 'TEST-001')
  })
  expect(await decisionsOf('TEST-001')).toEqual([])
  expect(await gate()).toMatchObject({ mode: 'off', list: { state: 'off' } })
})

it('decides once it observes: who is registered passes, a stranger does not', async () => {
  await client.put(`/api/access/gates/${CODE}`, { seen: 0, mode: 'observe', rules: [RULE] })
  await isCurrent()
  await untilItDecides()
  expect(await pass('TEST-002')).toMatchObject({ verdict: 'allow', reason: 'allowed', rule: 1 })
  expect(await pass(stranger())).toMatchObject({ verdict: 'deny', reason: 'unknown' })
  const { logs } = (await client.get('/api/rfid/logs')) as LogsResponse
  expect(logs.find(({ uid }) => uid === 'TEST-002')?.decision).toEqual({
    verdict: 'allow',
    reason: 'allowed',
    mode: 'observe',
  })
})

it('goes by a block at once, and by an end', async () => {
  await setAccess('TEST-003', { denied: true })
  await setAccess('TEST-004', { validTo: Date.now() - 60_000 })
  await isCurrent()
  expect(await pass('TEST-003')).toMatchObject({ verdict: 'deny', reason: 'denied' })
  expect(await pass('TEST-004')).toMatchObject({ verdict: 'deny', reason: 'expired' })
})

it('decides without its hub, also after a kill: what was blocked stays so, and nothing is lost', async () => {
  await setAccess('TEST-005', { denied: true })
  await isCurrent()
  await site.hub.child.stop('SIGKILL')
  await edge.stop('SIGKILL')
  edge = startEdge({ LOG_LEVEL: 'debug' })
  // Its reads are fresh again once it decides on a stranger, which its own log alone can tell now.
  const writing = setInterval(() => cable.write(`${stranger()}\r\n`), 100)
  await edge.line(({ kinds }) => Array.isArray(kinds) && kinds.includes('decision'))
  clearInterval(writing)
  for (const uid of ['TEST-005', 'TEST-006']) cable.write(`${uid}\r\n`)
  client = await site.startHub()
  const [blocked, other] = await until('what was decided without a hub', async () => {
    const both = [...(await decisionsOf('TEST-005')), ...(await decisionsOf('TEST-006'))]
    return both.length === 2 && both
  })
  expect(blocked).toMatchObject({ verdict: 'deny', reason: 'denied' })
  expect(other).toMatchObject({ verdict: 'allow', reason: 'allowed' })
  expect(other?.list_age_ms ?? 0).toBeGreaterThan(0)
})

it('opened nothing by all that', () => {
  expect(relayLines).toEqual([])
})
