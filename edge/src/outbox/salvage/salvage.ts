import type { ReadPart } from '../file/damaged-file.ts'
import type { KnownEpoch, SetAside } from '../file/epochs-file.ts'
import { insertGap, rowStart } from '../gap.ts'
import type { Stamp } from '../insert-rows.ts'
import { type Cell, leafCells, readRecord } from './leaf-cells.ts'
import type { Sqlite } from '../file/outbox-file.ts'
import { readMeta, writeMeta } from '../meta.ts'
import { type LeafPage, SalvageScan } from './salvage-scan.ts'

/** What one transaction copies at the most; the cap keeps more than that free. */
const STEP_ROWS = 500
const STEP_CHARS = 64 * 1024
/** Leaves that one step looks at, unless more than these overlap. */
const STEP_LEAVES = 8

/** An epoch of the damaged file with the seqs that it certainly has. */
export type SalvagedEpoch = KnownEpoch & { lastSeq: number }

/** Progress of a salvage; kept in the outbox, so that it goes on after a restart. */
export interface SalvageState {
  /** Everything up to this seq is accounted for. */
  through: number
  rows: number
  lost: number
  isDone: boolean
}

interface FoundRow {
  seq: number
  kind: string
  at: number
  mono: number
  boot: string
  clock: string
  data: string
}

const stateKey = (record: SetAside) => `salvage ${record.name}`

export function readState(db: Sqlite, record: SetAside): SalvageState {
  const stored = readMeta(db, stateKey(record))
  if (stored === undefined) return { through: 0, rows: 0, lost: 0, isDone: false }
  return JSON.parse(stored) as SalvageState
}

export function writeState(db: Sqlite, record: SetAside, state: SalvageState): void {
  writeMeta(db, stateKey(record), JSON.stringify(state))
}

/**
 * Copies what can be read of a file that was set aside into the outbox, oldest first and under the
 * names that the entries have, and writes a gap for exactly the seqs that cannot be read.
 */
export class Salvage {
  readonly record: SetAside
  readonly scan: SalvageScan
  readonly #known: ReadonlySet<string>
  #epochs: SalvagedEpoch[] | null = null
  /** The names of the file's epochs are lost. */
  isNameless = false
  #leaves: LeafPage[] = []
  #next = 0
  #open: LeafPage[] = []
  #gaps: { from: number; to: number }[] = []

  /** `known`: epochs that the outbox has already, from another file that held them too. */
  constructor(folder: string, record: SetAside, known: Iterable<string>, read?: ReadPart) {
    this.record = record
    this.scan = new SalvageScan(folder, record.name, read)
    this.#known = new Set(known)
  }

  /** The epochs to salvage, oldest first. Known when the scan has ended. */
  get epochs(): readonly SalvagedEpoch[] {
    this.#epochs ??= this.#plan()
    return this.#epochs
  }

  #plan(): SalvagedEpoch[] {
    const { leaves, gaps, sequence, epochs } = this.scan
    const { record } = this
    let last = record.lastSeq
    if (!record.isExact) {
      const rows = leaves.reduce((max, leaf) => Math.max(max, leaf.max), 0)
      // A sequence below the rows comes from an old version of its page: the newest is damaged.
      last = Math.min(last, sequence === 0 || this.scan.file.isBehind ? rows || sequence : sequence)
      last = Math.max(last, this.scan.file.isBehind ? sequence : 0)
    }
    this.#leaves = leaves.filter((l) => l.min <= last).toSorted((a, b) => a.min - b.min)
    this.#gaps = withoutNested(gaps)
    const found = record.isExact ? [] : [...epochs.values()]
    const ranges = rangesOf(record.epochs, found, last)
    this.isNameless = ranges.length === 0
    return ranges.filter(({ epoch }) => !this.#known.has(epoch))
  }

  /** Copies the next entries inside the caller's transaction; answers the progress after them. */
  copy(db: Sqlite, state: SalvageState, stamp: Stamp): SalvageState {
    const epochs = this.epochs
    const end = epochs.at(-1)?.lastSeq ?? 0
    if (state.through >= end) return { ...state, isDone: true }
    const { rows, through } = this.#rowsAfter(state.through, end)
    const insert = db.prepare(
      'insert or ignore into entries (seq, kind, at, mono, boot, clock, data) values (?, ?, ?, ?, ?, ?, ?)',
    )
    const next = { ...state, through }
    let expected = state.through + 1
    const writeGapsTo = (seq: number) => {
      for (const { firstSeq, lastSeq, acked } of epochs) {
        const from = Math.max(expected, firstSeq, acked + 1)
        const to = Math.min(seq - 1, lastSeq)
        if (from > to) continue
        const counts = { unknown: to - from + 1 }
        insertGap(db, { from, to, counts, reason: 'damaged' }, stamp)
        next.lost += to - from + 1
      }
    }
    for (const row of rows) {
      writeGapsTo(rowStart(row))
      const { seq, kind, at, mono, boot, clock, data } = row
      insert.run(seq, kind, at, mono, boot, clock, data)
      next.rows++
      expected = seq + 1
    }
    writeGapsTo(through + 1)
    next.isDone = through >= end
    return next
  }

