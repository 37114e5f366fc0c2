import { type ListRow, rowBytes } from '@vehicle-control/protocol'
import { rowEnd } from '../outbox/access/packed-rows.ts'

const TWO_32 = 2 ** 32
const text = new TextEncoder()

/** Rows as they lie in memory and in the file: a dozen bytes beside the uid, and no object. */
export function packRows(rows: readonly ListRow[]): Uint8Array {
  const parts = rows.map(rowBytes)
  const packed = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    packed.set(part, end)
    end += part.length
  }
  return packed
}

/** The row of a uid, which is compared whole; undefined where there is none. Hot path. */
export function findRow(rows: Uint8Array, uid: string): ListRow | undefined {
  const name = text.encode(uid)
  for (let start = 0; start < rows.length;) {
    if (isOf(rows, start, name)) return rowAt(rows, start + 1 + name.length, uid)
    const end = rowEnd(rows, start)
    if (end < 0) return undefined
    start = end
  }
  return undefined
}

function isOf(rows: Uint8Array, start: number, name: Uint8Array): boolean {
  if (rows[start] !== name.length) return false
  // From the end: the tags of a site begin alike.
  for (let i = name.length - 1; i >= 0; i--) if (rows[start + 1 + i] !== name[i]) return false
  return true
}

/** What follows a uid. */
function rowAt(rows: Uint8Array, start: number, uid: string): ListRow {
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
  let end = start
  const byte = () => {
    end += 2
    return view.getUint8(end - 1)
  }
  const moment = () => {
    const length = view.getUint8(end)
    end += 1 + length
    return length === 0 ? null : view.getUint32(end - 8) * TWO_32 + view.getUint32(end - 4)
  }
  const state = byte()
  const from = moment()
  const to = moment()
  const group = view.getUint32(end + 1)
  end += 5
  return [uid, state, from, to, group, byte()]
}
