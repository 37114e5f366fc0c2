import { type AgentStatusEvent, CloseCode, type EventAgent } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { revokeKeys } from '../store/agents/agent-keys.ts'
import { deleteAgent } from '../store/agents/agents.ts'
import { AgentSide, epochs, helloFrame, readEntry } from '../testing/agent-side.ts'

const [epoch] = epochs
let hub: AgentSide
let agents: EventAgent[]
let statuses: AgentStatusEvent[]

beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
  // The hub of the test before may still be announcing that its devices left: into its own lists.
  const named: EventAgent[] = (agents = [])
  const announced: AgentStatusEvent[] = (statuses = [])
  hub.bus.on('scans', (scans) => named.push(...scans.map(({ event }) => event.agent)))
  hub.bus.on('agentStatus', (status) => announced.push(status))
})
afterEach(() => hub.end())

const agent = { code: 'gate-1', name: 'Norte', location: 'Patio' }
const rename = async () => {
  const { name, location } = agent
  await hub.db.updateTable('agents').set({ name, location }).where('id', '=', 1).execute()
  hub.bus.emit('agentRenamed', { agentId: 1, agent })
}

it('gives what a connected edge reports its new name at once, live or stored', async () => {
  const device = await hub.connect()
  await device.hello()
  await vi.waitFor(() => expect(hub.sockets.presence.isConnected(1)).toBe(true))
  await rename()
  device.send({ type: 'live', epoch, mono: 1, entries: [readEntry(2)] })
  await vi.waitFor(() => expect(agents).toEqual([agent]))
  await device.batch(epoch, 0, [readEntry(1)])
  await vi.waitFor(() => expect(agents).toEqual([agent, agent]))
  device.socket.close()
  await vi.waitFor(() => expect(statuses.at(-1)).toMatchObject({ agent, connected: false }))
})

it('joins under the name of that moment, whatever the hello found', async () => {
  const device = await hub.connect()
  const welcomed = device.hello()
  await rename()
  await welcomed
  await vi.waitFor(() => expect(statuses.at(-1)).toMatchObject({ agent, connected: true }))
})

it('closes a deleted agent’s socket, and announces nothing more of it', async () => {
  const device = await hub.connect()
  await device.hello()
  await vi.waitFor(() => expect(statuses).toHaveLength(1))
  const reason = 'agent deleted'
  const closeCode = CloseCode.keyRevoked
  hub.bus.emit('agentChanged', { agentId: 1, closeCode, reason, gone: true })
  expect(await device.ended).toEqual({ code: closeCode, reason })
  expect(hub.sockets.presence.isConnected(1)).toBe(false)
  expect(hub.sockets.presence.lastSeen(1)).toBeNull()
  expect(statuses).toHaveLength(1)
})

it('cuts a reason that no close frame takes, whatever its letters', async () => {
  const device = await hub.connect()
  await device.hello()
  const reason = `a${'ñ'.repeat(100)}`
  hub.bus.emit('agentChanged', { agentId: 1, closeCode: CloseCode.keyRevoked, reason })
  expect(await device.ended).toEqual({
    code: CloseCode.keyRevoked,
    reason: `a${'ñ'.repeat(59)}\uFFFD`,
  })
})

it('takes nothing more from a connection that outlived its agent', async () => {
  const device = await hub.connect()
  await device.hello()

  await deleteAgent(hub.db, 1, 1)
  device.send({ type: 'batch', epoch, prev: 0, mono: 1, entries: [readEntry(1)] })
  // Or by the look at the keys, which comes by itself.
  const { code } = await device.ended
  expect([CloseCode.superseded, CloseCode.keyRevoked]).toContain(code)
  expect(await hub.db.selectFrom('reads').selectAll().execute()).toEqual([])
})

it('lets no key in that is revoked while its hello is under way', async () => {
  const closeCode = CloseCode.keyRevoked
  hub.whileGreeting = async () => {
    await revokeKeys(hub.db, 1, Date.now())
    hub.bus.emit('agentChanged', { agentId: 1, closeCode, reason: 'key revoked' })
  }
  const device = await hub.connect()
  device.send(helloFrame())
  expect(await device.ended).toMatchObject({ code: closeCode })
  expect(hub.sockets.presence.isConnected(1)).toBe(false)
})