  /** The next rows that can be read, and the seq up to which there are no others. */
  #rowsAfter(after: number, last: number): { rows: FoundRow[]; through: number } {
    let through = this.#openLeaves(after, last)
    const cells: Cell[] = []
    for (const { page } of this.#open) {
      const bytes = this.scan.file.page(page)
      if (bytes === null) continue
      for (const cell of leafCells(bytes)) {
        if (cell.rowid > after && cell.rowid <= through) cells.push(cell)
      }
    }
    cells.sort((a, b) => a.rowid - b.rowid)
    const rows: FoundRow[] = []
    let chars = 0
    for (const cell of cells) {
      if (cell.rowid === rows.at(-1)?.seq) continue
      if (rows.length >= STEP_ROWS || chars >= STEP_CHARS) {
        through = cell.rowid - 1
        break
      }
      const row = this.#isWanted(cell.rowid) ? this.#row(cell) : null
      if (row === null) continue
      rows.push(row)
      chars += row.data.length
    }
    return { rows, through }
  }

  /** Chooses the leaves to look at next; answers up to which seq they hold everything. */
  #openLeaves(after: number, last: number): number {
    this.#open = this.#open.filter((leaf) => leaf.max > after)
    for (;;) {
      const next = this.#leaves[this.#next]
      if (next === undefined) return last
      if (this.#open.length >= STEP_LEAVES && next.min - 1 > after) return next.min - 1
      this.#next++
      if (next.max > after) this.#open.push(next)
    }
  }

  /** False for seqs outside every epoch, and for those that a gap stands for. */
  #isWanted(seq: number): boolean {
    if (!this.epochs.some((e) => e.firstSeq <= seq && seq <= e.lastSeq)) return false
    while ((this.#gaps[0]?.to ?? seq) < seq) this.#gaps.shift()
    const gap = this.#gaps[0]
    return gap === undefined || seq < gap.from || seq === gap.to
  }

  #row(cell: Cell): FoundRow | null {
    const [, kind, at, mono, boot, clock, data] = readRecord(this.scan.file, cell) ?? []
    if (typeof kind !== 'string' || typeof boot !== 'string' || typeof clock !== 'string')
      return null
    if (typeof at !== 'number' || typeof mono !== 'number' || typeof data !== 'string') return null
    if (!Number.isFinite(at) || !Number.isFinite(mono) || !KIND.test(kind)) return null
    if (!CLOCKS.has(clock) || !isJson(data)) return null
    return { seq: cell.rowid, kind, at, mono, boot, clock, data }
  }

  close(): void {
    this.scan.file.close()
  }
}

const KIND = /^[a-z_]{1,32}$/
const CLOCKS = new Set(['synced', 'hub', 'corrected', 'unsynced'])

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Gaps in the order of their seqs, without those that a wider one stands for. */
function withoutNested(gaps: readonly { from: number; to: number }[]) {
  const kept: { from: number; to: number }[] = []
  for (const gap of gaps.toSorted((a, b) => a.to - b.to || a.from - b.from)) {
    while ((kept.at(-1)?.from ?? -1) >= gap.from) kept.pop()
    if ((kept.at(-1)?.to ?? 0) < gap.to) kept.push(gap)
  }
  return kept
}

/** The epochs that are known, and those found in the file that fit between them, to `last`. */
function rangesOf(
  known: readonly KnownEpoch[],
  found: readonly KnownEpoch[],
  last: number,
): SalvagedEpoch[] {
  const all = new Map(known.map((epoch) => [epoch.epoch, epoch]))
  for (const epoch of found) {
    const same = all.get(epoch.epoch)
    if (same !== undefined) {
      const acked = Math.max(same.acked, epoch.acked)
      all.set(epoch.epoch, { ...same, lastSeq: same.lastSeq ?? epoch.lastSeq, acked })
    } else all.set(epoch.epoch, epoch)
  }
  const ordered = [...all.values()].toSorted((a, b) => a.firstSeq - b.firstSeq)
  const ranges: SalvagedEpoch[] = []
  for (const [i, epoch] of ordered.entries()) {
    const limit = (ordered[i + 1]?.firstSeq ?? last + 1) - 1
    const lastSeq = Math.min(epoch.lastSeq ?? limit, limit, last)
    if (lastSeq >= epoch.firstSeq) ranges.push({ ...epoch, lastSeq })
  }
  return ranges
}
