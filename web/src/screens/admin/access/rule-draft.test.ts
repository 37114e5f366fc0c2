import { type AgentDetail, GivenRule, Rule } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { readRule } from './read-rule.ts'
import { daytime, draftFaults, draftOf, gatePartsOf, newDraft, ruleOf } from './rule-draft.ts'

const PARTS = { readers: ['portal', 'patio'], relays: [27, 'Talanquera'] as const }
const STORED = {
  id: 7,
  readers: ['portal', 'patio'],
  direction: 'out',
  who: [3, 4],
  kinds: ['vehicle', 'furniture'],
  hours: [
    { days: 31, from: 360, to: 1080 },
    { days: 96, from: 1320, to: 0 },
  ],
  relay: { name: 'Talanquera' },
  onMs: 1500,
  stale: { afterMs: 3_600_000, answer: 'refuse' },
}

it('begins with a sentence that a hub takes as it is', () => {
  const rule = ruleOf(newDraft(PARTS))
  expect(GivenRule.parse(rule)).toEqual(rule)
  expect(rule).toEqual({
    ...GivenRule.parse({
      readers: ['portal'],
      direction: 'both',
      who: 'registered',
      hours: null,
      relay: { pin: 27 },
      onMs: 5000,
    }),
  })
})

it('takes working days from morning to evening for «solo de día»', () => {
  const rule = ruleOf({ ...newDraft(PARTS), hours: [daytime()] })
  expect(rule?.hours).toEqual([{ days: 31, from: 360, to: 1080 }])
})

it('saves what it was filled from unchanged, with what has no control', () => {
  const rule = readRule(STORED)
  expect(rule && ruleOf(draftOf(rule))).toEqual(Rule.parse(STORED))
})

it.each([
  ['a field that it does not know', { ...STORED, axles: 3 }],
  ['a field within that it does not know', { ...STORED, stale: { ...STORED.stale, grace: 1 } }],
  ['another kind', { ...STORED, kinds: ['vehicle', 'trailer'] }],
  ['another direction', { ...STORED, direction: 'around' }],
  ['another group', { ...STORED, who: ['a'] }],
  ['no reader', { ...STORED, readers: [] }],
  ['hours of another form', { ...STORED, hours: [{ days: 31, from: 360, to: 1080, of: 'sun' }] }],
  ['a relay of another form', { ...STORED, relay: { pin: 17, name: 'x' } }],
  ['a relay that no edge has', { ...STORED, relay: { pin: 4 } }],
  ['no id', { ...STORED, id: undefined }],
])('refuses to read a rule with %s', (_, raw) => {
  expect(readRule(raw)).toBeNull()
})

it.each(['', '0', 'cinco', '-1', '600,001', '1e2', '5 5', '0,0001'])(
  'makes no rule of %j seconds',
  (seconds) => {
    const draft = { ...newDraft(PARTS), seconds }
    expect([...draftFaults(draft).keys()]).toEqual(['seconds'])
    expect(ruleOf(draft)).toBeNull()
  },
)

it.each([
  ['0,001', 1],
  ['2,5', 2500],
  ['2.5', 2500],
  [' 600 ', 600_000],
])('takes %j seconds for %d ms', (seconds, ms) => {
  expect(ruleOf({ ...newDraft(PARTS), seconds })?.onMs).toBe(ms)
})

it('names hours without a day or a time, and a sentence without a group', () => {
  const span = { ...daytime(), days: 0, to: '' }
  const faults = draftFaults({ ...newDraft(PARTS), who: [], hours: [span] })
  expect(new Set(faults.keys())).toEqual(new Set(['who', `days${span.key}`, `to${span.key}`]))
})

const agent = (part: object) =>
  ({ ...({ readers: [], relays: null } as Partial<AgentDetail>), ...part }) as AgentDetail
const READER = { id: 'portal' }
const RELAYS = { driver: 'gpiochip', simulated: false, pins: [27, 17], error: null, since: '' }

it('offers the readers and relays of a gate, in the order of hubs', () => {
  const named = [
    { name: 'Barrera', pin: 17 },
    { name: 'Talanquera', pin: 5 },
  ]
  expect(gatePartsOf(agent({ readers: [READER], relays: { ...RELAYS, named } }))).toEqual({
    readers: ['portal'],
    relays: [17, 27, 'Talanquera'],
  })
})

it.each([
  ['no reader', { relays: RELAYS }],
  ['no relays', { readers: [READER] }],
  ['relays of which none is configured', { readers: [READER], relays: { ...RELAYS, pins: [] } }],
])('offers nothing of a gate with %s', (_, part) => {
  expect(gatePartsOf(agent(part))).toBeNull()
})
