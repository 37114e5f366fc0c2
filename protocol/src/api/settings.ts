import { z } from 'zod'

/** GET /api/public-config: the login page needs it before anybody is logged in. */
export const PublicConfig = z.object({
  /** Present only while the seeded account still has its seed password. */
  demoLogin: z.object({ email: z.string(), password: z.string() }).nullable(),
  timeZone: z.string(),
  version: z.string(),
  /** Reset tokens are mailed too, and not only printed on the hub's console. */
  mailer: z.boolean(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const SuppressWindow = z.object({ ms: z.number().finite() })
export type SuppressWindow = z.infer<typeof SuppressWindow>
