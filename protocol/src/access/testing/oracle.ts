import type { Decision } from '../decide.ts'
import type { ListRow } from '../list-row.ts'
import type { Policy } from '../policy.ts'

/** What an oracle is asked: the policy as it was written, and the zone instead of its offsets. */
export interface Question {
  policy: Policy
  timeZone: string
  uid: string
  reader: string
  isComplete: boolean
  isDenied: boolean
  row: ListRow | undefined
  nowMs: number | null
  floorMs: number | null
  listAgeMs: number | null
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const DAY_BITS = [1, 2, 4, 8, 16, 32, 64]

/** Day and minute that a clock of the zone shows, by Intl. */
function wallClock(timeZone: string, moment: number): { day: number; minute: number } {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  clocks.set(timeZone, clock)
  const shown = clock.formatToParts(moment)
  const part = (type: string) => shown.find((one) => one.type === type)?.value ?? ''
  return {
    day: DAYS.indexOf(part('weekday')),
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

/**
 * The same verdict as `decide`, as one would write it down from the order of the reasons: every list is
 * made whole, nothing is shared with what it judges.
 */
export function oracle(question: Question): Decision | null {
  const { policy, uid, reader, row, nowMs, floorMs, listAgeMs } = question
  const standing = policy.rules.filter((rule) => rule.readers.some((id) => id === reader))
  if (policy.mode === 'off' || standing.length === 0) return null
  const deny = (reason: Decision['reason'], rule: number | null = null): Decision => {
    return { verdict: 'deny', reason, rule, marked: false }
  }
  const pass = (reason: Decision['reason'], rule: number | undefined): Decision => {
    return { verdict: 'allow', reason, rule: rule ?? -1, marked: reason !== 'allowed' }
  }
  const isExit = standing.filter((rule) => rule.direction !== 'out').length === 0

  const isRow = row !== undefined && row[0] === uid
  if (question.isDenied || (isRow && row[1] !== 1)) return deny('denied')
  if (!question.isComplete) return deny('no_list')
  if (!isRow) return deny('unknown')
  const [, , from, to, group, kind] = row
  const moments = [nowMs, floorMs].filter((moment) => moment !== null)
  const isExpired = moments.some((moment) => to !== null && moment >= to)
  if (isExpired && !isExit) return deny('expired')
  if (from !== null && nowMs !== null && nowMs < from) return deny('not_yet')

  const isOnKind = (rule: Policy['rules'][number]) =>
    rule.kinds.some((one) => ['', 'vehicle', 'product', 'furniture'].indexOf(one) === kind)
  const fitting = standing.filter(
    (rule) =>
      (rule.who === 'registered' || rule.who.some((one) => one === group)) && isOnKind(rule),
  )
  const refusesForAge = ({ stale }: Policy['rules'][number]) =>
    stale.answer === 'refuse' && (listAgeMs ?? Infinity) > stale.afterMs
  const asked = fitting.length > 0 ? fitting : standing
  const fresh = asked.filter((rule) => !refusesForAge(rule))
  if (fresh.length === 0) return deny('stale', asked[0]?.id ?? null)
  if (fitting.length === 0) {
    const going = isExit ? fresh.find(isOnKind) : undefined
    return going ? pass(isExpired ? 'expired' : 'not_here', going.id) : deny('not_here')
  }

  const { spans, until } = policy.offsets
  const isLocal = nowMs !== null && nowMs < until && nowMs >= (spans[0]?.from ?? Infinity)
  const answers = fresh.map((rule) => {
    const isTimed = rule.hours !== null
    if (nowMs === null && (from !== null || to !== null || isTimed)) return 'clock'
    if (rule.hours === null) return 'allowed'
    if (nowMs === null || !isLocal) return 'clock'
    const { day, minute } = wallClock(question.timeZone, nowMs)
    const yesterday = day === 0 ? 6 : day - 1
    const isOpen = rule.hours.some((span) => {
      const begins = (which: number) => (span.days & (DAY_BITS[which] ?? 0)) > 0
      if (span.from < span.to) return begins(day) && span.from <= minute && minute < span.to
      return (begins(day) && span.from <= minute) || (begins(yesterday) && minute < span.to)
    })
    return isOpen ? 'allowed' : 'hours'
  })
  for (const reason of ['allowed', 'hours', 'clock'] as const) {
    const rule = fresh[answers.indexOf(reason)]
    if (rule === undefined) continue
    if (reason === 'allowed' && !isExpired) return pass('allowed', rule.id)
    if (isExit) return pass(isExpired ? 'expired' : reason, rule.id)
    return deny(reason, rule.id)
  }
  throw new Error('no rule answered')
}
