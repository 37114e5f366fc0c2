import {
  AccessGate,
  AccessGateList,
  AccessPreview,
  DecisionList,
  DecisionSummary,
  type ErrorBody,
} from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AccessList } from '../../access/access-list.ts'
import { createLocalBus } from '../../bus/bus.ts'
import { countDecisions } from '../../store/access/find-decisions.ts'
import { createTestHub, silent, type TestHub } from '../../testing/test-hub.ts'

const NOW = Date.UTC(2026, 10, 20, 15)
const MINUTE = 60_000

let hub: TestHub
let list: AccessList
let admin: string
beforeEach(async () => {
  const bus = createLocalBus()
  const parts: { image: AccessList['image'] } = { image: null }
  hub = await createTestHub({ bus, now: () => NOW, accessList: parts as AccessList })
  list = new AccessList({ db: hub.db, readOnly: hub.db, bus, log: silent })
  Object.defineProperty(parts, 'image', { get: () => list.image })
  admin = await hub.tokenOf('admin')
  const agents = ['gate-1', 'gate-2'].map((code) => {
    return { code, code_key: code, name: `Portería ${code.at(-1)}`, created_at: 0 }
  })
  await hub.db.insertInto('agents').values(agents).execute()
  await hub.db
    .insertInto('agent_readers')
    .values({ ...READER, agent_id: 1 })
    .execute()
  const asset = { type: 'vehicle' as const, name: 'Duster', created_at: 0, updated_at: 0 }
  await hub.db
    .insertInto('assets')
    .values([{ ...asset, rfid_tag: 'TEST-001', plate: 'KLM482' }])
    .execute()
  await list.prove()
})
afterEach(async () => {
  await list.stop()
  await hub.close()
})

const READER = {
  reader: 'portal',
  type: 'simulator',
  path: 'sim',
  state: 'open' as const,
  simulated: 1 as const,
  error: null,
  noise: 0,
  warning: null,
  updated_at: 0,
}
const RULE = {
  readers: ['portal'],
  direction: 'both',
  who: 'registered',
  hours: null,
  relay: { pin: 17 },
  onMs: 5000,
}

const set = (body: object, token = admin) =>
  hub.call('PUT', '/api/access/gates/gate-1', { token, body })
const gates = async () =>
  AccessGateList.parse(await (await hub.call('GET', '/api/access/gates', { token: admin })).json())
    .gates

async function refused(answer: Response) {
  const { error, issues } = (await answer.json()) as ErrorBody
  return { status: answer.status, error, fields: issues?.map(({ path }) => path) }
}

