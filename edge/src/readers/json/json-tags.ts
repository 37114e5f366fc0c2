import { impinjTags } from './impinj.ts'
import type { JsonTag } from './json-tag.ts'
import { plainTags } from './plain.ts'
import { listedTags } from './tag-list.ts'
import { zebraTags } from './zebra.ts'

/**
 * The tags of one object of a smart reader: of Zebra's, of Impinj's, a list, or in the plain form.
 * Empty for one that is not about tags, such as a heartbeat; null for what is no message of a reader.
 */
export function readTags(item: unknown): JsonTag[] | null {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return null
  return impinjTags(item) ?? zebraTags(item) ?? listedTags(item) ?? plainTags(item)
}
