import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../testing/runs.ts'
import { type DecisionFacts, decide } from './decide.ts'
import type { ListRow } from './list-row.ts'
import { readPolicy } from './policy.ts'
import { DECIDED_REASONS } from './reasons.ts'
import { oracle } from './testing/oracle.ts'
import { anyQuestions, factsOf } from './testing/questions.ts'

const PER_POLICY = 25
/** LONG=100 asks a million. */
const POLICIES = runs(400)

it('decides as the oracle does, whatever the policy, the row, the time and the clock', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(anyQuestions(PER_POLICY), (questions) => {
      for (const question of questions) {
        const decision = decide(factsOf(question))
        const right = oracle(question)
        if (!isDeepStrictEqual(decision, right)) expect(decision).toEqual(right)
        if (decision !== null) seen.add(decision.marked ? `▲ ${decision.reason}` : decision.reason)
      }
    }),
    { numRuns: POLICIES },
  )
  const marked = ['expired', 'not_here', 'clock', 'hours'].map((reason) => `▲ ${reason}`)
  expect([...seen].sort()).toEqual([...DECIDED_REASONS, ...marked].sort())
})

it('never lets a denied tag pass, whatever else holds', () => {
  fc.assert(
    fc.property(anyQuestions(PER_POLICY), fc.boolean(), (questions, isInRow) => {
      for (const question of questions) {
        const facts = factsOf(question)
        const row: ListRow = [facts.uid, 2, null, null, 1, 1]
        const decision = decide(isInRow ? { ...facts, row } : { ...facts, isDenied: true })
        expect(decision?.verdict).not.toBe('allow')
        if (decision !== null) expect(decision.reason).toBe('denied')
      }
    }),
  )
})

it('allows nothing before the list was complete once, and nothing without a rule to open by', () => {
  fc.assert(
    fc.property(anyQuestions(PER_POLICY), (questions) => {
      for (const question of questions) {
        const facts = factsOf(question)
        expect(decide({ ...facts, isComplete: false })?.verdict).not.toBe('allow')
        const decision = decide(facts)
        if (decision?.verdict === 'allow')
          expect(question.policy.rules.map(({ id }) => id)).toContain(decision.rule)
      }
    }),
  )
})

/** Monday, 2026-03-02 10:00 in a zone without an offset. */
const NOW = Date.UTC(2026, 2, 2, 10)
const HOUR = 3_600_000
const UID = 'E2801160'

const entry = {
  id: 7,
  readers: ['portal'],
  direction: 'in',
  who: 'registered',
  hours: null,
  relay: { pin: 17 },
  onMs: 5000,
}
const exit = { ...entry, id: 8, direction: 'out' }
const office = [{ days: 0b001_1111, from: 7 * 60, to: 18 * 60 }]
const night = [{ days: 0b000_0001, from: 22 * 60, to: 6 * 60 }]

function asked(rules: object[], change: Partial<DecisionFacts> = {}): DecisionFacts {
  const offsets = { spans: [{ from: NOW - 48 * HOUR, minutes: 0 }], until: NOW + 30 * 24 * HOUR }
  return {
    uid: UID,
    reader: 'portal',
    policy: readPolicy({ revision: 1, mode: 'enforce', rules, offsets }),
    isComplete: true,
    isDenied: false,
    row: rowOf({}),
    time: { nowMs: NOW, floorMs: null },
    listAgeMs: 0,
    ...change,
  }
}

function rowOf(change: { from?: number; to?: number; group?: number; kind?: number }): ListRow {
  return [UID, 1, change.from ?? null, change.to ?? null, change.group ?? 0, change.kind ?? 1]
}

const at = (nowMs: number | null, floorMs: number | null = null) => ({ time: { nowMs, floorMs } })
const stale = { answer: 'refuse' as const }

