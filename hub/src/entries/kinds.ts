import type { EntryKind } from '@vehicle-control/protocol'
import type { z } from 'zod'
import type { TaggedRow } from '../store/assets/tagged-assets.ts'
import { commandResult } from './command-result.ts'
import { decision } from './decision.ts'
import { deadLetter, type DeadLetterRow, deadLetterOf } from './dead-letter.ts'
import type { Delivery } from './delivery.ts'
import type { CheckedEntry, EntryRow, EntrySource, GoodEntry } from './entry.ts'
import type {
  AnnouncedRow,
  MissedByKey,
  MissedBySeq,
  RowKind,
  RowsOrigin,
  SenderLimits,
} from './entry-kind.ts'
import { gap } from './gap.ts'
import { read } from './read.ts'
import { status } from './status.ts'
import { suppressed } from './suppressed.ts'
import { telemetry } from './telemetry.ts'

/** Every kind of entry. Ingest stores them in this order, which keeps writers from deadlocks. */
const KINDS = {
  read,
  suppressed,
  telemetry,
  status,
  gap,
  command_result: commandResult,
  decision,
} satisfies { [K in EntryKind]: { kind: K } }
type Kinds = typeof KINDS

/** Rows by the kinds of their entries; entries that cannot be read are in `dead_letter`. */
export type SortedEntries = { [K in EntryKind]: ReturnType<Kinds[K]['row']>[] } & {
  dead_letter: DeadLetterRow[]
}
export type RowsName = keyof SortedEntries

type AnnouncedOf<K extends EntryKind> = NonNullable<Kinds[K]['announced']>
/** The payload of one announced entry, by the names of the events on the bus. */
export type AnnouncedPayloads = {
  [K in EntryKind as AnnouncedOf<K>['name']]: z.output<AnnouncedOf<K>['payload']>
}
export type AnnouncedName = keyof AnnouncedPayloads

/** Any kind, for code that walks the list: the types of its own entries and rows are lost there. */
interface AnyKind {
  refusal?: (entry: never, sender: SenderLimits) => string | null
  row: (entry: never, source: EntrySource) => EntryRow
  firstSeq?: (entry: never) => number
}

/** The announcement of any kind. */
export interface AnyAnnounced {
  name: AnnouncedName
  payload: z.ZodType
  of: (row: never, origin: RowsOrigin) => unknown
  isTimed?: true
  deliveries: readonly Delivery<never>[]
  missed: MissedBySeq<AnnouncedRow> | MissedByKey<never>
}

const kindOf = (kind: EntryKind): AnyKind => KINDS[kind]

/** Why an entry is set aside although its data fits its kind; null: it is not. */
export function refusalOf(entry: GoodEntry, sender: SenderLimits): string | null {
  return kindOf(entry.kind).refusal?.(entry as never, sender) ?? null
}

/** The first seq that an entry stands for. */
export function firstSeqOf(entry: CheckedEntry): number {
  if (entry.error !== null) return entry.seq
  return kindOf(entry.kind).firstSeq?.(entry as never) ?? entry.seq
}

export function emptyEntries(): SortedEntries {
  return {
    read: [],
    suppressed: [],
    telemetry: [],
    status: [],
    gap: [],
    command_result: [],
    decision: [],
    dead_letter: [],
  }
}

/**
 * Adds an entry to the rows of its kind. `after` is the seq of the entry before it in its batch; null
 * for the first. Hot path.
 */
export function sortEntry(
  entry: CheckedEntry,
  source: EntrySource,
  into: SortedEntries,
  after: number | null,
): void {
  if (entry.error !== null) {
    into.dead_letter.push(deadLetterOf(entry, source))
    return
  }
  const kind = KINDS[entry.kind]
  const row = kindOf(entry.kind).row(entry as never, source)
  if (after !== null && 'beginAfter' in kind) kind.beginAfter?.(row as never, after)
  into[entry.kind].push(row as never)
}

/** All kinds of rows with their names, in the order in which ingest stores them. */
export const ROWS = Object.entries({ ...KINDS, dead_letter: deadLetter }).map(([name, kind]) => ({
  ...kind,
  name: name as RowsName,
})) as (RowKind<never, AnyAnnounced> & { name: RowsName })[]

/** All announcements, each with the name of its rows. */
export const ANNOUNCED = ROWS.flatMap(({ name: rows, announced }) =>
  announced === undefined ? [] : [{ ...announced, rows }],
)

/** All rows with tags, for `findTagged`. */
export function taggedRows(entries: Partial<SortedEntries>): (TaggedRow & { at: number })[] {
  return ROWS.flatMap(({ name, isTagged }) => {
    return isTagged ? ((entries[name] ?? []) as unknown[] as (TaggedRow & { at: number })[]) : []
  })
}
