import type { AuditChain, AuditResponse } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { dropAuditTriggers } from '../../testing/tamper-audit.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let token: string
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('superadmin')
  await withLockOfAllHubs(hub.db, async (trx) => {
    const rows = [
      ['ana@test.co', 'login', 'ana@test.co'],
      ['ana@test.co', 'agent.create', 'Gate-1'],
      ['bo@test.co', 'agent.rotate_key', 'gate-2'],
    ] as const
    for (const [i, [actor, action, target]] of rows.entries()) {
      const at = 1_700_000_000_000 + i
      await appendAudit(trx, { at, actor, action, target, detail: { i }, address: null })
    }
  })
})
afterEach(() => hub.close())

const read = async (query: string) =>
  (await (await hub.call('GET', `/api/audit${query}`, { token })).json()) as AuditResponse

test('shows what was done, newest first', async () => {
  const { items, total } = await read('')
  expect(total).toBe(3)
  expect(items.map(({ id }) => id)).toEqual([3, 2, 1])
  expect(items[0]).toEqual({
    id: 3,
    at: '2023-11-14T22:13:20.002Z',
    actor: 'bo@test.co',
    action: 'agent.rotate_key',
    target: 'gate-2',
    detail: { i: 2 },
    address: null,
  })
})

test.each([
  ['?pageSize=10&page=2', [], 3],
  ['?actor=ana', [2, 1], 2],
  ['?action=AGENT.', [3, 2], 2],
  ['?target=gate-&actor=bo', [3], 1],
  ['?action=rotate%25', [], 0],
  ['?from=1700000000001&to=2023-11-14T22:13:20.001Z', [2], 1],
])('finds by %s', async (query, ids, total) => {
  const found = await read(query)
  expect([found.items.map(({ id }) => id), found.total]).toEqual([ids, total])
})

test.each([
  '?page=x',
  '?pageSize=0',
  '?from=yesterday',
  '?from=1700000000001&to=1700000000000',
  `?actor=${'x'.repeat(5000)}`,
  '?target=%00',
])('refuses %s', async (query) => {
  expect((await hub.call('GET', `/api/audit${query}`, { token })).status).toBe(400)
})

test('still shows the others when a row was tampered with', async () => {
  await dropAuditTriggers(hub.db)
  await hub.db.updateTable('audit_log').set({ detail: '{"i"' }).where('id', '=', 2).execute()
  const { items } = await read('')
  expect(items.map(({ detail }) => detail)).toEqual([{ i: 2 }, { unreadable: '{"i"' }, { i: 0 }])
})

test('a CSV has the rows of the filter, and is itself written down with it', async () => {
  const csv = () => hub.call('GET', '/api/audit/export/csv?actor=ana&from=1700000000000', { token })
  const answer = await csv()
  expect(answer.headers.get('content-disposition')).toContain('registro.csv')
  const lines = (await answer.text()).split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('actor')
  expect(lines[1]).toContain('agent.create')
  const { items } = await read('?action=audit.export')
  expect(items).toMatchObject([
    {
      actor: 'superadmin@test.co',
      target: 'audit',
      detail: { actor: 'ana', from: 1_700_000_000_000, rows: 2 },
    },
  ])
})

test('a CSV of more than one page of the database has every row once', async () => {
  const entries = Array.from({ length: 600 }, (_, i) => {
    return {
      at: 1_800_000_000_000 + i,
      actor: 'bo@test.co',
      action: 'many',
      target: `${i}`,
      address: null,
    }
  })
  await withLockOfAllHubs(hub.db, (trx) => appendAudit(trx, ...entries))
  const answer = await hub.call('GET', '/api/audit/export/csv?action=many', { token })
  const ids = (await answer.text())
    .split('\r\n')
    .slice(1)
    .map((row) => Number(row.split(';')[0]?.slice(1, -1)))
  expect(ids).toEqual(Array.from({ length: 600 }, (_, i) => 603 - i))
})

test('the chain is followed once somebody looks at it', async () => {
  const chain = async () =>
    (await (await hub.call('GET', '/api/audit/chain', { token })).json()) as AuditChain
  expect(await chain()).toMatchObject({ state: 'unknown', checked_at: null, checking: true })
  await vi.waitFor(async () => {
    expect(await chain()).toMatchObject({ state: 'whole', rows: 3, row: null, checking: false })
  })
})
