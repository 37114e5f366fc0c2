import { z } from 'zod'
import * as field from './json-fields.ts'
import type { JsonTag } from './json-tag.ts'
import { parseTime } from './time-text.ts'

/** One tag; which members there are depends on the metadata that the operating mode asks for. */
const Tag = z.object({
  idHex: field.uidField,
  EPC: field.uidField,
  TID: field.tidField,
  antenna: field.antennaField,
  peakRssi: field.rssiField,
  reads: field.countField,
  eventNum: field.countField,
  hostName: field.sourceField,
  MAC: field.sourceField,
})

const Event = z.object({
  /** Older firmware leaves it out. */
  type: z.string().max(64).optional(),
  timestamp: field.timeField,
  data: z.looseObject({ tagData: z.array(z.unknown()).optional() }),
})

/**
 * The tags of an event of Zebra's IoT Connector: `data` is a tag, or holds a batch of them in
 * `tagData` (RFD40, RFD90). Null for what is no event of it; other events have no tags.
 */
export function zebraTags(item: object): JsonTag[] | null {
  // A schema that fails is slow, and most of a flood may be of another form.
  if (!('data' in item)) return null
  const event = Event.safeParse(item)
  if (!event.success) return null
  const { type, timestamp, data } = event.data
  const tags = (data.tagData ?? [data]).flatMap((entry) => {
    const tag = Tag.safeParse(entry).data
    const uid = tag?.idHex ?? tag?.EPC
    if (tag === undefined || uid === undefined) return []
    const event = tag.eventNum === undefined ? '' : `#${tag.eventNum}`
    return {
      uid,
      antenna: tag.antenna,
      rssi: tag.peakRssi,
      tid: tag.TID,
      count: tag.reads,
      at: parseTime(timestamp),
      stamp: timestamp === undefined ? undefined : `${timestamp}${event}`,
      source: tag.MAC ?? tag.hostName ?? '',
    }
  })
  // Without a type and without a tag it may be anything.
  return type === undefined && tags.length === 0 ? null : tags
}
