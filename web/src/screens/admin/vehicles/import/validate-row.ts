import { unescapedCell } from '@vehicle-control/protocol/csv-format'
import { VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'
import { parsePlate, parseTag } from '@vehicle-control/protocol/plate-and-tag'
import {
  byVehicleColumn,
  byVehicleLine,
  VEHICLE_LINES,
  VEHICLE_WORDS,
  type VehicleColumn,
} from '@vehicle-control/protocol/vehicle-columns'
import { IMPORT_TEXTS } from '../../../../texts/admin/admin-import.ts'
import { NAME_MAX } from '../vehicle-values.ts'
import type { ColumnPlaces } from './columns-of.ts'
import type { TableRow } from './read-rows.ts'

const REASONS = IMPORT_TEXTS.reasons

/** A row that is sent. */
export type ImportRow = Readonly<Record<VehicleColumn, string>>

/** A row that is not imported, with its line and what is wrong with it. */
export interface FaultyRow {
  readonly line: number
  readonly cells: ImportRow
  readonly reason: string
}

/** The row as it is sent, or a faulty row with the reason. */
export function validateRow(row: TableRow, places: ColumnPlaces): ImportRow | FaultyRow {
  const cells = byVehicleColumn((column) => plain(row.cells[places[column]] ?? ''))
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
  const faults: Record<VehicleColumn, string | false> = {
    plate: plate === null && (cells.plate === '' ? REASONS.noPlate : REASONS.badPlate),
    rfid_tag: tag === null && (cells.rfid_tag === '' ? REASONS.noTag : REASONS.badTag),
    model: cells.model.length > NAME_MAX && REASONS.long(VEHICLE_WORDS.model),
    ...byVehicleLine((column) => {
      return cells[column].length > VEHICLE_LINES[column] && REASONS.long(VEHICLE_WORDS[column])
    }),
  }
  const found = Object.values(faults).filter((fault) => fault !== false)
  return found.join('. ') || null
}

/**
 * A cell as one line of text. The apostrophe that keeps a spreadsheet from taking a cell for a
 * formula is removed where our own files added it.
 */
function plain(cell: string): string {
  return unescapedCell(cell)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
}
