import { MAX_BATCH_ENTRIES, WIRE_OVERHEAD_BYTES } from '@vehicle-control/protocol'
import type { OutboxRow } from '../entry.ts'

/**
 * A buffer of rows that follow what was sent and need not be read from the disk again: at most one
 * batch, in entries and in bytes. Rows that do not fit are read from the disk later.
 */
export class FreshRows {
  readonly #maxBytes: number
  #rows: OutboxRow[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The seq of the last one; null without any. */
  get lastSeq(): number | null {
    return this.#rows.at(-1)?.seq ?? null
  }

  /** Takes as many of the rows as there is room for; the first one follows the last one here. */
  add(rows: readonly OutboxRow[]): void {
    for (const row of rows) {
      const bytes = Buffer.byteLength(row.data) + WIRE_OVERHEAD_BYTES
      if (this.#rows.length >= MAX_BATCH_ENTRIES || this.#bytes + bytes > this.#maxBytes) return
      this.#bytes += bytes
      this.#rows.push(row)
    }
  }

  /** Removes and returns all rows. */
  take(): OutboxRow[] {
    const rows = this.#rows
    this.clear()
    return rows
  }

  clear(): void {
    this.#rows = []
    this.#bytes = 0
  }
}
