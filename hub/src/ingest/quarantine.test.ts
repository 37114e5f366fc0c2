import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signJoin } from './join-state.ts'
import { epochs, readEntry, type TestDevice, AgentSide } from '../testing/agent-side.ts'

const [epoch] = epochs
let hub: AgentSide

beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
})
afterEach(() => hub.end())

const row = () =>
  hub.db.selectFrom('agents').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()

/** Says hello as a device that stores and confirms what it is offered; answers the new state. */
async function join(device: TestDevice, state: string | null, hardwareSerial = 'serial-1') {
  const welcome = await device.hello({ join: state, hardwareSerial })
  if (welcome.join === null) return null
  device.send({ type: 'joined', mono: 1, join: welcome.join })
  const offered = Number(welcome.join.split('.', 1)[0])
  await expect.poll(async () => (await row()).join_confirmed).toBe(offered)
  return welcome.join
}

describe('two devices with one card’s content', () => {
  it('end in quarantine at the second hello, and nothing of either is stored', async () => {
    const state = await join(await hub.connect(), null)
    const copied = state
    await join(await hub.connect(), state)
    const clone = await hub.connect()
    const welcome = await clone.hello({ join: copied, hardwareSerial: 'serial-2' })
    expect(welcome).toMatchObject({ quarantined: true, join: null })
    clone.send({ type: 'batch', epoch, prev: 0, mono: 1, entries: [readEntry(1)] })
    expect(await clone.next('refuse')).toMatchObject({ code: 'quarantined' })
    expect(await hub.db.selectFrom('reads').selectAll().execute()).toEqual([])
    expect(JSON.parse((await row()).quarantine ?? '')).toMatchObject({
      known: { hardware_serial: 'serial-1', address: '10.0.0.1' },
      claimant: { hardware_serial: 'serial-2', address: '10.0.0.1' },
    })
    expect(hub.sockets.presence.isConnected(1)).toBe(true)
    // The device that was there first is held as well until somebody has looked.
    expect(await join(await hub.connect(), state)).toBeNull()
  })

  it('go on with the one that was accepted', async () => {
    const state = await join(await hub.connect(), null)
    await join(await hub.connect(), state)
    await join(await hub.connect(), state, 'serial-2')
    await hub.db
      .updateTable('agents')
      .set({ quarantine: null, join_confirmed: null, join_serial: 'serial-1' })
      .execute()
    expect(await join(await hub.connect(), state, 'serial-2')).toBeNull()
    await hub.db.updateTable('agents').set({ quarantine: null }).execute()
    const device = await hub.connect()
    expect(await join(device, state, 'serial-1')).not.toBeNull()
    expect(await device.batch(epoch, 0, [readEntry(1)])).toMatchObject({ watermark: 1 })
  })
})

describe('a device', () => {
  it('that lost the answer to its hello is not taken for a clone', async () => {
    const first = await (await hub.connect()).hello({ join: null })
    const again = await (await hub.connect()).hello({ join: first.join })
    expect(again.quarantined).toBe(false)
    const third = await (await hub.connect()).hello({ join: first.join })
    expect(third.quarantined).toBe(false)
  })

  it('whose card was wiped is held until it enrols anew', async () => {
    await join(await hub.connect(), null)
    expect(await join(await hub.connect(), null)).toBeNull()
  })

  it('that knows more than a restored hub is taken, with an audit row', async () => {
    const secret = await hub.db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'join_secret')
      .executeTakeFirstOrThrow()
    await join(await hub.connect(), null)
    const ahead = signJoin(secret.value, 1, 40)
    expect(await join(await hub.connect(), ahead)).toBe(signJoin(secret.value, 1, 41))
    const audit = await hub.db.selectFrom('audit_log').select('action').execute()
    expect(audit).toEqual([{ action: 'agent.join_ahead' }])
  })
})
