import type { VehicleImport } from '@vehicle-control/protocol'
import { unescapedCell } from '@vehicle-control/protocol/csv-format'
import { OWNER_MAX, VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'
import { parsePlate, parseTag } from '@vehicle-control/protocol/plate-and-tag'
import { IMPORT_TEXTS } from '../../../../texts/admin-import.ts'
import { NAME_MAX } from '../vehicle-values.ts'
import { type ColumnPlaces, IMPORT_COLUMNS, type ImportColumn } from './columns-of.ts'
import type { TableRow } from './read-rows.ts'

const REASONS = IMPORT_TEXTS.reasons

/** A row that is sent. */
export interface ImportRow extends Required<VehicleImport['rows'][number]> {
  readonly plate: string
  readonly model: string
  readonly owner: string
  readonly rfid_tag: string
}

/** A row with the line it stands on, and what is wrong with it. */
export interface FaultyRow {
  readonly line: number
  readonly cells: ImportRow
  readonly reason: string
}

/** The row as it is sent, or what keeps it from being sent. */
export function judgeRow(row: TableRow, places: ColumnPlaces): ImportRow | FaultyRow {
  const given = Object.fromEntries(
    IMPORT_COLUMNS.map((column) => [column, row.cells[places[column]] ?? '']),
  ) as Record<ImportColumn, string>
  const cells = {
    plate: plain(given.plate),
    model: plain(given.model),
    owner: plain(given.owner),
    rfid_tag: plain(given.rfid_tag),
  }
  const plate = parsePlate(cells.plate)
  const tag = parseTag(cells.rfid_tag, VEHICLE_TAG_MAX)
  const reason = row.isTorn ? REASONS.torn : faultOf(cells, plate, tag)
  if (reason !== null || plate === null || tag === null) {
    return { line: row.line, cells, reason: reason ?? REASONS.badPlate }
  }
  return { ...cells, plate, rfid_tag: tag }
}

/** True for a row that has nothing in it. */
export function isBlank({ cells }: TableRow): boolean {
  return cells.every((cell) => cell.trim() === '')
}

function faultOf(cells: ImportRow, plate: string | null, tag: string | null): string | null {
  const faults = [
    plate === null && (cells.plate === '' ? REASONS.noPlate : REASONS.badPlate),
    tag === null && (cells.rfid_tag === '' ? REASONS.noTag : REASONS.badTag),
    cells.model.length > NAME_MAX && REASONS.longModel,
    cells.owner.length > OWNER_MAX && REASONS.longOwner,
  ]
  return faults.filter((fault) => fault !== false).join('. ') || null
}

/**
 * A cell as one line of text. The apostrophe that keeps a spreadsheet from taking a cell for a
 * formula is taken off where our own files put it.
 */
function plain(cell: string): string {
  return unescapedCell(cell)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
}
