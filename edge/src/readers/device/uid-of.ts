import { parseScanUid } from '@vehicle-control/protocol'
import type { UidSetting } from '../reader-fields.ts'
import type { DriverTag } from './device-driver.ts'

const HEX_BYTES = /^(?:[0-9A-F]{2}){3,}$/
const PRINTED_BYTES = 4
const PRINTED_DIGITS = 10

/** The uid of a tag by the reader's setting and the rule for incoming uids; null when it has none. */
export function uidOf(tag: DriverTag, setting: UidSetting): string | null {
  if (setting === 'tid') return tag.tid === undefined ? null : parseScanUid(tag.tid)
  const uid = parseScanUid(tag.uid)
  if (setting === 'epc' || uid === null || !HEX_BYTES.test(uid)) return uid
  // Printed on the card: the last four of its five bytes as a number.
  const number = Number.parseInt(uid.slice(-PRINTED_BYTES * 2), 16)
  return String(number).padStart(PRINTED_DIGITS, '0')
}
