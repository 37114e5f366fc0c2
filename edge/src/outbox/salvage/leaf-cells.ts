import type { DamagedFile } from '../file/damaged-file.ts'

/** A row of a table in a leaf page: its rowid, and where its record lies. */
export interface Cell {
  rowid: number
  /** Bytes of the whole record. */
  bytes: number
  /** The part of the record that is in the page. */
  local: Buffer
  /** The page where the record goes on; 0 when it is all in this one. */
  overflow: number
}

export type Value = number | string | null

const TABLE_LEAF = 0x0d
const LEAF_HEADER = 8
/** No record of the outbox is longer. */
const MAX_RECORD = 256 * 1024

/**
 * The rows of a page that can be made out; none where it is no leaf of a table. In a damaged page
 * rows whose ids are out of order are left out: a wrong id would pass for another row.
 */
export function leafCells(page: Buffer): Cell[] {
  if (page[0] !== TABLE_LEAF) return []
  const count = page.readUInt16BE(3)
  const pointersEnd = LEAF_HEADER + 2 * count
  if (pointersEnd > page.length) return []
  const cells: Cell[] = []
  for (let i = 0; i < count; i++) {
    const at = page.readUInt16BE(LEAF_HEADER + 2 * i)
    const cell = at >= pointersEnd ? cellAt(page, at) : null
    if (cell !== null) cells.push(cell)
  }
  return inOrder(cells)
}

function cellAt(page: Buffer, at: number): Cell | null {
  const size = varint(page, at)
  const rowid = size && varint(page, size.end)
  if (!size || !rowid || size.value > MAX_RECORD || rowid.value < 1) return null
  const bytes = size.value
  const local = localBytes(bytes, page.length)
  const end = rowid.end + local
  if (bytes < 2 || end + (local < bytes ? 4 : 0) > page.length) return null
  const overflow = local < bytes ? page.readUInt32BE(end) : 0
  return { rowid: rowid.value, bytes, local: page.subarray(rowid.end, end), overflow }
}

/** Bytes of a record that SQLite keeps in the leaf itself (file format, section 1.6). */
function localBytes(bytes: number, usable: number): number {
  const most = usable - 35
  if (bytes <= most) return bytes
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const rest = least + ((bytes - least) % (usable - 4))
  return rest <= most ? rest : least
}

/** The longest run of cells whose rowids ascend. */
function inOrder(cells: Cell[]): Cell[] {
  if (cells.every((cell, i) => i === 0 || cell.rowid > (cells[i - 1] as Cell).rowid)) return cells
  const length = cells.map(() => 1)
  const before = cells.map(() => -1)
  let best = 0
  for (const [i, cell] of cells.entries()) {
    for (let j = 0; j < i; j++) {
      if ((cells[j] as Cell).rowid >= cell.rowid || (length[j] as number) < (length[i] as number)) {
        continue
      }
      length[i] = (length[j] as number) + 1
      before[i] = j
    }
    if ((length[i] as number) > (length[best] as number)) best = i
  }
  const kept: Cell[] = []
  for (let i = best; i >= 0; i = before[i] as number) kept.unshift(cells[i] as Cell)
  return kept
}

/** A cell's record as its columns; null where it cannot be read to its end. */
export function readRecord(file: DamagedFile, cell: Cell): Value[] | null {
  const parts = [cell.local]
  let left = cell.bytes - cell.local.length
  for (let number = cell.overflow; left > 0;) {
    const page = file.page(number)
    if (page === null) return null
    const part = page.subarray(4, 4 + Math.min(left, page.length - 4))
    parts.push(part)
    left -= part.length
    number = page.readUInt32BE(0)
  }
  return decode(Buffer.concat(parts))
}

/** The serial types of a record's columns; null where its head is not one of a whole record. */
export function columnTypes(cell: Cell): number[] | null {
  const head = varint(cell.local, 0)
  if (head === null || head.value > cell.local.length) return null
  const types: number[] = []
  let bytes = head.value
  for (let at = head.end; at < head.value;) {
    const type = varint(cell.local, at)
    if (type === null || type.end > head.value) return null
    types.push(type.value)
    bytes += typeBytes(type.value)
    at = type.end
  }
  return bytes === cell.bytes ? types : null
}

export const isText = (type: number | undefined) =>
  type !== undefined && type >= 13 && type % 2 === 1

const INT_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
const typeBytes = (type: number) => INT_BYTES[type] ?? Math.floor((type - 12) / 2)
/** Columns of the widest table. */
const MAX_COLUMNS = 7
const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(record: Buffer): Value[] | null {
  const types = columnTypes({ rowid: 0, bytes: record.length, local: record, overflow: 0 })
  if (types === null) return null
  let at = varint(record, 0)?.value ?? 0
  const values: Value[] = []
  for (const type of types) {
    const value = valueAt(record, at, type)
    // Columns that a newer version has added may be of any type.
    if (value === undefined) return values.length >= MAX_COLUMNS ? values : null
    values.push(value)
    at += typeBytes(type)
  }
  return values
}

function valueAt(record: Buffer, at: number, type: number): Value | undefined {
  if (type === 0) return null
  if (type === 7) return record.readDoubleBE(at)
  if (type === 8 || type === 9) return type - 8
  if (type === 6) return Number(record.readBigInt64BE(at))
  if (type < 6) return record.readIntBE(at, typeBytes(type))
  if (!isText(type)) return undefined
  try {
    return utf8.decode(record.subarray(at, at + typeBytes(type)))
  } catch {
    // Damaged bytes are no text.
    return undefined
  }
}

/** SQLite's varint; null beyond the buffer and for more than a number can hold. */
function varint(bytes: Buffer, at: number): { value: number; end: number } | null {
  let value = 0
  for (let i = 0; i < 8; i++) {
    const byte = bytes[at + i]
    if (byte === undefined) return null
    value = value * 128 + (byte & 127)
    if (byte < 128) return Number.isSafeInteger(value) ? { value, end: at + i + 1 } : null
  }
  return null
}
