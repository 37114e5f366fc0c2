import { describe, expect, it } from 'vitest'
import { epochs, readEntry } from '../testing/agent-side.ts'
import {
  acks,
  NO_ROUNDS_MS,
  resultEntry,
  scans,
  until,
  setUpTwoReplicas,
} from '../testing/two-replicas.ts'

const [epoch] = epochs
const two = setUpTwoReplicas(NO_ROUNDS_MS)

describe('a relay command', () => {
  it('goes to the hub that holds the agent, and its result to every browser once', async () => {
    const sentAt = performance.now()
    two.device.send({ type: 'ping', mono: 1000 })
    await two.device.next('pong')
    expect(await two.b.relay('open-1')).toEqual({ type: 'issued', id: 'open-1' })
    const command = await two.device.next('command')
    expect(command).toMatchObject({ id: 'open-1', pin: 17, state: 1, durationMs: 2000 })
    // Never longer than 5 s from the asking, whatever the way took.
    expect(command.deadline).toBeLessThanOrEqual(1000 + 5000 + (performance.now() - sentAt))
    two.device.send({ type: 'live', epoch, mono: 1, entries: [resultEntry(1, 'open-1')] })
    await two.device.batch(epoch, 0, [resultEntry(1, 'open-1'), readEntry(2)])
    for (const browser of [two.atA, two.atB]) {
      await until(() => expect(scans(browser)).toEqual([2]))
      expect(acks(browser)).toEqual(['open-1 done'])
    }
  })

  it('of a hub that nobody has looked at yet is left open', async () => {
    const readers = JSON.stringify({ open: 0, simulated: 0, port: null })
    await two.a.db.insertInto('replicas').values({ id: 'new', beats: 1, readers }).execute()
    const command = { agent_id: 1, pin: 17, state: 1, actor: 'x', replica: 'new' }
    const row = { ...command, id: 'c1', created_at: Date.now() }
    await two.a.db.insertInto('relay_commands').values(row).execute()
    await two.a.commands.closeAbandoned()
    const rows = await two.a.db.selectFrom('relay_commands').select('reason').execute()
    expect(rows).toEqual([{ reason: null }])
  })

  it('by name goes to the hub that holds the agent, and no further where its edge is older', async () => {
    const heard: string[] = []
    two.device.socket.on('message', (frame: Buffer) => heard.push(frame.toString()))
    const named = (id: string) => two.b.relay(id, { relay: 'Barrera' })
    // As if the hello of a newer edge were the last that hub B has heard of.
    expect(await named('old')).toEqual({ type: 'issued', id: 'old' })
    expect(await two.b.relay('by-pin')).toEqual({ type: 'issued', id: 'by-pin' })
    expect(await two.device.next('command')).toMatchObject({ id: 'by-pin' })
    const newer = await two.a.connectDevice()
    await newer.hello({ accepts: ['named_relay'] })
    expect(await named('new')).toEqual({ type: 'issued', id: 'new' })
    expect(await newer.next('named_command')).toMatchObject({ id: 'new', relay: 'Barrera' })
    expect(heard.filter((frame) => frame.includes('Barrera'))).toEqual([])
  })

  it('is not carried out by a message alone', async () => {
    const { me } = two.a.cluster.replicas
    const forged = { replica: me, agentId: 1, id: 'forged', deadline: performance.now() + 60_000 }
    two.b.cluster.bus.publish('command', forged)
    await two.b.relay('asked')
    expect(await two.device.next('command')).toMatchObject({ id: 'asked' })
  })
})
