import { join } from 'node:path'
import { NO_PIN } from '@vehicle-control/protocol/limits'
import type { CommandKey, StoredCommand } from '../commands.ts'
import { DamagedFile, type ReadPart } from '../file/damaged-file.ts'
import { EPOCH_NAME } from '../file/outbox-file.ts'
import type { KnownEpoch } from '../file/epochs-file.ts'
import { gapOf } from '../gap.ts'
import { type Cell, columnTypes, isText, leafCells, readRecord, type Value } from './leaf-cells.ts'

/** Pages that one step reads. */
const STEP_PAGES = 256

/** A leaf of the entries, and the seqs that it can hold. */
export interface LeafPage {
  page: number
  min: number
  max: number
}

/** A command as the damaged file holds it. */
export type FoundCommand = CommandKey & StoredCommand

/**
 * One pass over a damaged file that finds the pages of the entries, and collects what is small:
 * epochs, commands, gaps. Rows are recognised by their columns, so that only their own page must be
 * readable.
 */
export class SalvageScan {
  readonly file: DamagedFile
  readonly leaves: LeafPage[] = []
  readonly gaps: { from: number; to: number }[] = []
  readonly epochs = new Map<string, KnownEpoch>()
  readonly commands = new Map<string, FoundCommand>()
  /** The highest seq ever given, as SQLite keeps it; 0 where that cannot be read. */
  sequence = 0
  /** Rows of entries, whatever epoch they are of. */
  rows = 0
  #next = 1
  #unread: number[] = []

  constructor(folder: string, name: string, read?: ReadPart) {
    this.file = new DamagedFile(join(folder, name), read)
  }

  /** Reads the next pages; false when all are read. */
  step(): boolean {
    const { pageCount } = this.file
    const end = Math.min(pageCount, this.#next + STEP_PAGES - 1)
    for (; this.#next <= end; this.#next++) {
      if (!this.#take(this.#next)) this.#unread.push(this.#next)
    }
    if (this.#next <= pageCount) return true
    // A card that was gone for a moment must cost nothing: what it refused is read once more.
    const again = this.#unread.splice(0, STEP_PAGES)
    for (const number of again) this.#take(number)
    return this.#unread.length > 0
  }

  #take(number: number): boolean {
    const page = this.file.page(number)
    if (page === null) return false
    let min = Number.POSITIVE_INFINITY
    let max = 0
    for (const cell of leafCells(page)) {
      const types = columnTypes(cell)
      if (types === null) continue
      if (isEntry(types)) {
        this.rows++
        min = Math.min(min, cell.rowid)
        max = Math.max(max, cell.rowid)
        if (types[1] === GAP_TYPE) this.#takeGap(cell)
      } else this.#takeOther(readRecord(this.file, cell))
    }
    if (max > 0) this.leaves.push({ page: number, min, max })
    return true
  }

  #takeGap(cell: Cell): void {
    const [, kind, , , , , data] = readRecord(this.file, cell) ?? []
    if (kind !== 'gap' || typeof data !== 'string') return
    const { from, to } = gapOf(data)
    if (from !== null && from < cell.rowid && to === cell.rowid) this.gaps.push({ from, to })
  }

  #takeOther(values: Value[] | null): void {
    if (values === null) return
    const [first, second, third, fourth, fifth, sixth, seventh] = values
    if (values.length === 2 && first === 'entries' && typeof second === 'number') {
      this.sequence = Math.max(this.sequence, second)
    }
    if (values.length < 6 || first !== null || typeof second !== 'string') return
    if (isSeq(third) && isSeq(fifth) && EPOCH_NAME.test(second) && typeof sixth !== 'string') {
      if (fourth === null || (isSeq(fourth) && fourth >= third - 1)) {
        this.#takeEpoch({ epoch: second, firstSeq: third, lastSeq: fourth, acked: fifth })
        return
      }
    }
    if (isRelay(third) && (fourth === 0 || fourth === 1)) {
      if (typeof sixth === 'number' || sixth === undefined) return
      const known = this.commands.get(second)?.result ?? null
      const relay = typeof seventh === 'string' ? seventh : undefined
      const result = sixth ?? known
      this.commands.set(second, { id: second, pin: third, relay, state: fourth, result })
    }
  }

  /** Takes the newer of two copies: a free page may still hold an older one. */
  #takeEpoch(found: KnownEpoch): void {
    const known = this.epochs.get(found.epoch)
    const acked = Math.max(found.acked, known?.acked ?? 0)
    this.epochs.set(found.epoch, {
      ...found,
      lastSeq: found.lastSeq ?? known?.lastSeq ?? null,
      acked,
    })
  }
}

/** The serial type of a text of three bytes. */
const GAP_TYPE = 13 + 2 * 'gap'.length

/** A pin of the header, or NO_PIN. */
const isRelay = (value: Value | undefined): value is number =>
  value === NO_PIN || (isSeq(value) && value <= LAST_PIN)
const LAST_PIN = 27

const isSeq = (value: Value | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const isNumber = (type: number | undefined) => type !== undefined && type >= 1 && type <= 9

/**
 * The columns of `entries`: seq (the rowid), kind, at, mono, boot, clock, data, and what a newer
 * version has added.
 */
function isEntry(types: readonly number[]): boolean {
  const [seq, kind, at, mono, boot, clock, data] = types
  return (
    types.length >= 7 &&
    seq === 0 &&
    [kind, boot, clock, data].every(isText) &&
    isNumber(at) &&
    isNumber(mono)
  )
}
