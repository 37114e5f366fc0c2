import fc from 'fast-check'
import type { DecisionFacts } from '../decide.ts'
import { type ListRow, ROW_STATES } from '../list-row.ts'
import { type HeldPolicy, type Policy, readPolicy } from '../policy.ts'
import { policyOffsets } from '../policy-offsets.ts'
import type { Rule, WeeklySpan } from '../rule.ts'
import { SiteOffsets } from '../../site-offsets.ts'
import type { Question } from './oracle.ts'

const HOUR = 3_600_000
const QUARTER = 900_000
const DAY = 86_400_000
/** One without changes, one that changes at midnight, one at 2:00, one by half an hour. */
const ZONES = ['America/Bogota', 'America/Santiago', 'Europe/Madrid', 'Australia/Lord_Howe']
const STARTS = ['2026-01-10T00:00:00Z', '2027-08-30T11:30:00Z', '2029-03-20T23:59:00Z'].map(
  Date.parse,
)
const SITES = ZONES.flatMap((timeZone) => {
  const zone = new SiteOffsets(timeZone)
  return STARTS.map((start) => ({ timeZone, offsets: policyOffsets(zone, start) }))
})

export const READERS = ['portal', 'salida', 'fondo'] as const
const reader = fc.constantFrom(...READERS)
const UIDS = ['E2801160', 'E2801161', 'e2801160']

const minuteOfDay = fc.oneof(
  fc.nat(95).map((quarter) => quarter * 15),
  fc.nat(1439),
)
const span: fc.Arbitrary<WeeklySpan> = fc.record({
  days: fc.integer({ min: 1, max: 127 }),
  from: minuteOfDay,
  to: minuteOfDay,
})

/** A rule whose id is still to be given. */
export const anyRule: fc.Arbitrary<Rule> = fc.record({
  id: fc.constant(1),
  readers: fc.uniqueArray(reader, { minLength: 1, maxLength: 2 }),
  direction: fc.constantFrom('in', 'out', 'out', 'both'),
  who: fc.oneof(
    fc.constant('registered' as const),
    fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
  ),
  kinds: fc.constantFrom<Rule['kinds'][]>(
    ['vehicle'],
    ['vehicle'],
    ['product', 'furniture'],
    ['furniture', 'vehicle'],
  ),
  hours: fc.option(fc.array(span, { minLength: 1, maxLength: 3 })),
  relay: fc.constantFrom<Rule['relay'][]>({ pin: 17 }, { pin: 27 }, { name: 'barrera' }),
  onMs: fc.integer({ min: 1, max: 600_000 }),
  stale: fc.record({
    afterMs: fc.constantFrom(HOUR, 72 * HOUR),
    answer: fc.constantFrom('go_on', 'go_on', 'refuse'),
  }),
})

/** A policy of one to five rules, with the zone that its offsets were made of. */
export const anySite = fc
  .record({
    site: fc.constantFrom(...SITES),
    mode: fc.constantFrom<Policy['mode'][]>(
      'enforce',
      'enforce',
      'observe',
      'observe',
      'observe',
      'off',
    ),
    rules: fc.array(anyRule, { minLength: 1, maxLength: 5 }),
    first: fc.integer({ min: 1, max: 1000 }),
    isBackwards: fc.boolean(),
  })
  .map(({ site, mode, rules, first, isBackwards }) => {
    const numbered = rules.map((rule, i) => ({ ...rule, id: first + i }))
    if (isBackwards) numbered.reverse()
    const policy: Policy = { revision: first, mode, rules: numbered, offsets: site.offsets }
    return { timeZone: site.timeZone, policy }
  })

/** From a moment to another: equal, by a hair, by hours or by a long time. */
const distance = fc.oneof(
  fc.constantFrom(-1, 0, 1),
  fc.integer({ min: -8, max: 8 }).map((quarters) => quarters * QUARTER),
  fc.integer({ min: -90 * DAY, max: 90 * DAY }),
)

const seeds = fc.record({
  uid: fc.constantFrom(...UIDS.slice(0, 2)),
  reader,
  isComplete: fc.nat(19).map((n) => n > 0),
  isDenied: fc.nat(19).map((n) => n === 0),
  hasRow: fc.nat(19).map((n) => n > 0),
  rowUid: fc.oneof({ weight: 19, arbitrary: fc.constant(null) }, fc.constantFrom(...UIDS)),
  state: fc.oneof({ weight: 19, arbitrary: fc.constant(ROW_STATES.allowed) }, fc.nat(4)),
  group: fc.nat(3),
  kind: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.nat(4)),
  validFrom: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, distance),
  validTo: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, distance),
  /** Near which change of the clocks it happens, if near one. */
  change: fc.option(fc.nat(5)),
  at: fc.double({ min: -0.02, max: 1.02, noNaN: true }),
  quarter: fc.integer({ min: -120, max: 120 }),
  hair: fc.constantFrom(0, 0, -1, 1, 59_999, 31_007),
  knowsTime: fc.nat(5).map((n) => n > 0),
  floor: fc.oneof(fc.constant(null), distance),
  listAgeMs: fc.oneof(
    fc.constant(null),
    fc.constantFrom(0, HOUR, HOUR + 1, 72 * HOUR, 72 * HOUR + 1),
    fc.nat(100 * HOUR),
  ),
})

/** What is asked of a policy: close to changes of its clocks, to the ends of spans and of validity. */
export function anyQuestions(count: number) {
  return fc
    .tuple(anySite, fc.array(seeds, { minLength: count, maxLength: count }))
    .map(([{ policy, timeZone }, all]) =>
      all.map((seed): Question => {
        const { spans, until } = policy.offsets
        const start = spans[0]?.from ?? 0
        const changes = [...spans.map(({ from }) => from), until]
        const anchor =
          seed.change === null
            ? start + Math.floor((seed.at * (until - start)) / QUARTER) * QUARTER
            : (changes[seed.change % changes.length] ?? start)
        const moment = anchor + seed.quarter * QUARTER + seed.hair
        const near = (by: number | null) => (by === null ? null : moment + by)
        const { uid, isComplete, isDenied, listAgeMs } = seed
        const row: ListRow = [
          seed.rowUid ?? uid,
          seed.state,
          near(seed.validFrom),
          near(seed.validTo),
          seed.group,
          seed.kind,
        ]
        return {
          policy,
          timeZone,
          uid,
          reader: seed.reader,
          isComplete,
          isDenied,
          row: seed.hasRow ? row : undefined,
          nowMs: seed.knowsTime ? moment : null,
          floorMs: near(seed.floor),
          listAgeMs,
        }
      }),
    )
}

const held = new WeakMap<Policy, HeldPolicy | null>()

/** A question as `decide` is asked it. */
export function factsOf(question: Question): DecisionFacts {
  const { uid, reader, isComplete, isDenied, row, nowMs, floorMs, listAgeMs } = question
  const policy = held.get(question.policy) ?? readPolicy(question.policy)
  held.set(question.policy, policy)
  return { uid, reader, policy, isComplete, isDenied, row, time: { nowMs, floorMs }, listAgeMs }
}
