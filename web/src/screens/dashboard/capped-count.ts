import { COUNTED_READS } from '../../api/search-reads.ts'
import { formatCount } from '../../site-time.ts'

/** A count that the hub gives exactly to 10,000. */
export function cappedCount(total: number, exact?: number): string {
  if (exact !== undefined) return formatCount(exact)
  return total > COUNTED_READS ? `${formatCount(COUNTED_READS)}+` : formatCount(total)
}
