import { z } from 'zod'

export const ErrorCode = z.enum([
  'invalid_credentials',
  /** A code is asked for at the login (401), or the role needs a factor that is not there yet (403). */
  'second_factor_required',
  'invalid_second_factor',
  'unauthorized',
  'forbidden',
  /** The act needs the caller's own password, and its code where it has a second factor: `Proof`. */
  'proof_required',
  /** The token of an invite that is unknown, used, late or revoked: which of these is not told. */
  'invalid_invite',
  'not_found',
  'duplicate',
  'changed_meanwhile',
  /** Something else rests on it, which the message names: that has to go first. */
  'in_use',
  /** What it would do is in the message: the same call does it once it is confirmed. */
  'unconfirmed',
  /** The device has asked to be this agent; it tries again until an admin has decided. */
  'awaiting_approval',
  'agent_offline',
  'agent_quarantined',
  /** The agent reports its relays, and this is none of them. */
  'relay_unconfigured',
  /** The agent's program is too old for what it is asked. */
  'upgrade_edge',
  /** No mail server is set. */
  'mail_unconfigured',
  'invalid_tag',
  'invalid_plate',
  'invalid_input',
  'too_large',
  'rate_limited',
  'misdirected',
  'bus_unavailable',
  /** The disk of the hub, or of its database, is full: nothing was saved. */
  'disk_full',
  /** The database does not answer; the same call may work in a while. */
  'database_away',
  'internal',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** Body of every answer that is not ok; `message` is Spanish and fit for an operator. */
export const ErrorBody = z.object({
  error: ErrorCode,
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** The same as a page takes it: a newer hub's code must not cost the message. */
export const ShownErrorBody = ErrorBody.extend({ error: z.string() })
export type ShownErrorBody = z.infer<typeof ShownErrorBody>

/** Answer of a call that has nothing more to say. */
export const Done = z.object({ ok: z.literal(true) })
