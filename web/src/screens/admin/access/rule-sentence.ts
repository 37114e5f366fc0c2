import type { AccessGroup, GivenRule, WeeklySpan } from '@vehicle-control/protocol'
import { relayName } from '../../../relays/relay-key.ts'
import { ACCESS_TEXTS } from '../../../texts/admin/admin-access.ts'

const WORDS = ACCESS_TEXTS.sentence
const DAYS = ACCESS_TEXTS.days
const EVERY_DAY = 127
const HOUR_MS = 3_600_000

/** What a rule means, in one sentence, without the full stop. */
export function ruleSentence(
  rule: GivenRule,
  gate: string,
  groups: readonly Pick<AccessGroup, 'id' | 'name'>[],
): string {
  const { direction, readers, hours, relay, onMs } = rule
  const when = hours === null ? WORDS.always : hours.map(spanWords).join('; ')
  const opens = `${WORDS.opens} ${relayName('pin' in relay ? relay.pin : relay.name)}`
  const where = `${gate} (${readersWords(readers)})`
  return (
    `${whoWords(rule, groups)} ${WORDS.directions[direction]} ${WORDS.through} ${where}, ${when}: ` +
    `${opens} ${WORDS.during} ${secondsWords(onMs)} ${WORDS.seconds}${staleWords(rule)}`
  )
}

function whoWords(
  { who, kinds }: GivenRule,
  groups: readonly Pick<AccessGroup, 'id' | 'name'>[],
): string {
  const things = listWords(kinds.map((kind) => WORDS.kinds[kind]))
  if (who === 'registered') return `${WORDS.all} ${WORDS.registeredOf(things)}`
  const names = who.map((id) => {
    const name = groups.find((one) => one.id === id)?.name
    return name === undefined ? WORDS.lostGroup(id) : `«${name}»`
  })
  const of = names.length === 1 ? WORDS.group : WORDS.groups
  return `${WORDS.all} ${things} ${of} ${listWords(names)}`
}

/** «lector portal», «lectores a y b». */
function readersWords(readers: readonly string[]): string {
  return `${readers.length === 1 ? WORDS.reader : WORDS.readers} ${listWords(readers)}`
}

/** Hours of some days: «lunes a viernes de 06:00 a 18:00». */
export function spanWords({ days, from, to }: WeeklySpan): string {
  const isWhole = from === 0 && to === 0
  if (isWhole) return `${daysWords(days)}, ${WORDS.wholeDay}`
  const next = to <= from && to !== 0 ? WORDS.nextDay : ''
  return `${daysWords(days)} ${WORDS.hours(timeText(from), timeText(to))}${next}`
}

function daysWords(days: number): string {
  if (days === EVERY_DAY) return WORDS.everyDay
  const chosen = DAYS.map((_, day) => day).filter((day) => hasDay(days, day))
  const [first = 0, last = first] = [chosen[0], chosen.at(-1)]
  const isRun = chosen.length > 2 && last - first === chosen.length - 1
  if (isRun) return `${DAYS[first]}${WORDS.to}${DAYS[last]}`
  return listWords(chosen.map((day) => DAYS[day] ?? ''))
}

/** Whether hours are of a day; 0 is Monday. */
export function hasDay(days: number, day: number): boolean {
  return (days & (1 << day)) !== 0
}

/** A minute of the day as a clock shows it. */
export function timeText(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** The minute of the day of what `timeText` writes; null for another text. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** Milliseconds as seconds, with a comma. */
export function secondsWords(ms: number): string {
  return String(ms / 1000).replace('.', ',')
}

function staleWords({ stale }: GivenRule): string {
  return stale.answer === 'refuse' ? WORDS.stale(String(Math.round(stale.afterMs / HOUR_MS))) : ''
}

/** «a», «a y b», «a, b y c». */
export function listWords(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1) ?? ''].filter(Boolean).join(WORDS.and)
}
