import { z } from 'zod'
import { PASSWORD_GIVEN_MIN, PASSWORD_MAX, PASSWORD_MIN, RESET_TOKEN_MIN } from '../limits.ts'
import { line, SECRET } from '../text.ts'
import { Done } from './answer.ts'

export const Role = z.enum(['operator', 'admin', 'superadmin'])
export type Role = z.infer<typeof Role>

/** Six digits of an authenticator app, or a recovery code; blanks and hyphens do not count. */
export const SecondFactorCode = line(32).min(6).meta(SECRET)

export const LoginRequest = z.object({
  email: line(254).toLowerCase().min(1),
  password: z.string().min(1).max(PASSWORD_MAX).meta(SECRET),
  /** Of an account with a second factor: what its app shows, or a recovery code. */
  code: SecondFactorCode.optional(),
})
export type LoginRequest = z.infer<typeof LoginRequest>

export const SessionUser = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  role: Role,
  /** Look-only account of a wall screen. */
  kiosk: z.boolean(),
  /**
   * `on`: logs in with a code. `required`: its role needs one and it has none yet; until it has, every
   * call but those of its own account answers 403 `second_factor_required`.
   */
  second_factor: z.enum(['off', 'on', 'required']),
})
export type SessionUser = z.infer<typeof SessionUser>

export const LoginResponse = z.object({ token: z.string(), user: SessionUser })
export type LoginResponse = z.infer<typeof LoginResponse>

export const NewPassword = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX).meta(SECRET)
/** One that a superadmin sets for somebody else. */
export const GivenPassword = z.string().min(PASSWORD_GIVEN_MIN).max(PASSWORD_MAX).meta(SECRET)

export const RequestResetRequest = LoginRequest.pick({ email: true })

export const ResetPasswordRequest = z.object({
  token: z.string().trim().min(RESET_TOKEN_MIN).max(256).meta(SECRET),
  newPassword: NewPassword,
})

export const ChangePasswordRequest = z.object({
  currentPassword: LoginRequest.shape.password,
  newPassword: NewPassword,
})

/** A password was set: every other session ended, and this token is the caller's new one. */
export const PasswordChanged = Done.extend(LoginResponse.shape)
export type PasswordChanged = z.infer<typeof PasswordChanged>

/** A reset: without a token for an account with a second factor, whose holder logs in by hand. */
export const PasswordReset = Done.extend(LoginResponse.partial().shape)
export type PasswordReset = z.infer<typeof PasswordReset>

/** GET /api/auth/me. */
export const Me = z.object({ user: SessionUser })

/**
 * The caller's own password once more, and a code where the caller has a second factor: a session
 * alone, which may be stolen, does not do what asks for it. Missing, or without the code: 403
 * `proof_required`. Wrong: 400 `invalid_input` at `proof.currentPassword` or `proof.code`, as for a
 * change of one's own password; and counted as a login (429).
 */
export const Proof = z.object({
  currentPassword: LoginRequest.shape.password,
  code: SecondFactorCode.optional(),
})
export type Proof = z.infer<typeof Proof>
