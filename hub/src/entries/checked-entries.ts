import {
  entryData,
  isEntryKind,
  MAX_ENTRY_BYTES,
  parseUntrusted,
  type WireEntry,
} from '@vehicle-control/protocol'
import type { BadEntry, CheckedEntry, GoodEntry } from './entry.ts'
import type { SenderLimits } from './entry-kind.ts'
import { refusalOf } from './kinds.ts'

/**
 * How many issues of a bad entry are kept: the first show the fault, all may be huge beside the
 * entry.
 */
const ISSUES_KEPT = 5
const ERROR_MAX_BYTES = 1024
/**
 * The most bytes in JSON of a number, of a character, and of the quotes and separators of a value.
 */
const NUMBER_BYTES = 25
const CHARACTER_BYTES = 6
const AROUND_BYTES = 4

/**
 * Checks the entries of a frame of `frameBytes` by the schemas of their kinds, once, before they
 * are queued for the database. An entry that does not fit becomes a `BadEntry` and delays no other.
 */
export function checkEntries(
  entries: readonly WireEntry[],
  frameBytes: number,
  sender: SenderLimits = { acceptsSource: () => true },
): CheckedEntry[] {
  // Only a large frame has room for a large entry.
  const mayBeLarge = frameBytes > MAX_ENTRY_BYTES
  return entries.map((entry) => checkEntry(entry, mayBeLarge, sender))
}

/** Hot path: makes one object literal for each entry. */
function checkEntry(entry: WireEntry, mayBeLarge: boolean, sender: SenderLimits): CheckedEntry {
  const { seq, kind, at, age, clock } = entry
  if (!isEntryKind(kind)) return setAside(entry, 'unknown kind')
  if (mayBeLarge && sizeAtMost(entry.data) > MAX_ENTRY_BYTES) {
    const bytes = Buffer.byteLength(JSON.stringify(entry.data))
    if (bytes > MAX_ENTRY_BYTES) return setAside(entry, `${bytes} bytes are too many for an entry`)
  }
  const { success, data, error } = parseUntrusted(entryData[kind], entry.data)
  if (!success) {
    const issues = error.issues.slice(0, ISSUES_KEPT)
    return setAside(entry, JSON.stringify(issues.map(({ path, message }) => ({ path, message }))))
  }
  // The data was parsed by the schema of `kind`, which the compiler cannot see.
  const good = { seq, kind, at, age, clock, data, error: null } as GoodEntry
  const refusal = refusalOf(good, sender)
  return refusal === null ? good : setAside(entry, refusal)
}

function setAside({ seq, kind, at, age, clock, data }: WireEntry, error: string): BadEntry {
  const payload = cutToBytes(JSON.stringify(data ?? null), MAX_ENTRY_BYTES)
  return { seq, kind, at, age, clock, data: payload, error: cutToBytes(error, ERROR_MAX_BYTES) }
}

/** Cuts a text to `max` bytes, and drops a character that would be cut in half. */
function cutToBytes(text: string, max: number): string {
  if (text.length * 3 <= max || Buffer.byteLength(text) <= max) return text
  return Buffer.from(text)
    .subarray(0, max)
    .toString()
    .replace(/\ufffd$/, '')
}

/**
 * A cheap upper bound of the bytes of a value's JSON. Recursion is safe: a frame's depth is
 * limited.
 */
function sizeAtMost(value: unknown): number {
  if (typeof value === 'string') return value.length * CHARACTER_BYTES + AROUND_BYTES
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES
  let bytes = AROUND_BYTES
  if (Array.isArray(value)) for (const item of value) bytes += sizeAtMost(item)
  else {
    for (const key in value) {
      bytes += key.length * CHARACTER_BYTES + AROUND_BYTES
      bytes += sizeAtMost((value as Record<string, unknown>)[key])
    }
  }
  return bytes
}
