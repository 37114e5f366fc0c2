import { z } from 'zod'

/** Entries of an agent that are lost, counted by kind. */
export const Gap = z.object({
  id: z.string(),
  /** How many gaps this item counts: beyond a number of them in one hour an agent's gaps are one item. */
  gaps: z.number().int(),
  /**
   * The first and the last seq; null for reads that never had one. An item of several gaps spans all
   * of them, and entries between them may have arrived.
   */
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

/**
 * An entry that was set aside because the hub could not read it. Beyond a number of them in one hour
 * an agent's further ones are counted in the last item of their kind.
 */
export const DeadLetter = z.object({
  id: z.string(),
  /** How many entries this item counts; kind, payload and error are those of the first. */
  count: z.number().int(),
  /** The id of the last of several, else null. */
  until: z.string().nullable(),
  agent_code: z.string(),
  kind: z.string(),
  /** As the agent sent it, 32 KiB of it at the most. */
  payload: z.string(),
  /** The first faults, 1 KiB at the most. */
  error: z.string(),
  received_at: z.string(),
})
export type DeadLetter = z.infer<typeof DeadLetter>

/** GET /api/dead-letters, newest first. */
export const DeadLetterList = z.object({ items: z.array(DeadLetter), total: z.number().int() })
export type DeadLetterList = z.infer<typeof DeadLetterList>
