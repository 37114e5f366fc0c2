import type { AntennaState } from './reader-event.ts'

/** How long a single event is shown: no reader reports its end. */
const SHOWN_FOR_MS = 10 * 60_000

/** What is wrong at a reader that still reads, joined to one text. */
export class LlrpWarning {
  readonly #used: ReadonlySet<number> | null
  readonly #unplugged = new Set<number>()
  #refused: string | null = null
  #happened: { text: string; until: number } | null = null

  /** Antennas that are not used are of no interest; absent: all are used. */
  constructor(used: readonly number[] | undefined) {
    this.#used = used === undefined ? null : new Set(used)
  }

  antenna({ id, isConnected }: AntennaState): void {
    if (isConnected) this.#unplugged.delete(id)
    else if (this.#used === null || this.#used.has(id)) this.#unplugged.add(id)
  }

  /** Shown as long as the connection lasts. */
  refused(text: string): void {
    this.#refused = text
  }

  happened(text: string, mono: number): void {
    this.#happened = { text, until: mono + SHOWN_FOR_MS }
  }

  /** Null while all is well. */
  text(mono: number): string | null {
    if (this.#happened !== null && this.#happened.until <= mono) this.#happened = null
    const ids = [...this.#unplugged].toSorted((a, b) => a - b)
    const antennas = ids.length === 0 ? null : `no antenna at ${ids.join(', ')}`
    const parts = [this.#refused, antennas, this.#happened?.text ?? null].filter(
      (part) => part !== null,
    )
    return parts.length === 0 ? null : parts.join('; ')
  }
}
