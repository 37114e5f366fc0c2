import { REASON_TEXTS as WORDS, type ReasonText } from './reason-texts.ts'
import { REASON_FAMILIES } from './reason-families.ts'

const WARNINGS = /^(?:no antenna at|antenna \d|its buffer|the module is|the antenna)/
/** Between warnings of several sources, each of which is told. */
export const WARNING_SEPARATOR = ' · '
const BETWEEN_WARNINGS = /; |, (?=antenna \d|the )/

/**
 * The error of a device or disk in plain words; an unknown error stays as it is. Where several
 * drivers were tried, the first error that says more than that a package is missing.
 */
export function reasonOf(error: string): ReasonText {
  const text = error.replace(/^(?:\w*Error:?\s+)+/, '').trim()
  if (text === '') return WORDS.none
  const tried = text.split(' | ').map((one) => one.replace(/^(?:gpiochip|libgpiod): /, ''))
  const informative = tried.find((one) => !/\bthe package \S+ (?:is not|cannot be)/.test(one))
  return reasonOfOne(informative ?? tried[0] ?? text)
}

/** The cause with what there is to do, where that is known, as the end of a line. */
export function reasonWithTodo(error: string): string {
  const { why, todo } = reasonOf(error)
  return todo === null ? why : `${why}; ${todo}`
}

/** What follows a semicolon is advice, but after a warning it is the next warning. */
function reasonOfOne(text: string): ReasonText {
  const reasons = text.split(WARNING_SEPARATOR).flatMap((source) => {
    const parts = WARNINGS.test(source) ? source.split(BETWEEN_WARNINGS) : [source]
    const known = parts.flatMap((part) => knownReason(part) ?? [])
    return known.length > 0 ? known : [{ why: source, todo: null }]
  })
  const whys = new Set(reasons.map(({ why }) => why))
  return { why: [...whys].join('; '), todo: reasons[0]?.todo ?? null }
}

function knownReason(text: string): ReasonText | null {
  for (const [pattern, family] of REASON_FAMILIES) {
    const match = pattern.exec(text)
    if (match === null) continue
    const own = match.groups?.['own']
    const { why, todo }: ReasonText = WORDS[family]
    const fill = (words: string) =>
      words.replaceAll(/\$(\d)/g, (_, place: string) => match[Number(place)] ?? own ?? '')
    return { why: fill(why), todo: todo === null ? null : fill(todo) }
  }
  return null
}
