import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POLICY_MAX_BYTES, RULES_MAX } from '../limits.ts'
import { decide } from './decide.ts'
import { Policy, readPolicy } from './policy.ts'
import { type Rule } from './rule.ts'
import { anyQuestions, anyRule, anySite, factsOf, READERS } from './testing/questions.ts'

const offsets = { spans: [{ from: 0, minutes: -300 }], until: 1e12 }
const rule = {
  id: 3,
  readers: ['portal'],
  direction: 'out',
  who: [4, 5],
  hours: [{ days: 31, from: 360, to: 1200 }],
  relay: { pin: 17 },
  onMs: 5000,
}
const policy = { revision: 9, mode: 'enforce', rules: [rule], offsets }

it('is for vehicles, and goes on with a list of 72 hours, unless its rule says otherwise', () => {
  const [taken] = Policy.parse(policy).rules
  expect(taken).toMatchObject({
    kinds: ['vehicle'],
    stale: { afterMs: 72 * 3_600_000, answer: 'go_on' },
  })
})

it('is taken as it was written', () => {
  fc.assert(
    fc.property(anySite, (site) => {
      expect(Policy.parse(site.policy)).toEqual(site.policy)
      const held = readPolicy(JSON.parse(JSON.stringify(site.policy)))
      const { rules, ...rest } = site.policy
      expect(held).toMatchObject({ ...rest, refused: [], unknown: null })
      for (const reader of READERS)
        expect(held?.at.get(reader)?.rules ?? []).toEqual(
          rules.filter(({ readers }) => readers.includes(reader)),
        )
    }),
  )
})

/** What a newer hub may say in a rule. */
const NEWER: [string, (rule: Rule) => object][] = [
  ['a field', (one) => ({ ...one, loop: 'required' })],
  ['a field that says nothing', (one) => ({ ...one, loop: null })],
  ['a direction', (one) => ({ ...one, direction: 'through' })],
  ['a who', (one) => ({ ...one, who: { exceptGroups: [1] } })],
  ['a kind', (one) => ({ ...one, kinds: [...one.kinds, 'trailer'] })],
  [
    'a field of its hours',
    (one) => ({ ...one, hours: [{ days: 127, from: 0, to: 0, holidays: false }] }),
  ],
  ['hours by date', (one) => ({ ...one, hours: { dates: ['2026-12-24'] } })],
  ['an answer to a stale list', (one) => ({ ...one, stale: { ...one.stale, answer: 'ask' } })],
  ['a field of the relay', (one) => ({ ...one, relay: { ...one.relay, board: 2 } })],
  ['an id of letters', (one) => ({ ...one, id: 'a' })],
  ['readers in another form', (one) => ({ ...one, readers: [{ id: 'portal' }] })],
]

describe('of a newer hub', () => {
  it.each(NEWER)('refuses a rule with %s, says so, and takes its neighbours', (_, change) => {
    const known = Policy.parse(policy).rules
    const rules = [...known.map(change), { ...rule, id: 4, readers: ['fondo'] }]
    const held = readPolicy({ ...policy, rules })
    expect(held?.refused).toHaveLength(1)
    expect(held?.refused[0]?.why).not.toBe('')
    expect([...(held?.at.keys() ?? [])]).toEqual(['fondo'])
  })

  it('allows by what is left only what would pass whatever the refused rule says', () => {
    let allowed = 0
    fc.assert(
      fc.property(
        anyQuestions(25),
        fc.nat(4),
        fc.constantFrom(...NEWER.map(([, change]) => change)),
        anyRule,
        (questions, place, change, meant) => {
          const { policy: written } = questions[0] ?? { policy: Policy.parse(policy) }
          const at = place % written.rules.length
          const { id, readers } = written.rules[at] ?? meant
          const held = (put: (one: Rule) => object) =>
            readPolicy({
              ...written,
              rules: written.rules.map((one, i) => (i === at ? put(one) : one)),
            })
          const older = held(change)
          const newer = held(() => ({ ...meant, id, readers }))
          for (const question of questions) {
            const facts = factsOf(question)
            if (decide({ ...facts, policy: older })?.verdict !== 'allow') continue
            allowed += 1
            const verdict = decide({ ...facts, policy: newer })?.verdict
            if (verdict !== 'allow') expect({ question, verdict }).toBeNull()
          }
        },
      ),
      { numRuns: 300 },
    )
    expect(allowed).toBeGreaterThan(100)
  })

  it('holds nobody less at an exit where a refused rule stands, or may stand', () => {
    const exitOf = (rules: unknown[]) => readPolicy({ ...policy, rules })?.at.get('portal')?.isExit
    expect(exitOf([rule])).toBe(true)
    expect(exitOf([rule, { ...rule, id: 4, loop: true }])).toBe(false)
    expect(exitOf([rule, { ...rule, id: 4, loop: true, readers: ['fondo'] }])).toBe(true)
    expect(exitOf([rule, { ...rule, id: 4, readers: 'all' }])).toBe(false)
    expect(exitOf([rule, 'all out'])).toBe(false)
  })

  it.each<[string, object, string]>([
    ['a field', { lockdown: true }, 'lockdown'],
    ['a mode', { mode: 'enforce_soft' }, 'mode'],
    ['rules in another form', { rules: { portal: [rule] } }, 'rules'],
    [
      'more rules',
      { rules: Array.from({ length: RULES_MAX + 1 }, (_, id) => ({ ...rule, id: id + 1 })) },
      'rules',
    ],
    ['offsets in another form', { offsets: 'America/Bogota' }, 'offsets'],
    ['offsets with a field', { offsets: { ...offsets, leap: 1 } }, 'leap'],
    ['more bytes', { rules: [{ ...rule, note: 'x'.repeat(POLICY_MAX_BYTES) }] }, 'size'],
  ])('is off as a whole with %s, and says so', (_, change, why) => {
    const held = readPolicy({ ...policy, ...change })
    expect(held).toMatchObject({ revision: 9, mode: 'off', refused: [] })
    expect(held?.unknown).toContain(why)
    expect(held?.at.size).toBe(0)
  })
})

