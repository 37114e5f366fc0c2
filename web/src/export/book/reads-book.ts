import type { ReadLog } from '@vehicle-control/protocol'
import writeBook, { type Row } from 'write-excel-file/browser'
import { convertDateToSerialNumber } from 'write-excel-file/utility'
import { UNKNOWN_ON_PAPER } from '../../charts/palette.ts'
import { scanOfLog } from '../../live/read-list.ts'
import { FILE_COLUMNS, type FileColumn, withDecisions } from '../../reads/file-columns.ts'
import { findRepeats } from '../../reads/repeats.ts'
import type { SiteClock } from '../../site-time/site-clock.ts'
import { DOCUMENT_TEXTS } from '../../texts/reads/documents.ts'
import { type BookCell, createRowMarkup } from './row-markup.ts'
import { type BookSheet, sampleStyles, withRows } from './sheet-rows.ts'

/** A line of the sheet that describes the workbook. */
export type BookFact = readonly [name: string, value: string]

const TIME_FORMAT = 'dd/mm/yyyy hh:mm:ss'
const SECOND_MS = 1000
const { text: textColor, ground: backgroundColor } = UNKNOWN_ON_PAPER

/**
 * Reads as a workbook, in the order given (newest first): their dates are what the site's clocks
 * showed, everything else is text. It is slow: run it in a worker (`createBookMaker`).
 */
export async function readsBook(
  reads: readonly ReadLog[],
  site: SiteClock,
  { facts }: { facts: readonly BookFact[] },
): Promise<Blob> {
  const columns = withDecisions(FILE_COLUMNS, reads)
  const sheet = readsSheet(columns, reads.length)
  const markup = createRowMarkup(await sampleStyles(sheet))
  const repeats = findRepeats(reads)
  const rows = reads.map((read, i) =>
    markup(cellsOf(columns, read, site, repeats[i] ?? false), i + 2),
  )
  const features = [withRows(sheet, rows)]
  return await writeBook([sheet, infoSheet(facts)], { features }).toBlob()
}

function cellsOf(
  columns: readonly FileColumn[],
  read: ReadLog,
  site: SiteClock,
  isRepeat: boolean,
): BookCell[] {
  const shown = scanOfLog(read)
  return columns.map(({ name, cell }) => {
    if (name === 'at') return serialOf(Date.parse(read.read_at), site)
    if (name === 'plate' && shown.vehicle === null) {
      const { retired_from: from } = read
      return from ? DOCUMENT_TEXTS.retiredFrom(from.name) : DOCUMENT_TEXTS.unknown
    }
    return cell(shown, site, isRepeat)
  })
}

/** Cut to whole seconds, as in other documents: a spreadsheet would round them up. */
function serialOf(at: number, site: SiteClock): number {
  const reading = site.reading(at)
  return convertDateToSerialNumber(new Date(reading - (reading % SECOND_MS)))
}

function readsSheet(columns: readonly FileColumn[], rows: number): BookSheet {
  const plate = columns.findIndex(({ name }) => name === 'plate')
  const cellRange = {
    from: { row: 2, column: 1 },
    to: { row: rows + 1, column: columns.length },
  }
  const letter = String.fromCodePoint('A'.charCodeAt(0) + plate)
  const formula = `$${letter}2="${DOCUMENT_TEXTS.unknown}"`
  return {
    sheet: DOCUMENT_TEXTS.reads,
    data: [headOf(columns), sampleOf(columns)],
    columns: columns.map(({ bookWidth }) => ({ width: bookWidth })),
    orientation: 'landscape',
    stickyRowsCount: 1,
    conditionalFormatting: [
      { cellRange, condition: { formula }, style: { textColor, backgroundColor } },
    ],
  }
}

function headOf(columns: readonly FileColumn[]): Row {
  return columns.map(({ head }) => ({ value: head, fontWeight: 'bold' }))
}

function sampleOf(columns: readonly FileColumn[]): Row {
  return columns.map(({ name, isCode }) => {
    if (name === 'at') return { value: new Date(0), type: Date, format: TIME_FORMAT }
    return isCode ? { value: '-', type: String, format: '@' } : '-'
  })
}

function infoSheet(facts: readonly BookFact[]): BookSheet {
  return {
    sheet: DOCUMENT_TEXTS.info,
    data: facts.map(([name, value]) => [
      { value: name, fontWeight: 'bold', alignVertical: 'top' },
      { value, alignVertical: 'top', wrap: true },
    ]),
    columns: [{ width: 18 }, { width: 70 }],
  }
}
