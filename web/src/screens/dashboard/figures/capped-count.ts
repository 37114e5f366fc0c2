import { COUNTED_READS_MAX } from '@vehicle-control/protocol/limits'
import { formatCount } from '../../../site-time/site-time.ts'

/** A count that the hub gives exactly up to `COUNTED_READS_MAX`. */
export function cappedCount(total: number, exact?: number): string {
  if (exact !== undefined) return formatCount(exact)
  return total > COUNTED_READS_MAX ? `${formatCount(COUNTED_READS_MAX)}+` : formatCount(total)
}
