import { GAP_KINDS_MAX, type GapData, sumOfKinds } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { ROWS_AN_HOUR } from '../store/hourly-rows.ts'
import { recentLosses } from '../store/reports/alerts.ts'
import { inTransaction } from '../store/transaction.ts'
import { recentEvents, insertAgentEvents } from '../store/agents/agent-events.ts'
import { insertDeadLetters, type DeadLetterRow } from './dead-letter.ts'
import { type GapRow, insertGaps, sumGaps } from './gap.ts'

const HOUR_MS = 3_600_000
const NOON = Date.UTC(2026, 10, 20, 12)
let store: TempStore
beforeEach(async () => {
  store = await openTempStore()
  const agents = ['a', 'b'].map((code) => ({ code, code_key: code, name: code, created_at: 0 }))
  await store.db.insertInto('agents').values(agents).execute()
})
afterEach(() => store.close())

const clear = async () => {
  for (const table of ['dead_letters', 'gaps'] as const) await store.db.deleteFrom(table).execute()
}
const letters = () => store.db.selectFrom('dead_letters').selectAll().orderBy('id').execute()
const gaps = () => store.db.selectFrom('gaps').selectAll().orderBy('id').execute()
const sum = (counts: readonly number[]) => counts.reduce((all, n) => all + n, 0)

/** Some bad entries of one sort that arrive together. */
const run = fc.record({
  agentId: fc.constantFrom(1, 2),
  epochId: fc.constantFrom(1, 2),
  kind: fc.constantFrom('read', 'status', 'gap'),
  n: fc.nat(90),
  laterMs: fc.constantFrom(0, 0, 0, 0, 10 * 60_000),
})
const transactions = fc.array(fc.array(run, { minLength: 1, maxLength: 4 }), { maxLength: 8 })

type Runs = { agentId: number; epochId: number; kind: string; n: number; laterMs: number }[][]

/** The entries of each transaction, numbered through. */
function placed(given: Runs) {
  let [seq, receivedAt] = [0, NOON]
  return given.map((runsOf) =>
    runsOf.flatMap(({ agentId, epochId, kind, n, laterMs }) => {
      receivedAt += laterMs
      return Array.from({ length: n }, () => ({ agentId, epochId, kind, receivedAt, seq: ++seq }))
    }),
  )
}

describe('dead letters', () => {
  it('count every entry once, in no more rows an hour than agents and kinds have', async () => {
    await fc.assert(
      fc.asyncProperty(transactions, async (given) => {
        await clear()
        const all = placed(given)
        for (const entries of all) {
          const made = entries.map((entry): DeadLetterRow => {
            return { ...entry, payload: `${entry.seq}`, error: 'bad' }
          })
          await inTransaction(store.db, (trx) => insertDeadLetters(trx, made))
        }
        const rows = await letters()
        const sent = all.flat()
        expect(sum(rows.map(({ count }) => count))).toBe(sent.length)
        for (const agentId of [1, 2]) {
          for (const kind of ['read', 'status', 'gap']) {
            const ofKind = (one: { kind: string }) => one.kind === kind
            const own = rows.filter((row) => row.agent_id === agentId).filter(ofKind)
            const refused = sent.filter((entry) => entry.agentId === agentId).filter(ofKind)
            expect(sum(own.map(({ count }) => count))).toBe(refused.length)
            expect(own.at(-1)?.last_seq ?? own.at(-1)?.seq).toBe(refused.at(-1)?.seq)
          }
          const inHour = (hour: number) =>
            rows.filter((row) => {
              return row.agent_id === agentId && Math.floor(row.received_at / HOUR_MS) === hour
            })
          for (const { received_at: at } of rows) {
            const hour = inHour(Math.floor(at / HOUR_MS))
            expect(hour.length).toBeLessThanOrEqual(ROWS_AN_HOUR + 3)
          }
        }
        for (const row of rows) expect(row.payload).toBe(String(row.seq))
      }),
      { numRuns: runs(25) },
    )
  })
})

