import { z } from 'zod'

/** A login that is in force: of the caller's own account, or of the one that a superadmin looks at. */
export const OwnSession = z.object({
  id: z.number().int(),
  /** The session of this request. */
  current: z.boolean(),
  /** Browser and system, such as «Chrome · Windows»; null where the browser named none. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  created_at: z.string(),
  /** To the minute. */
  last_used_at: z.string(),
  expires_at: z.string(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** GET /api/auth/sessions and /api/users/:id/sessions, the current one first, then by last use. */
export const OwnSessions = z.object({ items: z.array(OwnSession) })
export type OwnSessions = z.infer<typeof OwnSessions>

/**
 * DELETE /api/auth/sessions and /api/users/:id/sessions (all but the one of the request), and of one
 * of them by its id.
 */
export const SessionsEnded = z.object({ ok: z.literal(true), ended: z.number().int() })
export type SessionsEnded = z.infer<typeof SessionsEnded>
