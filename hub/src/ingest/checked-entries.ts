import {
  entryData,
  type EntryKind,
  type GapData,
  isEntryKind,
  MAX_ENTRY_BYTES,
  parseUntrusted,
  type TelemetryData,
  type WireEntry,
} from '@vehicle-control/protocol'
import type { z } from 'zod'

/** An entry without what it says. */
type Envelope = Omit<WireEntry, 'kind' | 'data'>

/** An entry whose data fits its kind. */
export type GoodEntry = {
  [K in EntryKind]: Envelope & { kind: K; data: z.output<(typeof entryData)[K]>; error: null }
}[EntryKind]

/** An entry that the hub cannot read, as it is set aside. */
export interface BadEntry extends Envelope {
  kind: string
  /** JSON of its data, cut to the limit of an entry. */
  data: string
  error: string
}

export type CheckedEntry = GoodEntry | BadEntry

/** The first issues of an entry tell what is wrong with its sender; all of them can be a thousand times its size. */
const ISSUES_KEPT = 5
const ERROR_MAX_BYTES = 1024
/** The longest form in JSON of a number, of a character, and of what stands around a value. */
const NUMBER_BYTES = 25
const CHARACTER_BYTES = 6
const AROUND_BYTES = 4

/**
 * Checks the entries of a frame of so many bytes by their kinds, once, before they wait for the
 * database. What does not fit its kind is to be set aside; it holds up nothing.
 */
export function checkEntries(
  entries: readonly WireEntry[],
  frameBytes: number,
  takesSource: TakesSource = () => true,
): CheckedEntry[] {
  // Only a large frame has room for a large entry.
  const mayBeLarge = frameBytes > MAX_ENTRY_BYTES
  return entries.map((entry) => checkEntry(entry, mayBeLarge, takesSource))
}

/** False for a source of telemetry that is one too many for its agent. */
type TakesSource = (name: string) => boolean

/** Hot path: one object literal an entry. */
function checkEntry(entry: WireEntry, mayBeLarge: boolean, takesSource: TakesSource): CheckedEntry {
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
  if (kind === 'gap' && !isPlaced(data as GapData, seq)) {
    return setAside(entry, 'a gap ends at its own seq, and begins before it')
  }
  if (kind === 'telemetry' && !takesSource(sourceOf(data as TelemetryData))) {
    return setAside(entry, 'the agent names more sources than it can have')
  }
  // The schema is that of the kind: the compiler cannot see that the two go together.
  return { seq, kind, at, age, clock, data, error: null } as GoodEntry
}

function setAside({ seq, kind, at, age, clock, data }: WireEntry, error: string): BadEntry {
  const payload = cutToBytes(JSON.stringify(data ?? null), MAX_ENTRY_BYTES)
  return { seq, kind, at, age, clock, data: payload, error: cutToBytes(error, ERROR_MAX_BYTES) }
}

const sourceOf = ({ type, source = '' }: TelemetryData) => `${type} ${source}`

/** One elsewhere would stand for entries that may have arrived, and be looked for among them. */
function isPlaced({ from, to }: GapData, seq: number): boolean {
  if (from === null || to === null) return from === to
  return from <= to && to === seq
}

/** Without the character that the limit falls into. */
function cutToBytes(text: string, max: number): string {
  if (text.length * 3 <= max || Buffer.byteLength(text) <= max) return text
  return Buffer.from(text)
    .subarray(0, max)
    .toString()
    .replace(/\ufffd$/, '')
}

/** An upper bound of the bytes of a value's JSON, by few looks; the frame's depth is bounded. */
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
