const LINES_MAX = 1000
const BYTES_MAX = 1024 ** 2
/** One line must not push out all others; it is not cut, since half a secret would stay. */
const LINE_MAX = 64 * 1024

const PUSHED_OUT = { text: '', bytes: 0 }

/** Keeps the last lines of the log in memory, within a number of lines and of bytes. */
export class LogRing {
  #lines: { text: string; bytes: number }[] = []
  /** Of the oldest one that is kept: the places of those that were pushed out go now and then. */
  #first = 0
  #bytes = 0

  /** Takes a line as the logger writes it. */
  push(line: string): void {
    const text = line.length > LINE_MAX ? leftOut(line) : line
    const bytes = Buffer.byteLength(text)
    this.#lines.push({ text, bytes })
    this.#bytes += bytes
    while (this.#lines.length - this.#first > LINES_MAX || this.#bytes > BYTES_MAX) {
      this.#bytes -= this.#lines[this.#first]?.bytes ?? 0
      // Its text goes at once: a thousand long ones would be far more than is promised.
      this.#lines[this.#first++] = PUSHED_OUT
    }
    if (this.#first < LINES_MAX) return
    this.#lines = this.#lines.slice(this.#first)
    this.#first = 0
  }

  /** Oldest first, as they were written. */
  lines(): string[] {
    return this.#lines.slice(this.#first).map(({ text }) => text)
  }
}

const leftOut = (line: string) => `{"msg":"a line of ${line.length} characters is left out"}\n`

interface Destination {
  write(line: string): unknown
  flushSync?(): void
}

/** Where a logger writes to, so that what it writes is kept as well. */
export function keepLines(ring: LogRing, destination: Destination): Required<Destination> {
  return {
    write(line) {
      ring.push(line)
      return destination.write(line)
    },
    flushSync: () => destination.flushSync?.(),
  }
}
