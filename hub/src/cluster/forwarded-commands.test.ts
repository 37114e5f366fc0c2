import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { epochs, readEntry, type TestDevice } from '../testing/agent-side.ts'
import type { TestBrowser, TestReplica } from '../testing/replica.ts'
import {
  acks,
  NO_ROUNDS_MS,
  resultEntry,
  scans,
  until,
  TwoReplicas,
} from '../testing/two-replicas.ts'

const [epoch] = epochs
let hubs: TwoReplicas
let a: TestReplica
let b: TestReplica
let atA: TestBrowser
let atB: TestBrowser
let device: TestDevice

beforeEach(async () => {
  hubs = await TwoReplicas.start(NO_ROUNDS_MS)
  ;({ a, b, atA, atB, device } = hubs)
})
afterEach(() => hubs.stop())

describe('a relay command', () => {
  it('goes to the hub that holds the agent, and its result to every browser once', async () => {
    const sentAt = performance.now()
    device.send({ type: 'ping', mono: 1000 })
    await device.next('pong')
    expect(await b.relay('open-1')).toEqual({ type: 'issued', id: 'open-1' })
    const command = await device.next('command')
    expect(command).toMatchObject({ id: 'open-1', pin: 17, state: 1, durationMs: 2000 })
    // Never longer than 5 s from the asking, whatever the way took.
    expect(command.deadline).toBeLessThanOrEqual(1000 + 5000 + (performance.now() - sentAt))
    device.send({ type: 'live', epoch, mono: 1, entries: [resultEntry(1, 'open-1')] })
    await device.batch(epoch, 0, [resultEntry(1, 'open-1'), readEntry(2)])
    for (const browser of [atA, atB]) {
      await until(() => expect(scans(browser)).toEqual([2]))
      expect(acks(browser)).toEqual(['open-1 done'])
    }
  })

  it('of a hub that nobody has looked at yet is left open', async () => {
    const readers = JSON.stringify({ open: 0, simulated: 0, port: null })
    await a.db.insertInto('replicas').values({ id: 'new', beats: 1, readers }).execute()
    const command = { agent_id: 1, pin: 17, state: 1, actor: 'x', replica: 'new' }
    const row = { ...command, id: 'c1', created_at: Date.now() }
    await a.db.insertInto('relay_commands').values(row).execute()
    await a.commands.closeAbandoned()
    const rows = await a.db.selectFrom('relay_commands').select('reason').execute()
    expect(rows).toEqual([{ reason: null }])
  })

  it('is not carried out by a message alone', async () => {
    const { me } = a.cluster.replicas
    const forged = { replica: me, agentId: 1, id: 'forged', deadline: performance.now() + 60_000 }
    b.cluster.bus.publish('command', forged)
    await b.relay('asked')
    expect(await device.next('command')).toMatchObject({ id: 'asked' })
  })
})
