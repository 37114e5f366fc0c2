import { z } from 'zod'
import * as field from './json-fields.ts'
import type { JsonTag } from './json-tag.ts'
import { plainTags } from './plain.ts'

const List = z.object({
  tag_reads: z.array(z.unknown()),
  reader_name: field.sourceField,
  mac_address: field.sourceField,
})

/**
 * The tags of `{"reader_name": …, "mac_address": …, "tag_reads": [{"epc": …, "antennaPort": 1,
 * "peakRssi": -60, "firstSeenTimestamp": …}]}`, as Impinj's SpeedwayConnect posts them. Null for what
 * is no such list, or holds neither a read nor a heartbeat though it is not empty.
 */
export function listedTags(item: object): JsonTag[] | null {
  // A schema that fails is slow, and most of a flood may be of another form.
  if (!('tag_reads' in item)) return null
  const list = List.safeParse(item).data
  if (list === undefined) return null
  const source = list.mac_address ?? list.reader_name ?? ''
  const known = list.tag_reads.flatMap((read) => {
    const tags = tagsOf(read)
    return tags === null ? [] : [tags.map((tag) => ({ ...tag, source: tag.source || source }))]
  })
  return known.length === 0 && list.tag_reads.length > 0 ? null : known.flat()
}

function tagsOf(read: unknown): JsonTag[] | null {
  if (!isObject(read)) return null
  // What a list has in place of a read to say that the reader is there.
  if (read['isHeartBeat'] === true) return []
  return plainTags({ ts: read['firstSeenTimestamp'], ...read })
}

/** A list in lists of one read each, so that a long one can be taken in turns; else the value itself. */
export function* listParts(value: unknown): Generator<unknown> {
  const reads = readsOf(value)
  if (!isObject(value) || reads === null || reads.length < 2) {
    yield value
    return
  }
  // Nothing else of it: a long object, copied for each of many reads, would be quadratic.
  const { reader_name, mac_address } = value
  for (const read of reads) yield { reader_name, mac_address, tag_reads: [read] }
}

/** How many items a value is: those of a list, else one. */
export const itemsOf = (value: unknown): number => readsOf(value)?.length ?? 1

function readsOf(value: unknown): readonly unknown[] | null {
  return isObject(value) && Array.isArray(value['tag_reads']) ? value['tag_reads'] : null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
