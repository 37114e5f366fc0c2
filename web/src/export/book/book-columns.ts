import { isUnregistered } from '../../api/reads/is-unregistered.ts'
import { DOCUMENT_TEXTS } from '../../texts/documents.ts'
import type { ReadColumn, ReadColumnName } from '../read-columns.ts'

/** What a workbook has of a column beside its head and its texts. */
interface BookColumn {
  /** In characters. */
  readonly width: number
  /** Digits stay text, also where somebody edits the cell. */
  readonly isCode?: true
  /** Takes the place of the column's text. */
  readonly cell?: ReadColumn['cell']
}

/** What a workbook has of each column; the compiler asks for a line for a new one. */
export const BOOK_COLUMNS: Readonly<Record<ReadColumnName, BookColumn>> = {
  at: { width: 20 },
  tag: { width: 28, isCode: true },
  agent: { width: 20 },
  location: { width: 22 },
  plate: {
    width: 14,
    isCode: true,
    cell: (read) => (isUnregistered(read) ? DOCUMENT_TEXTS.unknown : read.plate),
  },
  model: { width: 22 },
  owner: { width: 28 },
  repeated: { width: 10 },
}
