import { z } from 'zod'
import { AssetTagEvent } from '../browser-events.ts'
import { Instant } from '../instant.ts'
import { TAG_NOTE_MAX } from '../limits.ts'
import { line } from '../text.ts'

/** POST /api/rfid/tags/{uid}/report: an operator asks an admin to look at an unknown tag. */
export const ReportTagRequest = z.object({
  /** The gate and the time of the read. */
  agent_code: line(64).min(1),
  read_at: Instant,
  note: line(TAG_NOTE_MAX).default(''),
})

/** A report of an unknown tag that nobody has settled yet. Times are ISO 8601 UTC. */
export const TagReport = z.object({
  uid: z.string(),
  agent_code: z.string(),
  agent_name: z.string(),
  read_at: z.string(),
  /** What was noted; what others add later follows with their names. */
  note: z.string(),
  reported_by: z.string(),
  reported_at: z.string(),
})
export type TagReport = z.infer<typeof TagReport>

/** GET /api/rfid/tags/{uid}: how often a tag was read, its open report, and whose it is now. */
export const TagHistory = z.object({
  uid: z.string(),
  /** Reads in the seven days up to the moment that was asked for; 100 where `capped`. */
  reads_7d: z.number().int(),
  /** There were more than 100. */
  capped: z.boolean(),
  /** Of all stored reads; null where there are none. */
  first_at: z.string().nullable(),
  last_at: z.string().nullable(),
  report: TagReport.nullable(),
  /** The asset that has the tag now, also where none had it as it was read. */
  asset: AssetTagEvent.shape.asset,
})
export type TagHistory = z.infer<typeof TagHistory>
