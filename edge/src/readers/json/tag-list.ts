import { z } from 'zod'
import * as field from './json-fields.ts'
import type { JsonTag } from './json-tag.ts'
import { plainTags } from './plain.ts'

const List = z.object({
  tag_reads: z.array(z.unknown()),
  reader_name: field.sourceField,
  mac_address: field.sourceField,
})

/** What a list has in place of a read to say that the reader is there. */
const Heartbeat = z.object({ isHeartBeat: z.literal(true) })

/**
 * The tags of `{"reader_name": …, "mac_address": …, "tag_reads": [{"epc": …, "antennaPort": 1,
 * "peakRssi": -60, "firstSeenTimestamp": …}]}`, as Impinj's SpeedwayConnect posts them. Null for what
 * is no such list; what is no read in one is left out.
 */
export function listedTags(item: object): JsonTag[] | null {
  // A schema that fails is slow, and most of a flood may be of another form.
  if (!('tag_reads' in item)) return null
  const list = List.safeParse(item).data
  if (list === undefined) return null
  const source = list.mac_address ?? list.reader_name ?? ''
  return list.tag_reads.flatMap((read) => {
    const isRead = typeof read === 'object' && read !== null && !Heartbeat.safeParse(read).success
    const tags = isRead ? (plainTags(read) ?? []) : []
    return tags.map((tag) => ({ ...tag, source: tag.source || source }))
  })
}

/** A list in lists of one read each, so that a long one can be taken in turns; else the value itself. */
export function listParts(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null || !('tag_reads' in value)) return [value]
  const list = List.safeParse(value).data
  if (list === undefined || list.tag_reads.length < 2) return [value]
  return list.tag_reads.map((read) => ({ ...list, tag_reads: [read] }))
}
