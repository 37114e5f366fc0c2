import { z } from 'zod'
import { NamedAsset } from '../browser-events.ts'
import { byShownColumn } from '../vehicle-columns.ts'

/** A row of /api/rfid/logs and /api/client/logs. Times are ISO 8601 UTC. */
export const ReadLog = z.object({
  id: z.string(),
  uid: z.string(),
  read_at: z.string(),
  received_at: z.string(),
  ...byShownColumn(() => z.string().nullable()),
  /** Absent where no asset had the tag when it was read. */
  asset_id: z.number().int().optional(),
  agent_code: z.string(),
  agent_name: z.string(),
  agent_location: z.string().nullable(),
  reader: z.string(),
  antenna: z.number().nullable(),
  rssi: z.number().nullable(),
  /** The chip's own number; where its reader was asked for it beside the EPC. */
  tid: z.string().optional(),
  /** Whoever sent it to the edge showed an address alone, as a reader that dials in. */
  unauthenticated: z.literal(true).optional(),
  /** Of a tag that no asset had any more. */
  retired_from: NamedAsset.optional(),
  /** Whose the tag is by now, where no asset had it when it was read. */
  registered_now: NamedAsset.optional(),
  /** What its gate decided on it, where it did; a kiosk is told the verdict alone. */
  decision: z
    .object({
      /** `allow`, `deny`, or a newer edge's word; as `reason` and `mode`. */
      verdict: z.string(),
      reason: z.string().optional(),
      mode: z.string().optional(),
      /** Allowed all the same, as at an exit. */
      marked: z.literal(true).optional(),
    })
    .optional(),
  /** False where the edge's clock could not be trusted and the hub worked the time out. */
  clock_ok: z.boolean(),
  /** Arrived more than 60 s after it was read. */
  late: z.boolean(),
})
export type ReadLog = z.infer<typeof ReadLog>

/** Answer of the log calls. */
export const LogsResponse = z.object({
  logs: z.array(ReadLog),
  /** Of all pages together. Exact unless `capped`: then 10,001. */
  total: z.number().int(),
  /** There are more than 10,000 that fit a filter, and more than `logs` has. */
  capped: z.boolean(),
  /** Only a part of the range was searched. */
  truncated: z.boolean(),
})
export type LogsResponse = z.infer<typeof LogsResponse>
