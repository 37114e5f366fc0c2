import type { AckEvent, AgentStatusEvent, ScanEvent, WireEntry } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createUser } from '../store/people/users.ts'
import type { AgentRow } from '../store/schema/agents.ts'
import { readEntry, type TestDevice } from './agent-side.ts'
import { type Mosquitto, startMosquitto } from './mosquitto.ts'
import { type TestBrowser, TestReplica } from './replica.ts'
import { openTempStore } from './temp-store.ts'

/** For tests of the rounds, which bring what the bus does not. */
export const QUICK_ROUNDS_MS = 300
/** For tests of the bus alone: no round comes while they run. */
export const NO_ROUNDS_MS = 600_000

/** Replicas A and B on one database and one broker, a browser at each, agent 1 at A. For tests. */
export interface TwoReplicas {
  broker: Mosquitto
  a: TestReplica
  b: TestReplica
  atA: TestBrowser
  atB: TestBrowser
  /** Agent 1, past its hello. */
  device: TestDevice
  /** Resolves when the bus connects both. */
  linked: () => Promise<void>
  /** Ends the broker and resolves when both have noticed. */
  cut: () => Promise<void>
  agentRow: () => Promise<AgentRow>
}

/** Starts two replicas before each test of the file and stops them after it. */
export function setUpTwoReplicas(roundEveryMs: number): TwoReplicas {
  // A test reads it when it runs: by then it has been filled.
  const two = {} as TwoReplicas
  let stop: () => Promise<void>

  beforeEach(async () => {
    const store = await openTempStore()
    const broker = await startMosquitto()
    const a = await TestReplica.start(store.config, broker.port, roundEveryMs)
    const agent = { code: 'gate-1', code_key: 'gate-1', name: 'Norte', created_at: 0 }
    await a.db.insertInto('agents').values(agent).execute()
    const key = { id: 'key-1', agent_id: 1, secret_hash: '', created_at: 0 }
    await a.db.insertInto('agent_keys').values(key).execute()
    const tag = { rfid_tag: 'TEST-001', plate: 'KLM482', name: 'Duster', owner: 'Ana' }
    const asset = { type: 'vehicle' as const, created_at: 0, updated_at: 0, ...tag }
    await a.db.insertInto('assets').values(asset).execute()
    const user = { email: 'a@b.co', name: 'A', role: 'admin' as const, kiosk: false, demo: false }
    await createUser(a.db, { ...user, passwordHash: '', now: 0 })
    const b = await TestReplica.start(store.config, broker.port, roundEveryMs)
    await linked(a, b)
    const atA = await a.openBrowser('token-a')
    const atB = await b.openBrowser('token-b')
    const device = await a.connectDevice()
    await device.hello()
    await until(() => expect(statuses(atB)).toEqual([true]))
    stop = async () => {
      device.socket.close()
      await a.stop()
      await b.stop()
      await broker.stop()
      await store.close()
    }
    Object.assign(two, {
      broker,
      a,
      b,
      atA,
      atB,
      device,
      linked: () => linked(a, b),
      cut: async () => {
        await broker.kill()
        const connected = () => [a, b].map(({ cluster }) => cluster.bus.isConnected)
        await until(() => expect(connected()).toEqual([false, false]))
      },
      agentRow: () => a.db.selectFrom('agents').selectAll().executeTakeFirstOrThrow(),
    } satisfies TwoReplicas)
  })
  afterEach(() => stop())

  return two
}

async function linked(a: TestReplica, b: TestReplica): Promise<void> {
  await until(() => {
    expect([a, b].map(({ cluster }) => cluster.bus.isConnected)).toEqual([true, true])
    expect(a.cluster.replicas.reaches(b.cluster.replicas.me)).toBe(true)
    expect(b.cluster.replicas.reaches(a.cluster.replicas.me)).toBe(true)
  })
}

/** Waits for what crosses the broker or the database. */
export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 })

export const events = <T>(browser: TestBrowser, name: string): T[] =>
  browser.received.filter(([received]) => received === name).map(([, event]) => event as T)

/** Seqs of the reads that were announced to a browser. */
export const scans = (browser: TestBrowser) =>
  events<ScanEvent>(browser, 'rfid:scan').map(({ id }) => Number(id.split('-')[1]))

/** `connected` of each announced status. */
export const statuses = (browser: TestBrowser) =>
  events<AgentStatusEvent>(browser, 'agent:status').map(({ connected }) => connected)

/** Id and reason of each announced result. */
export const acks = (browser: TestBrowser) =>
  events<AckEvent>(browser, 'agent:ack').map(({ id, reason }) => `${id} ${reason}`)

export function resultEntry(seq: number, id: string): WireEntry {
  const data = { id, pin: 17, state: 1, ok: true, onMs: 0, reason: 'done' }
  return { ...readEntry(seq), kind: 'command_result', data }
}
