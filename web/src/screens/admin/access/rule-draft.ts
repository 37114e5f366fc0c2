import type { AgentDetail, GivenRule, WeeklySpan } from '@vehicle-control/protocol'
import { LIST_STALE_AFTER_MS, RELAY_MAX_ON_MS } from '@vehicle-control/protocol/limits'
import { namedRelays, RELAY_PINS, type RelayKey } from '../../../relays/relay-key.ts'
import { ACCESS_TEXTS } from '../../../texts/admin/admin-access.ts'
import { minuteOf, secondsWords, timeText } from './rule-sentence.ts'

const WORDS = ACCESS_TEXTS.edit
const WORKDAYS = 31
const DEFAULT_SECONDS = 5

/** Hours as they are typed. */
export interface SpanDraft {
  readonly key: number
  readonly days: number
  readonly from: string
  readonly to: string
}

/** A rule as its sentence is filled in. What the sentence has no control for stays as it was. */
export interface RuleDraft {
  readonly key: number
  readonly id: number | undefined
  readonly who: GivenRule['who']
  readonly kinds: GivenRule['kinds']
  readonly direction: GivenRule['direction']
  readonly readers: readonly string[]
  readonly hours: readonly SpanDraft[] | null
  readonly relay: RelayKey
  readonly seconds: string
  readonly stale: GivenRule['stale']
}

/** What a gate has for its rules, as its agent last reported it. */
export interface GateParts {
  readonly readers: readonly string[]
  readonly relays: readonly RelayKey[]
}

/** The readers and relays of an agent; null where it lacks one of them. */
export function gatePartsOf(agent: AgentDetail | undefined): GateParts | null {
  const readers = (agent?.readers ?? []).map(({ id }) => id)
  const reported = agent?.relays
  const relays: RelayKey[] = reported
    ? [
        ...RELAY_PINS.filter((pin) => reported.pins.includes(pin)),
        ...namedRelays(reported).map(({ name }) => name),
      ]
    : []
  return readers.length > 0 && relays.length > 0 ? { readers, relays } : null
}

let lastKey = 0

/** The sentence that a gate begins with, and each further one. */
export function newDraft({ readers, relays }: GateParts): RuleDraft {
  return {
    key: ++lastKey,
    id: undefined,
    who: 'registered',
    kinds: ['vehicle'],
    direction: 'both',
    readers: readers.slice(0, 1),
    hours: null,
    relay: relays[0] ?? 17,
    seconds: String(DEFAULT_SECONDS),
    stale: { afterMs: LIST_STALE_AFTER_MS, answer: 'go_on' },
  }
}

/** Hours of a working day. */
export function daytime(): SpanDraft {
  return { key: ++lastKey, days: WORKDAYS, from: '06:00', to: '18:00' }
}

export function draftOf({ relay, onMs, hours, id, ...rest }: GivenRule): RuleDraft {
  return {
    ...rest,
    id,
    key: ++lastKey,
    hours: hours && hours.map((span) => spanDraft(span)),
    relay: 'pin' in relay ? relay.pin : relay.name,
    seconds: secondsWords(onMs),
  }
}

function spanDraft({ days, from, to }: WeeklySpan): SpanDraft {
  return { key: ++lastKey, days, from: timeText(from), to: timeText(to) }
}

/** The rule of a sentence; null where `draftFaults` finds something. */
export function ruleOf(draft: RuleDraft): GivenRule | null {
  if (draftFaults(draft).size > 0) return null
  const { key: _own, id, seconds, relay, hours, readers, ...rest } = draft
  return {
    ...rest,
    ...(id === undefined ? {} : { id }),
    readers: [...readers],
    hours: hours && hours.map(spanOf),
    relay: typeof relay === 'number' ? { pin: relay } : { name: relay },
    onMs: millisecondsOf(seconds) ?? 0,
  }
}

function spanOf({ days, from, to }: SpanDraft): WeeklySpan {
  return { days, from: minuteOf(from) ?? 0, to: minuteOf(to) ?? 0 }
}

/** What is wrong with a sentence, by its controls: `who`, `seconds`, and `days`, `from`, `to` with the hours' key. */
export function draftFaults({ who, seconds, hours }: RuleDraft): ReadonlyMap<string, string> {
  const faults = new Map<string, string>()
  if (who !== 'registered' && who.length === 0) faults.set('who', WORDS.noGroups)
  if (millisecondsOf(seconds) === null) faults.set('seconds', WORDS.badDuration)
  for (const { key, days, from, to } of hours ?? []) {
    if (days === 0) faults.set(`days${key}`, WORDS.noDays)
    if (minuteOf(from) === null) faults.set(`from${key}`, WORDS.badTime)
    if (minuteOf(to) === null) faults.set(`to${key}`, WORDS.badTime)
  }
  return faults
}

function millisecondsOf(seconds: string): number | null {
  if (!/^\d{1,3}([.,]\d{1,3})?$/.test(seconds.trim())) return null
  const ms = Math.round(Number(seconds.trim().replace(',', '.')) * 1000)
  return ms >= 1 && ms <= RELAY_MAX_ON_MS ? ms : null
}
