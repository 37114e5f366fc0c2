import { z } from 'zod'
import { wireText } from '../text.ts'
import { RowsText } from './list-text.ts'

/** SHA-256 in lower-case hex. */
export const Digest = z.string().regex(/^[0-9a-f]{64}$/)
export type Digest = z.infer<typeof Digest>

/** 80 random bits in lower-case base32, new for each list that does not go on from another one. */
export const ListId = z.string().regex(/^[a-z2-7]{16}$/)
export type ListId = z.infer<typeof ListId>

/**
 * Which list it is, and how many edits it has had. A hub that was restored from an older copy has fewer
 * edits than a gate that it served since: it sends that gate no row until a person has said so.
 */
export const ListPlace = z.object({
  id: ListId,
  edits: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
})
export type ListPlace = z.infer<typeof ListPlace>

const bucket = z.number().int().min(0).max(255)
/** Tags that are denied, as one list beside the rows, and the bytes of these tags in JSON. */
export const DENIED_MAX = 2000
export const DENIED_MAX_BYTES = 96 * 1024
/** Bytes of a bucket's digest by which two sides find the unequal ones; the whole digest decides. */
export const BUCKET_PREFIX_BYTES = 8

/** What the list, the denied tags and the policy of an agent are, by content. */
const Content = z.object({
  list: ListPlace,
  /** `listDigest` of its 256 buckets. */
  digest: Digest,
  /** `deniedDigest` of its denied tags. */
  denied: Digest,
  /** SHA-256 of the policy's JSON as the hub sends it. */
  policy: Digest,
})

/**
 * Hub to edge: what the edge should hold. Sent after each edit, and every few minutes: an edge whose
 * content is equal has been confirmed at `wall`, by the hub's clock.
 */
export const AccessHead = Content.extend({
  type: z.literal('access_head'),
  wall: z.number(),
  /** A list of the edge that a person has given up for this one, although it had seen more edits. */
  givenUp: ListPlace.optional(),
})
export type AccessHead = z.infer<typeof AccessHead>

/** Hub to edge: the whole policy, as JSON text, whose SHA-256 is the head's `policy`. */
export const AccessPolicy = z.object({
  type: z.literal('access_policy'),
  json: z.string().max(32 * 1024),
})
export type AccessPolicy = z.infer<typeof AccessPolicy>

/** Hub to edge: all denied tags. */
export const AccessDenied = z.object({
  type: z.literal('access_denied'),
  list: ListPlace,
  uids: z.array(wireText(64).min(1)).max(DENIED_MAX),
})
export type AccessDenied = z.infer<typeof AccessDenied>

/** Hub to edge: one bucket, whole. It takes the place of what the edge had in it. */
export const AccessBucket = z.object({
  type: z.literal('access_bucket'),
  list: ListPlace,
  bucket,
  /** As `rowsText` writes them. */
  rows: RowsText,
})
export type AccessBucket = z.infer<typeof AccessBucket>

/**
 * Edge to hub: what it holds, as the answer to a head that it does not equal, and when that changes.
 * `list` is null before the first one.
 */
export const AccessHave = z.object({
  type: z.literal('access_have'),
  mono: z.number().nonnegative(),
  list: ListPlace.nullable(),
  digest: Digest,
  denied: Digest,
  policy: Digest.nullable(),
  /** Policy, denied tags and every bucket were there whole, once: only then anything is allowed. */
  complete: z.boolean(),
  /** Mode, as the edge goes by it: `off` too where it does not know the policy. */
  mode: wireText(16),
  /** Rules that this version does not know, by id; null of one without. */
  refused: z.array(z.number().int().nullable()).max(64),
  /** Base64 of the first `BUCKET_PREFIX_BYTES` of each bucket's digest; absent where all is equal. */
  buckets: z.base64().max(2732).optional(),
})
export type AccessHave = z.infer<typeof AccessHave>
