import { z } from 'zod'
import { line } from '../text.ts'
import { GivenPassword, Proof, Role, SessionUser } from './auth.ts'

/** A line of text, not empty. */
const filled = (max: number) => line(max).min(1)

/**
 * What an account is good for: `invited` has not been activated by its holder, and logs nobody in;
 * `wall` is a look-only one that is not disabled.
 */
export const UserState = z.enum(['active', 'invited', 'disabled', 'wall'])
export type UserState = z.infer<typeof UserState>

/** The invite that an account waits for its holder with. */
export const UserInvite = z.object({
  expires_at: z.string(),
  /** Email of the superadmin who sent it. */
  sent_by: z.string(),
  /** It was not accepted in time: send another one. */
  expired: z.boolean(),
})
export type UserInvite = z.infer<typeof UserInvite>

/** An account as superadmins see it. */
export const User = SessionUser.extend({
  disabled: z.boolean(),
  state: UserState,
  /** Has had a password that somebody knows. A disabled account without is invited, not enabled. */
  activated: z.boolean(),
  /** To the minute; null: never, or not since before hubs wrote it down. */
  last_used_at: z.string().nullable(),
  /**
   * Null: none waits. An invited account has none after a restore, and after it was made superadmin:
   * send another one.
   */
  invite: UserInvite.nullable(),
  created_at: z.string(),
})
export type User = z.infer<typeof User>

export const UsersResponse = z.object({ items: z.array(User), total: z.number().int() })
export type UsersResponse = z.infer<typeof UsersResponse>

/** Address, name and role of an account that is to be. */
export const NewAccount = z.object({
  email: filled(254)
    .toLowerCase()
    .regex(/^[^\s@]+@[^\s@]+$/, 'Correo inválido: escribe algo como nombre@empresa.co'),
  name: filled(120),
  role: Role,
})

export const CreateUserRequest = NewAccount.extend({
  password: GivenPassword,
  kiosk: z.boolean().default(false),
  /** For a superadmin. */
  proof: Proof.optional(),
}).refine((user) => !user.kiosk || user.role === 'operator', {
  path: ['role'],
  message: 'Una pantalla de solo consulta debe tener el rol operator',
})

/** What can be changed of an account, as somebody saw it; what is left out may be anything. */
export const SeenUser = User.pick({ name: true, role: true, disabled: true }).partial()
export type SeenUser = z.infer<typeof SeenUser>

/**
 * What is left out stays. One's own role and state are refused (403), and so is enabling an account
 * that was never activated: that one is invited again.
 */
export const UpdateUserRequest = z.object({
  /** 412 `changed_meanwhile` where the account is no longer that: GET /api/users/{id} says what is. */
  seen: SeenUser.optional(),
  name: filled(120).optional(),
  role: Role.optional(),
  disabled: z.boolean().optional(),
  password: GivenPassword.optional(),
  /** For making somebody superadmin, and for password and reactivation of a superadmin. */
  proof: Proof.optional(),
})
export type UpdateUserRequest = z.infer<typeof UpdateUserRequest>

/** POST /api/users/:id/second-factor-reset. */
export const ResetFactorRequest = z.object({ proof: Proof.optional() })

/** A row of GET /api/audit, newest first. */
export const AuditRecord = z.object({
  /** The number that `audit verify` names. */
  id: z.number().int(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  detail: z.looseObject({}),
  address: z.string().nullable(),
})
export type AuditRecord = z.infer<typeof AuditRecord>

/** What is known of the chain that binds the rows of the audit log. */
export const AuditChain = z.object({
  /**
   * `whole`: every row is as it was written, under a key that the hub has. `keyless`: no row has a
   * key yet. `unproven`: as far as can be seen, but rows from `row` on are under no key, or one that
   * this hub has not. `broken`: the row `row`, or the one before it, was changed or is gone. `cut`: rows
   * at the end, which this hub had seen, are gone. `unknown`: it was not followed yet.
   */
  state: z.enum(['whole', 'keyless', 'unproven', 'broken', 'cut', 'unknown']),
  rows: z.number().int(),
  row: z.number().int().nullable(),
  /** When it was followed last. */
  checked_at: z.string().nullable(),
  /** It is being followed now: ask again. */
  checking: z.boolean(),
})
export type AuditChain = z.infer<typeof AuditChain>

export const AuditResponse = z.object({ items: z.array(AuditRecord), total: z.number().int() })
export type AuditResponse = z.infer<typeof AuditResponse>
