import { CloseCode } from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestDevice } from '../testing/agent-side.ts'
import type { TestBrowser, TestReplica } from '../testing/replica.ts'
import { acks, QUICK_ROUNDS_MS, statuses, until, TwoReplicas } from '../testing/two-replicas.ts'

let hubs: TwoReplicas
let a: TestReplica
let b: TestReplica
let atA: TestBrowser
let atB: TestBrowser
let device: TestDevice

beforeEach(async () => {
  hubs = await TwoReplicas.start(QUICK_ROUNDS_MS)
  ;({ a, b, atA, atB, device } = hubs)
})
afterEach(() => hubs.stop())

describe('a hub that died', () => {
  beforeEach(async () => {
    const readers = JSON.stringify({ open: 1, simulated: 0, port: 'x' })
    await a.db.insertInto('replicas').values({ id: 'dead', beats: 7, readers }).execute()
    await until(() => expect(b.cluster.replicas.isAlive('dead')).toBe(true))
  })

  it('leaves no agent behind that looks connected, and no command without an end', async () => {
    await a.db.updateTable('agents').set({ replica: 'dead', generation: 9 }).execute()
    const command = { agent_id: 1, pin: 17, state: 1, actor: 'x', replica: 'dead' }
    await a.db
      .insertInto('relay_commands')
      .values({ ...command, id: 'c1', created_at: Date.now() })
      .execute()
    for (const browser of [atA, atB]) {
      await until(() => expect(acks(browser)).toEqual(['c1 timeout']))
      await until(() => expect(statuses(browser).at(-1)).toBe(false))
    }
    expect(await hubs.agentRow()).toMatchObject({ replica: null })
    expect(await b.relay('c2')).toEqual({ type: 'offline' })
    await until(() => expect(b.cluster.replicas.living()).not.toContain('dead'))
  })

  it('that was only taken for dead has its agents say hello again', async () => {
    const { me } = a.cluster.replicas
    await b.db.deleteFrom('replicas').where('id', '=', me).execute()
    await b.db.updateTable('agents').set({ replica: null }).execute()
    expect(await device.ended).toMatchObject({ code: CloseCode.rejoin })
    await until(() => expect(b.cluster.replicas.isAlive(me)).toBe(true))
  })
})
