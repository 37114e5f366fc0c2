import { afterEach, expect, it } from 'vitest'
import { verifyAuditChain } from '../../store/people/verify-audit.ts'
import { createTestHub, type TestHub } from '../../testing/test-hub.ts'

let hub: TestHub
afterEach(() => hub.close())

it('does not say that a command was not sent where only its answer was lost', async () => {
  let isConnected = true
  const sent: string[] = []
  hub = await createTestHub({
    presence: { isConnected: () => isConnected, lastSeen: () => null },
    deliver: (_agent, { id }) => {
      sent.push(id)
      return 'sent'
    },
  })
  const token = await hub.tokenOf('operator')
  const agent = { code: 'G1', code_key: 'g1', name: 'Gate', created_at: 0, updated_at: 0 }
  await hub.db
    .insertInto('agents')
    .values({ ...agent, replica: hub.replicas.me })
    .execute()
  const ask = async (id: string, pin: number) => {
    const body = { id, pin, state: 1, duration: 5000 }
    return (await hub.call('POST', '/api/agents/G1/command/relay', { token, body })).status
  }
  expect(await ask('c1', 17)).toBe(202)
  // The agent goes away, with the command or without it; its result tells.
  isConnected = false
  await hub.db.updateTable('agents').set({ replica: null }).execute()
  expect(await ask('c1', 17)).toBe(202)
  expect(await ask('c1', 27)).toBe(409)
  expect(await ask('c2', 17)).toBe(409)
  expect(sent).toEqual(['c1'])
  const unknown = { token, body: { id: 'c3', pin: 17, state: 1 } }
  const path = `/api/agents/${'x'.repeat(63)}%F0%9F%9A%97/command/relay`
  expect((await hub.call('POST', path, unknown)).status).toBe(404)

  // Each that was refused is in the audit log, under who asked for it.
  const refusals = () =>
    hub.db.selectFrom('audit_log').selectAll().where('detail', 'like', '%refused%').execute()
  await expect.poll(refusals).toHaveLength(3)
  const told = (await refusals()).map(({ actor, target, detail }) => {
    const { id, refused } = JSON.parse(detail) as Record<string, unknown>
    return [actor, target.slice(0, 4), id, refused]
  })
  expect(told).toEqual([
    ['operator@test.co', 'G1', 'c1', 'duplicate'],
    ['operator@test.co', 'G1', 'c2', 'offline'],
    ['operator@test.co', 'xxxx', 'c3', 'unknown_agent'],
  ])
  const chain = await verifyAuditChain(hub.db, { keys: [hub.key] })
  expect(chain).toMatchObject({ ok: true })
})
