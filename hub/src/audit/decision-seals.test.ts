import { afterEach, beforeEach, expect, it } from 'vitest'
import { SiteDays } from '../api/site-days.ts'
import { digestDecisions } from '../store/access/decision-seals.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { silent } from '../testing/test-hub.ts'
import { DecisionSeals } from './decision-seals.ts'

const site = new SiteDays('America/Bogota')
const startOfDay = (moment: number) => site.startOfDay(moment)
/** Midnight in Bogotá. */
const MIDNIGHT = Date.UTC(2026, 5, 10, 5)
const HOUR_MS = 3_600_000
let store: TempStore
let now: number
beforeEach(async () => {
  store = await openTempStore()
  now = MIDNIGHT + HOUR_MS
  const agents = ['norte', 'sur'].map((code) => ({
    code,
    code_key: code,
    name: code,
    created_at: 0,
  }))
  await store.db.insertInto('agents').values(agents).execute()
})
afterEach(() => store.close())

const seals = () => {
  const { db, readOnly } = store
  return new DecisionSeals({ db, readOnly, startOfDay, log: silent, now: () => now })
}
let seq = 0
async function decide(agentId: number, receivedAt: number, n = 1): Promise<void> {
  const row = {
    epoch_id: 1,
    agent_id: agentId,
    read_seq: null,
    reader: 'gate',
    uid: 'E2',
    asset_id: null,
    verdict: 'deny',
    reason: 'hours',
    rule: 3,
    marked: 0 as const,
    mode: 'observe',
    count: 1,
    decided_at: receivedAt,
    received_at: receivedAt,
    clock: 'synced',
    late: 0 as const,
    facts: '{}',
  }
  const rows = Array.from({ length: n }, () => ({ ...row, seq: ++seq }))
  await store.db.insertInto('decisions').values(rows).execute()
}
const entries = async () => {
  const rows = await store.db
    .selectFrom('audit_log')
    .select(['actor', 'target', 'detail'])
    .where('action', '=', 'access.decisions')
    .orderBy('id')
    .execute()
  return rows.map(({ actor, target, detail }) => ({ actor, target, ...JSON.parse(detail) }))
}

it('seals each agent’s decisions once after the site’s midnight, whichever hub comes first', async () => {
  await decide(1, MIDNIGHT - 2 * HOUR_MS, 1200)
  await decide(2, MIDNIGHT - 1, 3)
  await decide(1, MIDNIGHT, 5)
  const [one, other] = [seals(), seals()]
  await Promise.all([one.seal(), other.seal()])
  await one.seal()
  const until = new Date(MIDNIGHT).toISOString()
  const ids = { actor: 'hub', after: 0, through: 1203, until }
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(await entries()).toEqual([
    { ...ids, target: 'norte', rows: 1200, digest },
    { ...ids, target: 'sur', rows: 3, digest },
  ])
  now += 24 * HOUR_MS
  await other.seal()
  expect((await entries()).slice(2)).toMatchObject([
    { target: 'norte', rows: 5, after: 1203, through: 1208 },
  ])
})

it('waits until no decision of the day before can still be stored', async () => {
  await decide(1, MIDNIGHT - 1)
  now = MIDNIGHT + 60_000
  await seals().seal()
  expect(await entries()).toEqual([])
  await decide(2, MIDNIGHT - 1)
  now = MIDNIGHT + 16 * 60_000
  await seals().seal()
  expect((await entries()).map(({ target, rows }) => [target, rows])).toEqual([
    ['norte', 1],
    ['sur', 1],
  ])
})

it('a day without decisions leaves no entry, and a changed one no longer has its digest', async () => {
  await seals().seal()
  expect(await entries()).toEqual([])
  now += 24 * HOUR_MS
  await decide(1, MIDNIGHT + HOUR_MS, 4)
  await seals().seal()
  const [{ after, through, digest }] = (await entries()) as [
    { after: number; through: number; digest: string },
  ]
  const again = async () => {
    const found = await digestDecisions(store.readOnly, { after, until: now, now })
    return [found.through, found.agents[0]?.digest]
  }
  expect(await again()).toEqual([through, digest])
  await store.db.updateTable('decisions').set({ verdict: 'allow' }).where('id', '=', 2).execute()
  expect(await again()).not.toEqual([through, digest])
})

it('a clock that was ahead once ends no night’s seal, nor does a setting that somebody wrote', async () => {
  await decide(1, MIDNIGHT - HOUR_MS)
  const right = now
  now = Date.UTC(2030, 0, 1)
  await seals().seal()
  await decide(1, now)
  now = right
  await decide(1, MIDNIGHT - 1)
  await decide(2, MIDNIGHT)
  await seals().seal()
  const through = (await entries()).map((entry) => [entry.target, entry.rows, entry.through])
  expect(through).toEqual([
    ['norte', 1, 1],
    ['norte', 2, 3],
  ])
})
