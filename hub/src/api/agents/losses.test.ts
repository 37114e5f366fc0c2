import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

const epoch = 'a'.repeat(16)
const day = (n: number) => Date.UTC(2026, 0, n)

let hub: TestHub
let token: string
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('admin')
  const agents = ['gate-1', 'gate-2'].map((code) => {
    return { code, code_key: code, name: code, created_at: 0 }
  })
  await hub.db.insertInto('agents').values(agents).execute()
  const known = { epoch, agent_id: 1, watermark: 99, updated_at: 0 }
  await hub.db.insertInto('agent_epochs').values(known).execute()
})
afterEach(() => hub.close())

async function get(path: string) {
  const answer = await hub.call('GET', path, { token })
  return { status: answer.status, json: await answer.json() }
}

const entry = (seq: number) => {
  return { epoch_id: 1, seq, agent_id: 1, received_at: day(seq) }
}
const addGaps = (seqs: number[]) =>
  hub.db
    .insertInto('gaps')
    .values(
      seqs.map((seq) => {
        const counts = JSON.stringify({ read: seq })
        return {
          ...entry(seq),
          from_seq: seq - 1,
          to_seq: seq,
          counts,
          reason: 'cap',
          at: day(seq),
        }
      }),
    )
    .execute()
const addLetters = (seqs: number[]) =>
  hub.db
    .insertInto('dead_letters')
    .values(seqs.map((seq) => ({ ...entry(seq), kind: 'read', payload: '{"a":1}', error: 'bad' })))
    .execute()

it('lists an agent’s gaps, newest first', async () => {
  await addGaps([2, 4])
  const ring = {
    ...entry(6),
    from_seq: null,
    to_seq: null,
    counts: '{}',
    reason: 'ring',
    at: day(6),
  }
  await hub.db.insertInto('gaps').values(ring).execute()
  const { json } = await get('/api/agents/GATE-1/gaps')
  expect(json).toMatchObject({
    items: [{ from: null, to: null, reason: 'ring' }, { from: 3, to: 4 }, {}],
    total: 3,
  })
  expect((json as { items: unknown[] }).items[2]).toEqual({
    id: `${epoch}-2`,
    gaps: 1,
    from: 1,
    to: 2,
    counts: { read: 2 },
    reason: 'cap',
    at: '2026-01-02T00:00:00.000Z',
    received_at: '2026-01-02T00:00:00.000Z',
  })
  expect((await get('/api/agents/gate-2/gaps')).json).toEqual({ items: [], total: 0 })
  expect((await get('/api/agents/none/gaps')).status).toBe(404)
})

it('lists dead letters, newest first, with what the agent had sent', async () => {
  await addLetters([1, 2])
  expect((await get('/api/dead-letters')).json).toEqual({
    items: [2, 1].map((seq) => ({
      id: `${epoch}-${seq}`,
      count: 1,
      until: null,
      agent_code: 'gate-1',
      kind: 'read',
      payload: '{"a":1}',
      error: 'bad',
      received_at: `2026-01-0${seq}T00:00:00.000Z`,
    })),
    total: 2,
  })
})

it('says what an item stands for that is several', async () => {
  const other = { epoch: 'b'.repeat(16), agent_id: 1, watermark: 99, updated_at: 0 }
  await hub.db.insertInto('agent_epochs').values(other).execute()
  const letter = { ...entry(3), kind: 'read', payload: '{}', error: 'bad' }
  const many = { count: 4000, last_epoch_id: 2, last_seq: 4002 }
  await hub.db
    .insertInto('dead_letters')
    .values({ ...letter, ...many })
    .execute()
  expect((await get('/api/dead-letters')).json).toMatchObject({
    items: [{ id: `${epoch}-3`, count: 4000, until: `${other.epoch}-4002` }],
  })
  await addGaps([9])
  await hub.db.updateTable('gaps').set({ gaps: 12 }).execute()
  expect((await get('/api/agents/gate-1/gaps')).json).toMatchObject({ items: [{ gaps: 12 }] })
})

it('gives both in pages and of a range', async () => {
  const seqs = Array.from({ length: 23 }, (_, i) => i + 1)
  await addGaps(seqs)
  await addLetters(seqs)
  for (const path of ['/api/agents/gate-1/gaps', '/api/dead-letters']) {
    const ids = async (query: string) => {
      const { items, total } = (await get(`${path}?${query}`)).json as {
        items: { id: string }[]
        total: number
      }
      return [total, ...items.map(({ id }) => Number(id.split('-')[1]))]
    }
    expect(await ids('page=3&pageSize=10')).toEqual([23, 3, 2, 1])
    expect(await ids('')).toHaveLength(21)
    expect(await ids(`from=${day(5)}&to=2026-01-06T00:00:00Z`)).toEqual([2, 6, 5])
  }
})

it.each(['page=0', 'pageSize=7', 'from=x', `from=${day(2)}&to=${day(1)}`])(
  'refuses %s',
  async (query) => {
    for (const path of ['/api/agents/gate-1/gaps', '/api/dead-letters']) {
      expect(await get(`${path}?${query}`)).toMatchObject({
        status: 400,
        json: { error: 'invalid_input' },
      })
    }
  },
)

it('shows gaps to everyone and dead letters to admins', async () => {
  token = await hub.tokenOf('operator', true)
  expect((await get('/api/agents/gate-1/gaps')).status).toBe(200)
  expect((await get('/api/dead-letters')).status).toBe(403)
})
