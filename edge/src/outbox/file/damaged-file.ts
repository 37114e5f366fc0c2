import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { type ReadAt, walPages } from './wal-frames.ts'

/** The outbox's files have this size of pages, whatever a damaged first page says. */
const PAGE_BYTES = 4096

/** Reads a part of an open file, as `readSync`; tests pass one that fails. */
export type ReadPart = (fd: number, buffer: Buffer, position: number) => number

const readPart: ReadPart = (fd, buffer, position) =>
  readSync(fd, buffer, 0, buffer.length, position)

/** Reads a part, again after an error; null when the disk cannot read it or the file is shorter. */
function readerOf(fd: number, read: ReadPart): ReadAt {
  return (position, length) => {
    const buffer = Buffer.allocUnsafe(length)
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        return read(fd, buffer, position) === length ? buffer : null
      } catch {
        // A bad sector, or a card that was away for a moment.
      }
    }
    return null
  }
}

/** True when the write-ahead log beside a file holds committed pages that SQLite would drop. */
export function isWalDamaged(file: string): boolean {
  if (!existsSync(`${file}-wal`)) return false
  const fd = openSync(`${file}-wal`, 'r')
  try {
    return walPages(readerOf(fd, readPart), fstatSync(fd).size, PAGE_BYTES).isDamaged
  } finally {
    closeSync(fd)
  }
}

/** The pages of a database that SQLite can no longer open, with those in its write-ahead log. */
export class DamagedFile {
  readonly pageCount: number
  /** Its write-ahead log has damaged commits: some pages are older versions. */
  readonly isBehind: boolean
  readonly #fd: number
  readonly #wal: number | null
  readonly #read: ReadAt
  readonly #readWal: ReadAt
  readonly #inWal: Map<number, number>

  constructor(path: string, read: ReadPart = readPart) {
    this.#fd = openSync(path, 'r')
    this.#wal = existsSync(`${path}-wal`) ? openSync(`${path}-wal`, 'r') : null
    this.#read = readerOf(this.#fd, read)
    this.#readWal = readerOf(this.#wal ?? this.#fd, read)
    const walBytes = this.#wal === null ? 0 : fstatSync(this.#wal).size
    const { newest, isDamaged } = walPages(this.#readWal, walBytes, PAGE_BYTES)
    this.#inWal = newest
    this.isBehind = isDamaged
    let last = Math.floor(fstatSync(this.#fd).size / PAGE_BYTES)
    for (const page of newest.keys()) last = Math.max(last, page)
    this.pageCount = last
  }

  /** A page by its number, from 1; null when it cannot be read. */
  page(number: number): Buffer | null {
    if (number < 1 || number > this.pageCount) return null
    const inWal = this.#inWal.get(number)
    if (inWal !== undefined) return this.#readWal(inWal, PAGE_BYTES)
    return this.#read((number - 1) * PAGE_BYTES, PAGE_BYTES)
  }

  close(): void {
    closeSync(this.#fd)
    if (this.#wal !== null) closeSync(this.#wal)
  }
}
