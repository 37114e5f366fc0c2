import { z } from 'zod'

/** Entries of an agent that are lost, counted by kind. */
export const Gap = z.object({
  id: z.string(),
  /** Sequence numbers; null for reads that never had one. */
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
  counts: z.record(z.string(), z.number().int()),
  reason: z.string(),
  at: z.string(),
  received_at: z.string(),
})
export type Gap = z.infer<typeof Gap>

/** GET /api/agents/{code}/gaps, newest first. */
export const GapList = z.object({ items: z.array(Gap), total: z.number().int() })
export type GapList = z.infer<typeof GapList>

/** An entry that was set aside because the hub could not read it. */
export const DeadLetter = z.object({
  id: z.string(),
  agent_code: z.string(),
  kind: z.string(),
  /** As the agent sent it. */
  payload: z.string(),
  error: z.string(),
  received_at: z.string(),
})
export type DeadLetter = z.infer<typeof DeadLetter>

/** GET /api/dead-letters, newest first. */
export const DeadLetterList = z.object({ items: z.array(DeadLetter), total: z.number().int() })
export type DeadLetterList = z.infer<typeof DeadLetterList>
