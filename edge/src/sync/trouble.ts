import type { ClockQuality } from '@vehicle-control/protocol'
import type { ConnectionEnd } from './connection.ts'

/** The reason when a certificate is refused by a clock that nobody has set. */
export const CLOCK_NOT_SET = 'clock not set'

/**
 * Why there is no connection, in words for the log and the summary line. A Pi has no clock: before
 * NTP has set it, a certificate that it takes for one of another time says nothing about the hub.
 */
export function describeTrouble(end: ConnectionEnd, clock: ClockQuality): string {
  if (clock !== 'synced' && end.errorCode === 'CERT_NOT_YET_VALID') {
    return `${CLOCK_NOT_SET}: by it the hub's certificate is not valid yet; NTP is missing`
  }
  if (clock !== 'synced' && end.errorCode === 'CERT_HAS_EXPIRED') {
    return `${CLOCK_NOT_SET}, or the hub's certificate has expired`
  }
  return end.reason || `closed with ${end.code}`
}
