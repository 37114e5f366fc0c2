import type { ScanEvent } from '@vehicle-control/protocol'
import { byVehicleLine } from '@vehicle-control/protocol/vehicle-columns'
import { markText } from '../../../components/UnknownMark.tsx'
import type { DecisionOf } from '../../../live/decisions.ts'
import type { TagsNow } from '../../../live/tags-now.ts'
import { LIVE_COLUMNS, type ReadColumn, type ReadColumnName } from '../../../reads/columns.ts'
import type { SiteTime } from '../../../site-time/site-time.ts'
import { emsOf } from '../../../components/wall/fit-type.ts'

/** How a wall shows a column of the table. */
interface WallLook {
  /** The most room a single text may ask for, in em of the row's type. */
  readonly most: number
  /** The size of its type, as a multiple of the row's. */
  readonly scale: number
}

/** A column of a live wall. */
export type WallColumn = ReadColumn & WallLook & { readonly name: WallColumnName }

/** What a wall has no room for: its tags and places nobody reads from afar. */
type LeftToTables = 'tag' | 'location'
const TAG_END = 6
type WallColumnName = Exclude<ReadColumnName, LeftToTables>

const LOOKS: Readonly<Record<WallColumnName, WallLook>> = {
  at: { most: 5.5, scale: 1 },
  agent: { most: 16, scale: 1 },
  plate: { most: 14, scale: 1.2 },
  model: { most: 16, scale: 1 },
  owner: { most: 26, scale: 1 },
}

const COLUMNS: readonly WallColumn[] = LIVE_COLUMNS.flatMap(({ name, ...column }) =>
  name === 'tag' || name === 'location' ? [] : [{ name, ...column, ...LOOKS[name] }],
)

/** What a cell's text takes besides its read. */
interface Known {
  readonly site: SiteTime
  readonly tags: TagsNow
  readonly decisionOf: DecisionOf
}

/**
 * The text of a cell: that of the gate ends with what it decided. A tag that no asset has shows its mark in place of the plate, and its end; what
 * has no plate shows its name there.
 */
export function wallText({ name, text }: WallColumn, read: ScanEvent, known: Known): string {
  const { vehicle, uid } = read
  if (vehicle === null) {
    if (name === 'plate') return markText(read, known.tags.get(uid))
    // Two unknown tags are told apart by their last digits.
    if (name === 'model') return uid.length > TAG_END ? `…${uid.slice(-TAG_END)}` : uid
  } else if (!vehicle.plate) {
    if (name === 'plate') return vehicle.model ?? ''
    if (name === 'model') return ''
  }
  const own = text(read, known.site.clock) ?? ''
  const decision = name === 'agent' && known.decisionOf(read)
  return decision ? `${own} ${decision.text}` : own
}

/** The columns left out below a width, in rem, so that the others are large enough to read. */
const LEFT_OUT: readonly (readonly [number, readonly WallColumnName[]])[] = [
  [30, ['model', 'owner']],
  [50, ['model']],
]

/** The columns that have a place in this width, in rem. */
function columnsIn(room: number): readonly WallColumn[] {
  const without = LEFT_OUT.find(([width]) => room < width)?.[1] ?? []
  return COLUMNS.filter(({ name }) => !without.includes(name))
}

/** The columns shown in this width, in rem: on a 16:9 screen all that ask for room. */
export function columnsOf(room: number, asked: Asked): readonly WallColumn[] {
  return columnsIn(room).filter(({ name }) => asked[name] > 0)
}

/** The room that columns ask for by their names, in em of the row's type. */
export type Asked = Readonly<Record<WallColumnName, number>>

const LEAST: Asked = {
  at: 5.5,
  agent: 5,
  plate: 9.5,
  model: 5,
  owner: 7,
}

/**
 * The room that columns ask for before any read is shown. Most walls show no owner, and need no
 * room for one; a vehicle need not have any of the lines.
 */
export const LEAST_ASKED: Asked = { ...LEAST, ...byVehicleLine(() => 0) }

/**
 * The room that the columns of this width ask for once these reads are shown too; `asked` itself
 * where that is no more: a column that gave up room again would move the others all the time.
 */
export function askedWith(
  asked: Asked,
  reads: readonly ScanEvent[],
  known: Known,
  room: number,
): Asked {
  const next = { ...asked }
  for (const column of columnsIn(room)) {
    const { name, scale, most } = column
    for (const read of reads) {
      const ems = Math.min(most, emsOf(wallText(column, read, known)) * scale)
      if (ems > next[name]) next[name] = Math.max(LEAST[name], ems)
    }
  }
  return COLUMNS.some(({ name }) => next[name] !== asked[name]) ? next : asked
}

/** The space between two texts, in em. */
const BETWEEN = 1.2

/** How wide these columns are together in type of 1 rem, in rem. */
export function widthOf(columns: readonly WallColumn[], asked: Asked): number {
  return columns.reduce((all, { name }) => all + asked[name] + BETWEEN, 0)
}

/** The widths of these columns in rem, together `room`. */
export function widthsOf(columns: readonly WallColumn[], asked: Asked, room: number): number[] {
  const sum = widthOf(columns, asked)
  return columns.map(({ name }) => (room * (asked[name] + BETWEEN)) / sum)
}
