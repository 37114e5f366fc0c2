/** Length of a counter's bucket: days of every time zone begin on a multiple of 15 minutes. */
export const BUCKET_MS = 15 * 60_000
/** Length of a row of `asset_days`: days of UTC, whatever the time zone of the site. */
export const ASSET_DAY_MS = 86_400_000
export const ASSET_WEEK_MS = 7 * ASSET_DAY_MS

/** The start of the unit of `unitMs` that a moment lies in. */
export function startOf(at: number, unitMs: number): number {
  return Math.floor(at / unitMs) * unitMs
}

type SumRow = [first: number, second: number, reads: number, suppressed: number]

/** Two counters for each key of two numbers. */
export class Sums {
  readonly #rows = new Map<number, Map<number, SumRow>>()
  #size = 0

  /** How many keys there are. */
  get size(): number {
    return this.#size
  }

  add(first: number, second: number, counter: 0 | 1, n: number): void {
    let rows = this.#rows.get(first)
    if (!rows) this.#rows.set(first, (rows = new Map()))
    let row = rows.get(second)
    if (!row) {
      rows.set(second, (row = [first, second, 0, 0]))
      this.#size++
    }
    row[counter === 0 ? 2 : 3] += n
  }

  /** Lists the sums in key order. */
  rows(): SumRow[] {
    const rows = [...this.#rows.values()].flatMap((of) => [...of.values()])
    return rows.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  }
}