async function addReads(...reads: { uid: string; at: number; agent?: number }[]) {
  const { db } = hub
  await db
    .insertInto('agent_epochs')
    .values(
      [1, 2].map((id) => ({ id, epoch: `e${id}`, agent_id: id, watermark: 0, updated_at: 0 })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = reads.map(({ uid, at, agent = 1 }, n) => {
    const stored = { antenna: null, rssi: null, asset_id: null, received_at: at, tid: null }
    const from = { epoch_id: agent, seq: 10 * n + 1, agent_id: agent, reader: 'portal' }
    const rest = { clock: 'synced', late: 0 as const, unauthenticated: null }
    return { ...stored, ...from, uid, read_at: at, ...rest }
  })
  await db.insertInto('reads').values(rows).execute()
}

describe('the rules of a gate', () => {
  it('are none, and off, before anybody sets them', async () => {
    expect(await gates()).toMatchObject([
      { code: 'gate-1', revision: 0, mode: 'off', rules: [], list: { state: 'off' } },
      { code: 'gate-2', revision: 0, mode: 'off' },
    ])
  })

  it('are set with ids that are never given twice, and audited', async () => {
    const first = AccessGate.parse(
      await (await set({ seen: 0, mode: 'observe', rules: [RULE, RULE] })).json(),
    )
    expect(first).toMatchObject({ revision: 1, mode: 'observe', list: { state: 'never' } })
    expect(first.rules).toMatchObject([{ id: 1 }, { id: 2 }])
    const second = await set({ seen: 1, mode: 'observe', rules: [{ ...RULE, id: 2 }, RULE] })
    expect(await second.json()).toMatchObject({ revision: 2, rules: [{ id: 2 }, { id: 3 }] })
    const rows = hub.db.selectFrom('audit_log').select(['action', 'target', 'detail'])
    const [, last] = await rows.where('action', '=', 'access.policy').orderBy('id').execute()
    expect(last).toMatchObject({ target: 'gate-1' })
    expect(JSON.parse(last?.detail ?? '')).toEqual({
      mode: 'observe',
      mode_was: 'observe',
      rules: 2,
    })
  })

  it('of two who set them at once only the first counts', async () => {
    const body = { seen: 0, mode: 'observe', rules: [RULE] }
    const [one, other] = await Promise.all([set(body), set(body)])
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 412]))
    expect((await gates())[0]?.revision).toBe(1)
  })

  it('that name an id which is another gate’s get an id of their own', async () => {
    await set({ seen: 0, mode: 'observe', rules: [RULE] })
    const other = await hub.call('PUT', '/api/access/gates/gate-2', {
      token: admin,
      body: { seen: 0, mode: 'off', rules: [] },
    })
    expect(other.status).toBe(200)
    const again = await set({ seen: 1, mode: 'observe', rules: [{ ...RULE, id: 999 }] })
    expect(await again.json()).toMatchObject({ rules: [{ id: 2 }] })
  })

  it.each([
    ['a reader that the gate lacks', { ...RULE, readers: ['patio'] }, 'rules.0.readers'],
    ['a group that is gone', { ...RULE, who: [77] }, 'rules.0.who'],
    ['a relay that no edge has', { ...RULE, relay: { pin: 4 } }, 'rules.0.relay'],
    ['no time on', { ...RULE, onMs: 0 }, 'rules.0.onMs'],
  ])('with %s are refused by field', async (_, rule, field) => {
    const answer = await refused(await set({ seen: 0, mode: 'observe', rules: [rule] }))
    expect(answer).toMatchObject({ status: 400, error: 'invalid_input' })
    expect(answer.fields?.[0]).toMatch(new RegExp(`^${field}`))
  })

  it('that are more than a gate takes are refused', async () => {
    const span = { days: 127, from: 360, to: 1080 }
    const rule = { ...RULE, hours: Array(28).fill(span) }
    const answer = await refused(
      await set({ seen: 0, mode: 'observe', rules: Array(40).fill(rule) }),
    )
    expect(answer).toMatchObject({ status: 400, fields: ['rules'] })
    expect((await gates())[0]).toMatchObject({ revision: 0, rules: [] })
  })

  it('cannot open yet, and are set by admins alone', async () => {
    expect((await refused(await set({ seen: 0, mode: 'enforce', rules: [RULE] }))).status).toBe(400)
    const operator = await hub.tokenOf('operator')
    expect((await set({ seen: 0, mode: 'off', rules: [] }, operator)).status).toBe(403)
  })
})

describe('a preview', () => {
  const preview = async (rule: object = RULE) => {
    const options = { token: admin, body: { rules: [rule] } }
    const answer = await hub.call('POST', '/api/access/gates/gate-1/preview', options)
    return AccessPreview.parse(await answer.json())
  }

  it('counts what the rules would have decided, with the list of today', async () => {
    await addReads(
      { uid: 'TEST-001', at: NOW - MINUTE },
      { uid: 'TEST-001', at: NOW - 2 * MINUTE },
      { uid: 'TEST-STRANGER', at: NOW - 3 * MINUTE },
      { uid: 'TEST-001', at: NOW - 40 * 24 * 60 * MINUTE },
    )
    expect(await preview()).toMatchObject({
      allowed: 2,
      denied: 1,
      reasons: [{ reason: 'unknown', count: 1 }],
      reads: [{ uid: 'TEST-STRANGER', label: null, reason: 'unknown', verdict: 'deny' }],
      twice: [],
      truncated_at: null,
    })
  })

  it('goes by the hours of the site’s clocks', async () => {
    await addReads({ uid: 'TEST-001', at: NOW })
    const hours = [{ days: 127, from: 1380, to: 60 }]
    expect(await preview({ ...RULE, hours })).toMatchObject({
      allowed: 0,
      reasons: [{ reason: 'hours' }],
    })
  })

  it('names tags that two gates heard at once', async () => {
    await addReads(
      { uid: 'TEST-001', at: NOW - 5000 },
      { uid: 'TEST-001', at: NOW - 1000, agent: 2 },
      { uid: 'TEST-001', at: NOW - 10 * MINUTE, agent: 2 },
    )
    const { twice } = await preview()
    expect(twice).toMatchObject([{ uid: 'TEST-001', label: 'KLM482', other: 'Portería 2' }])
  })
})

