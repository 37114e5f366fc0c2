const SECTOR = 512

/** A change of a file's content. */
export type Change =
  | { type: 'write'; offset: number; data: Buffer }
  | { type: 'truncate'; size: number }

/** What a file holds; it grows without being copied each time. */
export class FileContent {
  #bytes: Buffer
  #size: number

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = Buffer.from(bytes)
    this.#size = bytes.length
  }

  /** Up to the next change. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }

  put(change: Change): void {
    if (change.type === 'truncate') return this.#resize(change.size)
    const { offset, data } = change
    this.#resize(Math.max(this.#size, offset + data.length))
    data.copy(this.#bytes, offset)
  }

  #resize(size: number): void {
    if (size > this.#bytes.length) {
      const larger = Buffer.alloc(2 * size)
      this.bytes.copy(larger)
      this.#bytes = larger
    }
    // What is cut off comes back as zeros when the file grows again.
    if (size < this.#size) this.#bytes.fill(0, size, this.#size)
    this.#size = size
  }
}

/** A write as its sectors, each of which the disk writes whole or not at all. */
export function sectorsOf(change: Change): Change[] {
  if (change.type === 'truncate') return [change]
  const parts: Change[] = []
  const { offset, data } = change
  for (let at = 0; at < data.length;) {
    const end = Math.min(data.length, at + SECTOR - ((offset + at) % SECTOR))
    parts.push({ type: 'write', offset: offset + at, data: data.subarray(at, end) })
    at = end
  }
  return parts
}
