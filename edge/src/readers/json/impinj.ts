import { z } from 'zod'
import * as field from './json-fields.ts'
import type { JsonTag } from './json-tag.ts'
import { parseTime } from './time-text.ts'

/** Every member can be switched off in the preset; the EPC comes as hex, base64 or both. */
const Tag = z.object({
  epcHex: field.uidField,
  epc: field.base64Field,
  tidHex: field.tidField,
  tid: field.base64Field,
  antennaPort: field.antennaField,
  peakRssiCdbm: field.rssiCentiField,
})

const Event = z.object({
  eventType: z.string().max(64),
  timestamp: field.timeField,
  hostname: field.sourceField,
  tagInventoryEvent: Tag.optional().catch(undefined),
})

/**
 * The tag of an event of Impinj's IoT device interface (R700). Null for what is no event of it;
 * events of another type have no tags.
 */
export function impinjTags(item: object): JsonTag[] | null {
  // A schema that fails is slow, and most of a flood may be of another form.
  if (!('eventType' in item)) return null
  const event = Event.safeParse(item)
  if (!event.success) return null
  const { eventType, timestamp, hostname, tagInventoryEvent: tag } = event.data
  if (eventType !== 'tagInventory') return []
  const uid = tag?.epcHex ?? tag?.epc
  if (tag === undefined || uid === undefined) return null
  return [
    {
      uid,
      antenna: tag.antennaPort,
      rssi: tag.peakRssiCdbm,
      tid: tag.tidHex ?? tag.tid,
      at: parseTime(timestamp),
      stamp: timestamp,
      source: hostname ?? '',
    },
  ]
}
