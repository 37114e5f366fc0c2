import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import { dialectOf } from '../store/database.ts'
import { inTransaction, withLockOfAllHubs } from '../store/transaction.ts'
import { createTestHub, type TestHub } from '../testing/test-hub.ts'

let hub: TestHub
let sent: { id: string; ttlMs: number }[] = []
let release: () => void
let token: string

beforeEach(async () => {
  sent = []
  hub = await createTestHub({
    presence: { isConnected: () => true, lastSeen: () => null },
    deliver: (_agent, { id }, ttlMs = Number.NaN) => {
      sent.push({ id, ttlMs })
      return 'sent'
    },
  })
  const agent = { code: 'G1', code_key: 'g1', name: 'Gate', created_at: 0 }
  await hub.db
    .insertInto('agents')
    .values({ ...agent, replica: hub.replicas.me })
    .execute()
  token = await hub.tokenOf('operator')
})
afterEach(async () => {
  release()
  await hub.close()
})

/** A transaction that ends when `release` is called. */
async function hold(
  begin: typeof inTransaction,
  work: (trx: TestHub['db']) => Promise<unknown> = async () => {},
): Promise<void> {
  const held = new Promise<void>((resolve) => (release = resolve))
  await new Promise<void>((resolve, reject) => {
    begin(hub.db, async (trx) => {
      await work(trx)
      resolve()
      await held
    }).catch(reject)
  })
}

const press = (id: string) => {
  const body = { id, pin: 17, state: 1, duration: 5000 }
  return hub.call('POST', '/api/agents/G1/command/relay', { token, body })
}
const audited = async () => {
  const rows = await hub.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
  return rows.map(({ actor, action, target, detail }) => ({
    by: `${actor} ${action} ${target}`,
    ...(JSON.parse(detail) as object),
  }))
}
const entry = { by: 'operator@test.co agent.relay G1', pin: 17, state: 1, duration: 5000 }

it('refuses a press while the database hangs, says so in time, and never sends it', async () => {
  await hold(inTransaction, async (trx) => {
    if (dialectOf(trx) === 'sqlite') return
    await sql`lock table relay_commands in exclusive mode`.execute(trx)
  })
  const [first, again] = await Promise.all([press('c1'), press('c1')])
  for (const answer of [first, again]) {
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('no se envió') })
  }
  release()
  await expect
    .poll(audited, { timeout: 20_000 })
    .toEqual([{ ...entry, id: 'c1', refused: 'expired' }])
  const rows = await hub.db.selectFrom('relay_commands').select(['id', 'ok', 'reason']).execute()
  expect(rows).toEqual([{ id: 'c1', ok: 0, reason: 'expired' }])
  expect((await press('c1')).status).toBe(503)
  expect((await press('c2')).status).toBe(202)
  expect(sent.map(({ id }) => id)).toEqual(['c2'])
})

it('sends a press before everything else that waits for the database', async () => {
  let done = 0
  const held = new Promise<void>((resolve) => (release = resolve))
  const others = Array.from({ length: 200 }, () =>
    inTransaction(hub.db, async () => {
      // Every connection of Postgres is taken; the one of SQLite is given on at each turn.
      await (dialectOf(hub.db) === 'postgres' ? held : nextTurn())
      done++
    }),
  )
  expect((await press('c1')).status).toBe(202)
  expect(done).toBeLessThan(others.length)
  expect(sent).toMatchObject([{ id: 'c1' }])
  expect(sent[0]?.ttlMs).toBeLessThan(5000)
  release()
  await Promise.all(others)
})

it('sends a press although the audit log is locked, and writes its entry after', async () => {
  if (dialectOf(hub.db) === 'postgres') await hold(withLockOfAllHubs)
  else release = () => {}
  expect((await press('c1')).status).toBe(202)
  release()
  await expect.poll(audited).toEqual([{ ...entry, id: 'c1' }])
})

it('writes down who asked for a relay of an agent that is away', async () => {
  release = () => {}
  await hub.db.updateTable('agents').set({ replica: null }).execute()
  expect((await press('c1')).status).toBe(409)
  await expect.poll(audited).toEqual([{ ...entry, id: 'c1', refused: 'offline' }])
  expect(sent).toEqual([])
})

it('gives a repeated id its result again', async () => {
  release = () => {}
  expect(await (await press('c1')).json()).toEqual({ id: 'c1' })
  const outcome = { ok: 1 as const, reason: 'done', on_ms: 5000, finished_at: 1 }
  await hub.db.updateTable('relay_commands').set(outcome).execute()
  const again = await press('c1')
  expect(await again.json()).toEqual({
    id: 'c1',
    result: { ok: true, reason: 'done', on_ms: 5000 },
  })
  expect(sent).toHaveLength(1)
  expect(await audited()).toHaveLength(1)
})
