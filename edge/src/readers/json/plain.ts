import { z } from 'zod'
import * as field from './json-fields.ts'
import type { JsonTag } from './json-tag.ts'
import { parseTime } from './time-text.ts'

const MAX_KEYS = 64
/** Names for the same thing, lower case; the first that is there counts. */
const NAMES = {
  uid: ['uid', 'tag', 'epchex', 'idhex', 'epc', 'tagid', 'rfid'],
  antenna: ['antenna', 'antennaport', 'ant', 'port'],
  rssi: ['rssi', 'peakrssi'],
  tid: ['tid', 'tidhex'],
  count: ['count', 'reads'],
  time: ['ts', 'timestamp', 'time', 'at'],
  source: ['mac', 'hostname', 'reader'],
} as const

const Plain = z.object({
  uid: field.uidField,
  antenna: field.antennaField,
  rssi: field.rssiField,
  tid: field.tidField,
  count: field.countField,
  time: field.timeField,
  source: field.sourceField,
})

/**
 * The tag of `{"uid": …, "antenna": 1, "rssi": -60, "ts": …}`, whatever the capitals of its keys; null
 * for an object without one.
 */
export function plainTags(item: object): JsonTag[] | null {
  const members = Object.entries(item)
  if (members.length > MAX_KEYS) return null
  const byName = new Map(members.map(([key, value]) => [key.toLowerCase(), value as unknown]))
  const found = Object.entries(NAMES).map(([name, keys]) => {
    const key = keys.find((one) => byName.get(one) !== undefined && byName.get(one) !== null)
    return [name, key === undefined ? undefined : byName.get(key)] as const
  })
  const { uid, time, source, ...rest } = Plain.parse(Object.fromEntries(found))
  if (uid === undefined) return null
  return [{ uid, ...rest, at: parseTime(time), stamp: time, source: source ?? '' }]
}
