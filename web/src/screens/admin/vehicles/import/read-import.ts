import { VEHICLE_COLUMNS } from '@vehicle-control/protocol/vehicle-columns'
import { nextTurn } from '../../../../browser/next-turn.ts'
import { IMPORT_TEXTS } from '../../../../texts/admin/admin-import.ts'
import { type ColumnPlaces, columnsOf } from './columns-of.ts'
import { decodeFile } from './decode-file.ts'
import { type FaultyRow, type ImportRow, isBlank, validateRow } from './validate-row.ts'
import { readRows } from './read-rows.ts'

const LINES_LOOKED_AT = 5

const REASONS = IMPORT_TEXTS.reasons

/** A row that is sent, with its line. */
export interface PlannedRow {
  readonly line: number
  readonly row: ImportRow
  /** What it repeats of an earlier line, its plate or tag; the hub takes the first line only. */
  readonly repeats: string | null
  /** Every cell equals that of an earlier line. */
  readonly isTwin: boolean
}

/** What an import of a file would do. */
export interface ImportPlan {
  readonly rows: readonly PlannedRow[]
  readonly dropped: readonly FaultyRow[]
}

/** Reads a file of vehicles in slices, between which the page stays responsive. */
export async function readImport(bytes: Uint8Array, signal: AbortSignal): Promise<ImportPlan> {
  const pieces = await decodeFile(bytes)
  const { delimiter, hasSeparatorLine } = findForm(pieces[0] ?? '')
  const rows: PlannedRow[] = []
  const dropped: FaultyRow[] = []
  const findRepeat = createRepeatFinder()
  let places: ColumnPlaces | null = null
  for (const read of readRows(pieces, delimiter)) {
    await nextTurn()
    signal.throwIfAborted()
    for (const row of read) {
      if (isBlank(row) || (hasSeparatorLine && row.line === 1)) continue
      if (!places) {
        places = columnsOf(row.cells)
        // Without these two columns no row can be imported.
        if (places.plate === -1 || places.rfid_tag === -1) return { rows, dropped }
        continue
      }
      const validated = validateRow(row, places)
      if ('reason' in validated) dropped.push(validated)
      else rows.push({ line: row.line, row: validated, ...findRepeat(validated, row.line) })
    }
  }
  return { rows, dropped }
}

/** Finds in each row the plate and the tag of an earlier one. */
function createRepeatFinder() {
  const plates = new Map<string, number>()
  const tags = new Map<string, number>()
  const wholes = new Set<string>()
  return (row: ImportRow, line: number): Pick<PlannedRow, 'repeats' | 'isTwin'> => {
    const plate = plates.get(row.plate)
    const tag = tags.get(row.rfid_tag)
    if (plate === undefined) plates.set(row.plate, line)
    if (tag === undefined) tags.set(row.rfid_tag, line)
    const whole = JSON.stringify(VEHICLE_COLUMNS.map((column) => row[column]))
    const isTwin = wholes.has(whole)
    wholes.add(whole)
    const repeats = [
      plate !== undefined && REASONS.repeatsPlate(plate),
      tag !== undefined && REASONS.repeatsTag(tag),
    ].filter((text) => text !== false)
    return { repeats: repeats.join('. ') || null, isTwin }
  }
}

/** How a table is written, and where it begins. */
interface TableForm {
  readonly delimiter: ',' | ';'
  /** Excel's line `sep=;` comes before the heads. */
  readonly hasSeparatorLine: boolean
}

/**
 * Finds comma or semicolon by the first five lines, without what is in quotes. The heads decide
 * where they have only one of the two, since a cell of a name may hold a bare comma.
 */
function findForm(beginning: string): TableForm {
  const declared = /^sep=([,;])[ \t]*\n/i.exec(beginning)?.[1]
  if (declared) return { delimiter: declared === ';' ? ';' : ',', hasSeparatorLine: true }
  const bare = beginning.replaceAll(/"[^"]*"?/g, '')
  const lines = bare.split('\n').filter((line) => line.trim() !== '')
  const firstLines = lines.slice(0, LINES_LOOKED_AT)
  const surplus = (text: string) => text.split(';').length - text.split(',').length
  const [heads = ''] = firstLines
  const isMixed = heads.includes(';') && heads.includes(',')
  const decided = isMixed || surplus(heads) === 0 ? surplus(firstLines.join('\n')) : surplus(heads)
  return { delimiter: decided > 0 ? ';' : ',', hasSeparatorLine: false }
}
