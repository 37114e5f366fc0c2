import { CloseCode } from '@vehicle-control/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  acks,
  QUICK_ROUNDS_MS,
  statuses,
  until,
  setUpTwoReplicas,
} from '../testing/two-replicas.ts'

const two = setUpTwoReplicas(QUICK_ROUNDS_MS)

describe('a hub that died', () => {
  beforeEach(async () => {
    const readers = JSON.stringify({ open: 1, simulated: 0, port: 'x' })
    await two.a.db.insertInto('replicas').values({ id: 'dead', beats: 7, readers }).execute()
    await until(() => expect(two.b.cluster.replicas.isAlive('dead')).toBe(true))
  })

  it('leaves no agent behind that looks connected, and no command without an end', async () => {
    await two.a.db.updateTable('agents').set({ replica: 'dead', generation: 9 }).execute()
    const command = { agent_id: 1, pin: 17, state: 1, actor: 'x', replica: 'dead' }
    await two.a.db
      .insertInto('relay_commands')
      .values({ ...command, id: 'c1', created_at: Date.now() })
      .execute()
    for (const browser of [two.atA, two.atB]) {
      await until(() => expect(acks(browser)).toEqual(['c1 timeout']))
      await until(() => expect(statuses(browser).at(-1)).toBe(false))
    }
    expect(await two.agentRow()).toMatchObject({ replica: null })
    expect(await two.b.relay('c2')).toEqual({ type: 'offline' })
    await until(() => expect(two.b.cluster.replicas.living()).not.toContain('dead'))
  })

  it('that was only taken for dead has its agents say hello again', async () => {
    const { me } = two.a.cluster.replicas
    await two.b.db.deleteFrom('replicas').where('id', '=', me).execute()
    await two.b.db.updateTable('agents').set({ replica: null }).execute()
    expect(await two.device.ended).toMatchObject({ code: CloseCode.rejoin })
    await until(() => expect(two.b.cluster.replicas.isAlive(me)).toBe(true))
  })
})

describe('a hub of 1.0.0 beside this one', () => {
  const takes = async (at: typeof two.a) => {
    const device = await at.connectDevice()
    const welcome = await device.hello()
    device.socket.close()
    return welcome.takes
  }

  it('keeps edges from writing what it does not take, until it is gone', async () => {
    expect(await takes(two.b)).toEqual(['named_relay', 'decision', 'access'])
    const older = {
      id: 'older',
      beats: 1,
      readers: JSON.stringify({ open: 0, simulated: 0, port: null }),
    }
    await two.a.db.insertInto('replicas').values(older).execute()
    await until(async () => expect(await takes(two.b)).toEqual(['named_relay']))
    await until(async () =>
      expect(await takes(two.b)).toEqual(['named_relay', 'decision', 'access']),
    )
  })

  it('has agents say hello again that were told of more', async () => {
    const readers = JSON.stringify({ open: 0, simulated: 0, port: null })
    await two.a.db.insertInto('replicas').values({ id: 'older', beats: 1, readers }).execute()
    expect(await two.device.ended).toMatchObject({ code: CloseCode.rejoin })
  })

  it('of a later release counts by what it says', async () => {
    const readers = JSON.stringify({ open: 0, simulated: 0, port: null })
    const later = JSON.stringify(['decision', 'beyond'])
    await two.a.db
      .insertInto('replicas')
      .values({ id: 'later', beats: 1, readers, takes: later })
      .execute()
    await until(async () => expect(await takes(two.b)).toEqual(['decision']))
  })
})
