/** Objects nest no deeper in what a reader sends. */
const MAX_DEPTH = 16
/** How often a character is looked at, on average, before the rest of a broken text is given up. */
const SCANS = 3
const SCANS_AT_LEAST = 65_536

/** What stands in a text of JSON. */
export interface JsonValues {
  /** In order; the items of an array stand for themselves. */
  values: unknown[]
  /** Stretches of the text that are no JSON. */
  broken: number
}

/**
 * The objects of a text: one, an array of them, or several of either that follow each other with or
 * without anything between. One after a broken one is found. Never throws, and its time grows with
 * the length of the text alone.
 */
export function readJsonValues(text: string): JsonValues {
  const whole = parse(text)
  if (whole !== undefined) return { values: itemsOf(whole), broken: 0 }
  const values: unknown[] = []
  let broken = 0
  let brokenFrom = -1
  let scansLeft = text.length * SCANS + SCANS_AT_LEAST
  for (let at = 0; at < text.length;) {
    const from = nextStart(text, at)
    if (/[^\s,]/.test(text.slice(at, from)) && brokenFrom < 0) brokenFrom = at
    if (from === text.length || scansLeft <= 0) break
    const end = endOfValue(text, from)
    scansLeft -= Math.abs(end) - from
    const value = end > 0 ? parse(text.slice(from, end)) : undefined
    // What never closes may hold an object that does.
    at = end > 0 ? end : from + 1
    if (value === undefined) {
      if (brokenFrom < 0) brokenFrom = from
      continue
    }
    if (brokenFrom >= 0) broken++
    brokenFrom = -1
    for (const item of itemsOf(value)) values.push(item)
  }
  return { values, broken: brokenFrom >= 0 ? broken + 1 : broken }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Undefined stands for what is no JSON: no JSON gives it.
    return undefined
  }
}

function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

/** Where an object or array begins, at `from` or later; the length of the text if nowhere. */
function nextStart(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '{' && text[at] !== '[') at++
  return at
}

/** The end of what begins at `from`; where it was given up, negative, if it has none. */
function endOfValue(text: string, from: number): number {
  let depth = 0
  let inString = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      if (++depth > MAX_DEPTH) return -at
    } else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
  return -text.length
}