describe('gaps', () => {
  const gapOf = (entry: { seq: number; kind: string; agentId: number }): GapData => {
    const counts = { read: entry.seq, [`kind-${entry.seq % 40}`]: 2 }
    const reason = entry.kind === 'gap' ? 'ring' : 'cap'
    const isPlaced = entry.seq % 17 !== 0
    return {
      from: isPlaced ? entry.seq - 1 : null,
      to: isPlaced ? entry.seq : null,
      counts,
      reason,
    }
  }

  it('keep the exact sums, span only their own epoch, and are as few', async () => {
    await fc.assert(
      fc.asyncProperty(transactions, async (given) => {
        await clear()
        const all = placed(given)
        for (const entries of all) {
          const made = entries.map((entry): GapRow => {
            return { ...entry, gap: gapOf(entry), at: entry.receivedAt }
          })
          await inTransaction(store.db, (trx) => insertGaps(trx, made))
        }
        const sent = all.flat()
        const rows = await gaps()
        expect(sum(rows.map((row) => row.gaps))).toBe(sent.length)
        expect(sum(rows.map((row) => row.lost ?? 0))).toBe(
          sum(sent.map((entry) => sumOfKinds(gapOf(entry).counts))),
        )
        for (const row of rows) {
          const counts = JSON.parse(row.counts) as Record<string, number>
          expect(Object.keys(counts).length).toBeLessThanOrEqual(GAP_KINDS_MAX)
          expect(row.lost).toBe(sumOfKinds(counts))
          if (row.from_seq === null || row.to_seq === null) continue
          const within = sent.filter(
            (entry) => entry.seq >= row.seq && entry.seq <= (row.to_seq ?? 0),
          )
          const own = within.filter((entry) => {
            return entry.agentId === row.agent_id && gapOf(entry).reason === row.reason
          })
          expect(own.every((entry) => entry.epochId === row.epoch_id)).toBe(true)
        }
        const told = await recentLosses(store.db, 0)
        expect(sum(told.map(({ lost }) => lost))).toBe(sum(rows.map((row) => row.lost ?? 0)))
      }),
      { numRuns: runs(25) },
    )
  })

  it('of a hub of before are summed up and folded, whatever they count', async () => {
    const kinds = Object.fromEntries(Array.from({ length: 13_000 }, (_, i) => [`k${i}`, i]))
    const row = { epoch_id: 1, agent_id: 1, from_seq: 1, to_seq: 2, reason: 'cap', at: NOON }
    const old = [kinds, {}, { read: 3 }, { read: Number.MAX_SAFE_INTEGER, status: 5 }]
    await store.db
      .insertInto('gaps')
      .values(
        old.map((counts, seq) => {
          return { ...row, seq, counts: JSON.stringify(counts), received_at: NOON }
        }),
      )
      .execute()
    while (await sumGaps(store.db));
    const rows = await gaps()
    const most = Number.MAX_SAFE_INTEGER
    expect(rows.map(({ lost }) => lost)).toEqual([(13_000 * 12_999) / 2, 0, 3, most])
    expect(Object.keys(JSON.parse(rows[0]?.counts ?? '') as object)).toHaveLength(GAP_KINDS_MAX)
    expect(await sumGaps(store.db)).toBe(false)
  })

  it('of an agent that is deleted are not summed up any more', async () => {
    const counts = { read: 2 }
    const gap = { from: 1, to: 2, counts, reason: 'cap' as const }
    const entries = [1, 2].map((agentId): GapRow => {
      return { agentId, epochId: 1, seq: 2, receivedAt: NOON, at: NOON, gap }
    })
    await insertGaps(store.db, entries)
    await store.db.updateTable('agents').set({ deleted_at: 1 }).where('id', '=', 2).execute()
    expect(await recentLosses(store.db, 0)).toMatchObject([{ agent_id: 1, lost: 2 }])
  })
})

describe('what an agent tells of itself', () => {
  const event = (seq: number, kind: 'clock' | 'reader', receivedAt = NOON) => {
    const detail = `told ${seq}`
    return { epochId: 1, seq, agentId: 1, event: kind, detail, at: receivedAt, receivedAt }
  }
  const told = async () =>
    (await recentEvents(store.db, ['clock', 'reader'], 0)).map((row) => [row.event, row.detail])

  it('very often in an hour is known by its newest', async () => {
    const many = Array.from({ length: 500 }, (_, i) => event(i + 1, 'clock'))
    for (const part of [many.slice(0, 90), many.slice(90)]) await insertAgentEvents(store.db, part)
    await insertAgentEvents(store.db, [event(501, 'reader'), event(502, 'reader')])
    expect(await told()).toEqual([
      ['clock', 'told 500'],
      ['reader', 'told 502'],
    ])
    const { n } = await store.db
      .selectFrom('agent_events')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(ROWS_AN_HOUR + 1)
    await insertAgentEvents(store.db, [event(503, 'clock', NOON + HOUR_MS)])
    expect(await told()).toContainEqual(['clock', 'told 503'])
  })
})