describe('at an entry', () => {
  it.each<[string, DecisionFacts, string, number | null]>([
    ['a denied tag', asked([entry], { isDenied: true }), 'deny denied', null],
    ['a tag before the list', asked([entry], { isComplete: false }), 'deny no_list', null],
    ['a tag without a row', asked([entry], { row: undefined }), 'deny unknown', null],
    ['a row of another uid', asked([entry], { uid: `${UID}0` }), 'deny unknown', null],
    [
      'a tag at the moment it ends',
      asked([entry], { row: rowOf({ to: NOW }) }),
      'deny expired',
      null,
    ],
    ['a tag just before it', asked([entry], { row: rowOf({ to: NOW + 1 }) }), 'allow allowed', 7],
    [
      'a tag that the floor is past',
      asked([entry], { row: rowOf({ to: 5 }), ...at(null, 5) }),
      'deny expired',
      null,
    ],
    [
      'a tag before it begins',
      asked([entry], { row: rowOf({ from: NOW + 1 }) }),
      'deny not_yet',
      null,
    ],
    [
      'a tag at the moment it begins',
      asked([entry], { row: rowOf({ from: NOW }) }),
      'allow allowed',
      7,
    ],
    ['a stale list', asked([{ ...entry, stale }], { listAgeMs: 73 * HOUR }), 'deny stale', 7],
    ['a list of unknown age', asked([{ ...entry, stale }], { listAgeMs: null }), 'deny stale', 7],
    [
      'a stale list of a rule that goes on',
      asked([entry], { listAgeMs: null }),
      'allow allowed',
      7,
    ],
    [
      'a group that no rule has',
      asked([{ ...entry, who: [2] }], { row: rowOf({ group: 1 }) }),
      'deny not_here',
      null,
    ],
    ['a product', asked([entry], { row: rowOf({ kind: 2 }) }), 'deny not_here', null],
    [
      'a product that the rule has',
      asked([{ ...entry, kinds: ['product'] }], { row: rowOf({ kind: 2 }) }),
      'allow allowed',
      7,
    ],
    [
      'a dated tag without time',
      asked([entry], { row: rowOf({ to: NOW }), ...at(null) }),
      'deny clock',
      7,
    ],
    ['an undated tag without time', asked([entry], at(null)), 'allow allowed', 7],
    ['hours without time', asked([{ ...entry, hours: office }], at(null)), 'deny clock', 7],
    [
      'hours beyond the offsets',
      asked([{ ...entry, hours: office }], at(NOW + 31 * 24 * HOUR)),
      'deny clock',
      7,
    ],
    ['an hour of the rule', asked([{ ...entry, hours: office }]), 'allow allowed', 7],
    [
      'the last minute of it',
      asked([{ ...entry, hours: office }], at(NOW + 8 * HOUR - 1)),
      'allow allowed',
      7,
    ],
    [
      'the moment after it',
      asked([{ ...entry, hours: office }], at(NOW + 8 * HOUR)),
      'deny hours',
      7,
    ],
    [
      'the night after its Monday',
      asked([{ ...entry, hours: night }], at(NOW + 19 * HOUR)),
      'allow allowed',
      7,
    ],
    [
      'the night before its Monday',
      asked([{ ...entry, hours: night }], at(NOW - 5 * HOUR)),
      'deny hours',
      7,
    ],
  ])('%s', (_, facts, verdict, rule) => {
    const decision = decide(facts)
    expect(`${decision?.verdict} ${decision?.reason}`).toBe(verdict)
    expect(decision).toMatchObject({ rule, marked: false })
  })
})

describe('at an exit', () => {
  it.each<[string, DecisionFacts, string]>([
    ['a tag that has expired', asked([exit], { row: rowOf({ to: NOW }) }), 'allow expired ▲'],
    ['a tag of no rule', asked([{ ...exit, who: [2] }]), 'allow not_here ▲'],
    ['a product of no rule', asked([exit], { row: rowOf({ kind: 2 }) }), 'deny not_here'],
    ['a kind of a newer hub', asked([exit], { row: rowOf({ kind: 9 }) }), 'deny not_here'],
    [
      'a tag that needs the time',
      asked([exit], { row: rowOf({ to: NOW }), ...at(null) }),
      'allow clock ▲',
    ],
    ['an hour that the rule has not', asked([{ ...exit, hours: night }]), 'allow hours ▲'],
    ['a tag that the rule has', asked([exit]), 'allow allowed'],
    ['a denied tag', asked([exit], { isDenied: true }), 'deny denied'],
    ['an unknown tag', asked([exit], { row: undefined }), 'deny unknown'],
    ['a tag before the list', asked([exit], { isComplete: false }), 'deny no_list'],
    ['a tag before it begins', asked([exit], { row: rowOf({ from: NOW + 1 }) }), 'deny not_yet'],
    [
      'an expired tag of a stale list',
      asked([{ ...exit, stale }], { row: rowOf({ to: NOW }), listAgeMs: null }),
      'deny stale',
    ],
    [
      'an expired tag where one enters too',
      asked([exit, entry], { row: rowOf({ to: NOW }) }),
      'deny expired',
    ],
    [
      'an expired tag at a gate for both',
      asked([{ ...exit, direction: 'both' }], { row: rowOf({ to: NOW }) }),
      'deny expired',
    ],
  ])('%s', (_, facts, verdict) => {
    const decision = decide(facts)
    expect(
      [decision?.verdict, decision?.reason, ...(decision?.marked ? ['▲'] : [])].join(' '),
    ).toBe(verdict)
  })
})

describe('of several rules', () => {
  const closed = { ...entry, id: 1, hours: night }
  const aged = { ...entry, id: 2, stale, who: 'registered' }

  it('the first that allows decides', () => {
    const rules = [closed, { ...entry, id: 3 }, { ...entry, id: 4 }]
    expect(decide(asked(rules))).toMatchObject({ verdict: 'allow', rule: 3 })
  })

  it('one that allows goes before one that would at an exit alone', () => {
    const rules = [{ ...exit, id: 1, hours: night }, exit]
    expect(decide(asked(rules))).toMatchObject({ reason: 'allowed', rule: 8, marked: false })
  })

  it('of refusals the one that came furthest decides, the first of equals', () => {
    const rules = [aged, closed, { ...closed, id: 5 }]
    const facts = asked(rules, { listAgeMs: null })
    expect(decide(facts)).toMatchObject({ verdict: 'deny', reason: 'hours', rule: 1 })
  })

  it('a stale one of another group does not count', () => {
    const rules = [{ ...aged, who: [9] }, closed]
    expect(decide(asked(rules, { listAgeMs: null }))).toMatchObject({ reason: 'hours', rule: 1 })
  })
})

it('decides nothing where no rule stands, no policy is held, or the mode is off', () => {
  expect(decide(asked([entry], { reader: 'fondo', isDenied: true }))).toBeNull()
  expect(decide(asked([entry], { policy: null }))).toBeNull()
  const { policy } = asked([entry])
  expect(decide(asked([entry], { policy: policy && { ...policy, mode: 'off' } }))).toBeNull()
})
