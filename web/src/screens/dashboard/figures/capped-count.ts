import type { LogsResponse } from '@vehicle-control/protocol'
import { COUNTED_READS_MAX } from '@vehicle-control/protocol/limits'
import { formatCount } from '../../../site-time/site-time.ts'

/** The count of a list: with filters the hub stops at `COUNTED_READS_MAX`. */
export function cappedCount({ total, capped }: Pick<LogsResponse, 'total' | 'capped'>): string {
  return capped ? `${formatCount(COUNTED_READS_MAX)}+` : formatCount(total)
}
