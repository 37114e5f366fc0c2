/** So often both calls are made where a read of the span was stored between them. */
const ATTEMPTS_MAX = 3

/** An answer that counts the reads of a span. */
interface Counted {
  readonly total: number
  /** Only the newest reads were looked at. */
  readonly truncated: boolean
}

/**
 * Both answers of a report, whose figures stand on one sheet: asked for again where one has a read
 * more than the other. Where one of them did not count all reads they may differ.
 */
export async function ofOneMoment<
  A extends Counted & { readonly capped: boolean },
  T extends Counted,
>(ask: () => Promise<[A, T]>): Promise<[A, T]> {
  for (let attempt = 1; ; attempt++) {
    const [reads, figures] = await ask()
    const areCounted = !reads.capped && !reads.truncated && !figures.truncated
    const isSame = !areCounted || reads.total === figures.total
    if (isSame || attempt === ATTEMPTS_MAX) return [reads, figures]
  }
}
