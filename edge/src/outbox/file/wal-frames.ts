/** Reads `length` bytes at a place of a file; null where the disk cannot read them. */
export type ReadAt = (position: number, length: number) => Buffer | null

/** One page's version in a write-ahead log. */
interface Frame {
  page: number
  /** Where the page's bytes begin in the file. */
  at: number
  /** The last frame of its transaction, by its head. */
  isCommit: boolean
  isValid: boolean
  isUnreadable: boolean
}

export interface WalPages {
  /** Where the newest committed version of each page lies in the file. */
  newest: Map<number, number>
  /** Committed frames cannot be read: SQLite would drop all that follow them, silently. */
  isDamaged: boolean
}

const HEADER = 32
const FRAME_HEADER = 24
const MAGIC = 0x377f0682
/** Most sums to check a frame from: stale frames at the end all fail, and each would add one. */
const SEEDS = 4

type Sum = readonly [number, number]

/**
 * The committed pages of a write-ahead log, those behind damaged frames too: every frame is checked
 * from the sum that the one before it states. The log must have begun empty with its connection; a
 * transaction with a damaged frame counts when a later one follows, since that was begun only after
 * it was synced. Without one it is a torn end, which was never confirmed.
 */
export function walPages(read: ReadAt, size: number, pageSize: number): WalPages {
  const newest = new Map<number, number>()
  if (size <= HEADER) return { newest, isDamaged: false }
  const frames = readFrames(read, size, pageSize)
  const last = frames.findLastIndex((frame) => frame.isValid)
  let isDamaged = false
  for (let first = 0; first <= last;) {
    const found = frames.findIndex((frame, i) => i >= first && frame.isCommit)
    const end = found < 0 ? last : found
    const transaction = frames.slice(first, end + 1)
    const isWhole = found >= 0 && transaction.every((frame) => frame.isValid)
    // The disk refuses a sector that went bad, never one that a power cut left half written.
    const isTorn = end >= last && !transaction.some((frame) => frame.isUnreadable)
    if (!isWhole && isTorn) break
    isDamaged ||= !isWhole
    for (const { page, at, isValid } of transaction) if (isValid) newest.set(page, at)
    first = end + 1
  }
  return { newest, isDamaged }
}

function readFrames(read: ReadAt, size: number, pageSize: number): Frame[] {
  const header = read(0, HEADER)
  const little = header === null || header.readUInt32BE(0) !== MAGIC + 1
  let seeds: Sum[] = header === null ? [] : [sumAt(header, 24)]
  const isHeaderWhole =
    header !== null && isSame(checksum([0, 0], header.subarray(0, 24), little), sumAt(header, 24))
  let salt = isHeaderWhole ? header.subarray(16, 24) : null
  const frames: Frame[] = []
  const length = FRAME_HEADER + pageSize
  for (let at = HEADER; at + length <= size; at += length) {
    const bytes = read(at, length)
    if (bytes === null) {
      frames.push({ page: 0, at, isCommit: false, isValid: false, isUnreadable: true })
      seeds = []
      continue
    }
    salt ??= bytes.subarray(8, 16)
    const stated = sumAt(bytes, 16)
    const isOfThisLog = salt.equals(bytes.subarray(8, 16))
    const sums = seeds.map((seed) => {
      const sum = checksum(seed, bytes.subarray(0, 8), little)
      return checksum(sum, bytes.subarray(FRAME_HEADER), little)
    })
    const isValid = isOfThisLog && sums.some((sum) => isSame(sum, stated))
    frames.push({
      page: bytes.readUInt32BE(0),
      at: at + FRAME_HEADER,
      isCommit: isOfThisLog && bytes.readUInt32BE(4) !== 0,
      isValid,
      isUnreadable: false,
    })
    // Behind a damaged frame either sum may be the right one, the stated or the worked-out.
    seeds = isValid ? [stated] : [stated, ...sums].slice(0, SEEDS)
  }
  return frames
}

const sumAt = (bytes: Buffer, at: number): Sum => [
  bytes.readUInt32BE(at),
  bytes.readUInt32BE(at + 4),
]
const isSame = (a: Sum, b: Sum) => a[0] === b[0] && a[1] === b[1]

/** SQLite's checksum of a write-ahead log. */
function checksum([first, second]: Sum, bytes: Buffer, little: boolean): Sum {
  let a = first
  let b = second
  for (let i = 0; i + 8 <= bytes.length; i += 8) {
    a = (a + (little ? bytes.readUInt32LE(i) : bytes.readUInt32BE(i)) + b) >>> 0
    b = (b + (little ? bytes.readUInt32LE(i + 4) : bytes.readUInt32BE(i + 4)) + a) >>> 0
  }
  return [a, b]
}