it('takes the first rule of an id alone', () => {
  const rules = [rule, { ...rule, who: 'registered' }]
  expect(Policy.safeParse({ ...policy, rules }).success).toBe(false)
  const held = readPolicy({ ...policy, rules })
  expect(held?.refused).toEqual([{ id: 3, readers: ['portal'], why: 'id: twice' }])
  expect(held?.at.get('portal')).toMatchObject({ rules: [{ who: [4, 5] }], isExit: false })
})

it.each<[string, object]>([
  ['days of no week', { hours: [{ days: 0, from: 0, to: 0 }] }],
  ['an eighth day', { hours: [{ days: 128, from: 0, to: 0 }] }],
  ['a minute of the next day', { hours: [{ days: 1, from: 0, to: 1440 }] }],
  ['no hours at all', { hours: [] }],
  ['no reader', { readers: [] }],
  ['no group', { who: [] }],
  ['the group of those without one', { who: [0] }],
  ['another pin', { relay: { pin: 4 } }],
  ['a pin and a name', { relay: { pin: 17, name: 'barrera' } }],
  ['no time', { onMs: 0 }],
  ['more than a relay may be on', { onMs: 600_001 }],
  ['the id 0', { id: 0 }],
])('refuses a rule with %s', (_, change) => {
  const rules = [{ ...rule, ...change }]
  expect(Policy.safeParse({ ...policy, rules }).success).toBe(false)
  expect(readPolicy({ ...policy, rules })?.refused).toHaveLength(1)
})

it.each<[string, object]>([
  ['none', { spans: [], until: 5 }],
  [
    'out of order',
    {
      spans: [
        { from: 5, minutes: 0 },
        { from: 5, minutes: 60 },
      ],
      until: 9,
    },
  ],
  ['that end before they begin', { spans: [{ from: 5, minutes: 0 }], until: 5 }],
])('has no offsets that are %s', (_, given) => {
  expect(Policy.safeParse({ ...policy, offsets: given }).success).toBe(false)
  expect(readPolicy({ ...policy, offsets: given })?.mode).toBe('off')
})

it('is at most 32 KiB of JSON, as UTF-8', () => {
  const long = (length: number) => ({
    ...policy,
    rules: Array.from({ length: 2 }, (_, i) => ({
      ...rule,
      id: i + 1,
      readers: Array.from({ length }, (_id, n) => `${n}${'ñ'.repeat(60)}`),
    })),
  })
  expect(Policy.safeParse(long(60)).success).toBe(true)
  const tooLong = {
    ...policy,
    rules: [1, 2, 3, 4, 5].flatMap((i) =>
      long(60).rules.map((one) => ({ ...one, id: one.id + 2 * i })),
    ),
  }
  expect(JSON.stringify(tooLong).length).toBeGreaterThan(POLICY_MAX_BYTES)
  expect(Policy.safeParse(tooLong).success).toBe(false)
})

describe('what is no policy', () => {
  it('is null, or off, and never throws', () => {
    const hostile = fc.oneof(
      fc.anything({ withNullPrototype: true, withBigInt: true }),
      fc.record({ revision: fc.constant(1), length: fc.anything(), rules: fc.anything() }),
      fc.record({
        revision: fc.constant(1),
        mode: fc.constant('enforce'),
        offsets: fc.constant(offsets),
        rules: fc.array(fc.anything()),
      }),
    )
    fc.assert(
      fc.property(hostile, (given) => {
        expect([...(readPolicy(given)?.at.keys() ?? [])]).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('is off where it nests without end', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(60_000)}${']'.repeat(60_000)}`)
    expect(readPolicy({ ...policy, rules: [deep] })?.mode).toBe('off')
  })
})
