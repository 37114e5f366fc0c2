import { KIND_NUMBERS, type ListRow, ROW_STATES } from './list-row.ts'
import type { KnownTime } from './known-time.ts'
import type { HeldPolicy, ReaderRules } from './policy.ts'
import { minuteOfWeek } from './policy-offsets.ts'
import type { DecidedReason } from './reasons.ts'
import type { Rule, WeeklySpan } from './rule.ts'

/** All that a decision rests on. */
export interface DecisionFacts {
  /** The tag as it was read. */
  uid: string
  reader: string
  policy: HeldPolicy | null
  /** The policy, the denied tags and every bucket of the list were there whole, once. */
  isComplete: boolean
  /** The tag is in the list of denied tags. */
  isDenied: boolean
  /** What the list holds where this tag would be. A row of another uid is none. */
  row: ListRow | undefined
  time: KnownTime
  /** How long ago the hub confirmed the list; null where nobody can tell, which is older than anything. */
  listAgeMs: number | null
}

export interface Decision {
  verdict: 'allow' | 'deny'
  reason: DecidedReason
  /** The rule that allows, or came nearest to it; null where the reason is none of a rule. */
  rule: number | null
  /** Allowed at an exit although the reason speaks against it (▲). */
  marked: boolean
}

const denial = (reason: DecidedReason, rule: number | null = null): Decision => ({
  verdict: 'deny',
  reason,
  rule,
  marked: false,
})
const DENIED = Object.freeze(denial('denied'))
const NO_LIST = Object.freeze(denial('no_list'))
const UNKNOWN = Object.freeze(denial('unknown'))
const EXPIRED = Object.freeze(denial('expired'))
const NOT_YET = Object.freeze(denial('not_yet'))
const NOT_HERE = Object.freeze(denial('not_here'))

/** What a rule says of a row that it includes, in the order in which it is asked. */
const STEPS = ['stale', 'clock', 'hours', 'allowed'] as const
const STALE = 0
const CLOCK = 1
const HOURS = 2
const ALLOWED = 3

/**
 * Whether a tag may pass at a reader, and why; null where nobody decides: the mode is `off`, or no rule
 * stands there. Reasons are asked in the order of `DECIDED_REASONS`. A denied tag never passes, whatever
 * is broken, and nothing passes before the list was complete. Of several rules that include the tag the
 * first that allows decides, else the first of those that came furthest.
 *
 * At an exit (`ReaderRules.isExit`) `expired`, `not_here`, `clock` and `hours` allow, marked, whatever a
 * rule there is for by its kind; what the
 * list cannot vouch for does not, and an allowance is never without the rule whose relay opens.
 *
 * Called for each read that may decide: no I/O, and one object at most.
 */
export function decide(facts: DecisionFacts): Decision | null {
  const { policy, time, listAgeMs } = facts
  if (policy === null || policy.mode === 'off') return null
  const here = policy.at.get(facts.reader)
  if (here === undefined) return null
  const row = facts.row?.[0] === facts.uid ? facts.row : undefined
  // A state that this version does not know is no leave to pass.
  if (facts.isDenied || (row !== undefined && row[1] !== ROW_STATES.allowed)) return DENIED
  if (!facts.isComplete) return NO_LIST
  if (row === undefined) return UNKNOWN
  const { rules, isExit } = here
  const isExpired = isOver(row[3], time)
  if (isExpired && !isExit) return EXPIRED
  if (time.nowMs !== null && row[2] !== null && time.nowMs < row[2]) return NOT_YET

  const lacksTime = time.nowMs === null && (row[2] !== null || row[3] !== null)
  const minute = time.nowMs === null ? null : minuteOfWeek(policy.offsets, time.nowMs)
  let best: Rule | undefined
  let step = -1
  for (const rule of rules) {
    if (!isFor(rule, row)) continue
    const reached = isStale(rule, listAgeMs) ? STALE : stepOf(rule, lacksTime, minute)
    if (reached <= step) continue
    best = rule
    step = reached
    if (step === ALLOWED) break
  }
  if (best === undefined) return ofNoRule(here, row, { listAgeMs, isExpired })
  const reason = STEPS[step] ?? 'stale'
  if (step === STALE || (step !== ALLOWED && !isExit)) return denial(reason, best.id)
  return {
    verdict: 'allow',
    reason: isExpired ? 'expired' : reason,
    rule: best.id,
    marked: isExpired || step !== ALLOWED,
  }
}

/** The decision on a tag that no rule of its reader includes. */
function ofNoRule(
  { rules, isExit }: ReaderRules,
  row: ListRow,
  { listAgeMs, isExpired }: { listAgeMs: number | null; isExpired: boolean },
): Decision {
  if (rules.every((rule) => isStale(rule, listAgeMs))) return denial('stale', rules[0]?.id)
  // Vehicles only, unless a rule says so: what a vehicle carries out holds nobody inside.
  const going = rules.find((rule) => !isStale(rule, listAgeMs) && isOfKind(rule, row))
  if (!isExit || going === undefined) return NOT_HERE
  return {
    verdict: 'allow',
    reason: isExpired ? 'expired' : 'not_here',
    rule: going.id,
    marked: true,
  }
}

/** Certainly no longer valid: by the time where it is known, and in any case by the floor. */
function isOver(to: number | null, { nowMs, floorMs }: KnownTime): boolean {
  if (to === null) return false
  return (nowMs !== null && nowMs >= to) || (floorMs !== null && floorMs >= to)
}

function isFor({ who, kinds }: Rule, row: ListRow): boolean {
  return (who === 'registered' || who.includes(row[4])) && isOfKind({ kinds }, row)
}

function isOfKind({ kinds }: Pick<Rule, 'kinds'>, row: ListRow): boolean {
  for (const kind of kinds) if (KIND_NUMBERS[kind] === row[5]) return true
  return false
}

function isStale({ stale }: Rule, listAgeMs: number | null): boolean {
  return stale.answer === 'refuse' && (listAgeMs === null || listAgeMs > stale.afterMs)
}

/** How far a rule gets: `minute` is that of the week on the site's clocks, null where it is unknown. */
function stepOf({ hours }: Rule, lacksTime: boolean, minute: number | null): number {
  if (lacksTime || (hours !== null && minute === null)) return CLOCK
  return hours === null || minute === null || isWithin(hours, minute) ? ALLOWED : HOURS
}

function isWithin(hours: readonly WeeklySpan[], minuteOfWeek: number): boolean {
  const day = Math.floor(minuteOfWeek / 1440)
  const minute = minuteOfWeek - day * 1440
  const today = 1 << day
  const yesterday = 1 << ((day + 6) % 7)
  for (const { days, from, to } of hours) {
    const isBegun = (days & today) !== 0 && minute >= from
    if (to > from ? isBegun && minute < to : isBegun || ((days & yesterday) !== 0 && minute < to))
      return true
  }
  return false
}