describe('decisions', () => {
  const decided = {
    epoch_id: 1,
    agent_id: 1,
    reader: 'portal',
    uid: 'TEST-001',
    verdict: 'deny',
    reason: 'hours',
    rule: 3,
    marked: 0 as const,
    mode: 'observe',
    count: 1,
    clock: 'synced',
    late: 0 as const,
    facts: JSON.stringify({ list: { ageMs: 1200 }, time: { nowMs: NOW - MINUTE } }),
  }

  async function addDecision(seq: number, at: number, more: object = {}) {
    const row = { ...decided, seq, read_seq: seq - 1, asset_id: 1, decided_at: at, received_at: at }
    await hub.db
      .insertInto('decisions')
      .values({ ...row, ...more })
      .execute()
  }
  const found = async (query = '', token = admin) =>
    DecisionList.parse(
      await (await hub.call('GET', `/api/access/decisions${query}`, { token })).json(),
    )

  it('are listed with their facts, the newest first, page by page', async () => {
    for (let n = 1; n <= 3; n++) await addDecision(10 * n + 2, NOW - n * MINUTE)
    const page = await found('?limit=2')
    expect(page.decisions[0]).toMatchObject({
      agent_name: 'Portería 1',
      label: 'KLM482',
      reason: 'hours',
      rule: 3,
      list_age_ms: 1200,
      known_time: new Date(NOW - MINUTE).toISOString(),
      opened: null,
    })
    const rest = await found(`?limit=2&before=${page.next ?? ''}`)
    expect([...page.decisions, ...rest.decisions].map(({ id }) => id)).toEqual([3, 2, 1])
    expect(rest.next).toBeNull()
    expect((await found('?verdict=allow')).decisions).toEqual([])
    expect((await found('?agent=gate-2')).decisions).toEqual([])
  })

  it('are paired with what a guard opened by hand within a minute', async () => {
    await addDecision(2, NOW - 2 * MINUTE)
    await addDecision(12, NOW - 10 * MINUTE)
    const command = { id: 'c1', agent_id: 1, pin: 17, state: 1, actor: 'guardia@site.example' }
    await hub.db
      .insertInto('relay_commands')
      .values({ ...command, duration_ms: 5000, created_at: NOW - 2 * MINUTE + 8000, ok: 1 })
      .execute()
    const { decisions } = await found()
    expect(decisions.map(({ opened }) => opened?.by ?? null)).toContain('guardia@site.example')
    expect(decisions.filter(({ opened }) => opened !== null)).toHaveLength(1)
  })

  it('stand with their reads, and a wall sees the verdict alone', async () => {
    await addReads({ uid: 'TEST-001', at: NOW })
    await addDecision(2, NOW)
    const logs = async (token: string) => {
      const answer = await hub.call('GET', '/api/rfid/logs', { token })
      return ((await answer.json()) as { logs: { decision: unknown }[] }).logs[0]?.decision
    }
    expect(await logs(admin)).toEqual({ verdict: 'deny', reason: 'hours', mode: 'observe' })
    expect(await logs(await hub.tokenOf('operator', true))).toEqual({ verdict: 'deny' })
  })

  it('are counted by verdict and reason within a range, those that stand for many as many', async () => {
    for (let n = 1; n <= 3; n++) await addDecision(10 * n + 2, NOW - n * MINUTE)
    await addDecision(42, NOW - 2 * MINUTE, { reason: 'unknown', count: 20 })
    await addDecision(52, NOW - 2 * MINUTE, { verdict: 'allow', reason: 'allowed' })
    const count = async (query: string) => {
      const path = `/api/access/decisions/summary${query}`
      return DecisionSummary.parse(await (await hub.call('GET', path, { token: admin })).json())
    }
    expect(await count('')).toEqual({
      counts: [
        { verdict: 'deny', reason: 'unknown', total: 20 },
        { verdict: 'deny', reason: 'hours', total: 3 },
        { verdict: 'allow', reason: 'allowed', total: 1 },
      ],
      truncated: false,
    })
    const [from, to] = [NOW - 3 * MINUTE, NOW - 3 * MINUTE + 1].map((at) =>
      new Date(at).toISOString(),
    )
    expect((await count(`?from=${from}&to=${to}`)).counts).toEqual([
      { verdict: 'deny', reason: 'hours', total: 1 },
    ])
    const newest = await countDecisions(hub.db, { from: undefined, to: undefined, limit: 1 })
    expect(newest).toEqual({
      counts: [{ verdict: 'deny', reason: 'hours', total: 1 }],
      truncated: true,
    })
    expect((await hub.call('GET', '/api/access/decisions/summary')).status).toBe(401)
    const wall = { token: await hub.tokenOf('operator', true) }
    expect((await hub.call('GET', '/api/access/decisions/summary', wall)).status).toBe(403)
  })

  it.each(['limit=0', 'before=x', 'from=2026-11-21&to=2026-11-20'])('refuse %s', async (query) => {
    const answer = await hub.call('GET', `/api/access/decisions?${query}`, { token: admin })
    expect(answer.status).toBe(400)
  })
})
