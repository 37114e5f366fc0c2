import { z } from 'zod'

/** Entries of an agent that are lost, counted by kind. */
export const Gap = z.object({
  id: z.string(),
  /** How many gaps these are: of an agent that has very many in one hour, those beyond are one item. */
  gaps: z.number().int(),
  /**
   * Sequence numbers; null for reads that never had one. Of several gaps the first and the last:
   * between them entries may have arrived.
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
 * An entry that was set aside because the hub could not read it. Of an agent that has very many in one
 * hour those beyond are counted in the last item of their kind.
 */
export const DeadLetter = z.object({
  id: z.string(),
  /** How many entries these are; what follows is of the first. */
  count: z.number().int(),
  /** The id of the last of several, else null. */
  until: z.string().nullable(),
  agent_code: z.string(),
  kind: z.string(),
  /** As the agent sent it, 32 KiB of it at the most. */
  payload: z.string(),
  /** The first of what does not fit, 1 KiB of it at the most. */
  error: z.string(),
  received_at: z.string(),
})
export type DeadLetter = z.infer<typeof DeadLetter>

/** GET /api/dead-letters, newest first. */
export const DeadLetterList = z.object({ items: z.array(DeadLetter), total: z.number().int() })
export type DeadLetterList = z.infer<typeof DeadLetterList>
