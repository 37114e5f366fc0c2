import { z } from 'zod'
import { PASSWORD_MAX, PASSWORD_MIN, RESET_TOKEN_MIN } from '../limits.ts'
import { line, SECRET } from '../text.ts'
import { Done } from './answer.ts'

export const Role = z.enum(['operator', 'admin', 'superadmin'])
export type Role = z.infer<typeof Role>

export const LoginRequest = z.object({
  email: line(254).toLowerCase().min(1),
  password: z.string().min(1).max(PASSWORD_MAX).meta(SECRET),
})
export type LoginRequest = z.infer<typeof LoginRequest>

export const SessionUser = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  role: Role,
  /** Look-only account of a wall screen. */
  kiosk: z.boolean(),
})
export type SessionUser = z.infer<typeof SessionUser>

export const LoginResponse = z.object({ token: z.string(), user: SessionUser })
export type LoginResponse = z.infer<typeof LoginResponse>

export const NewPassword = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX).meta(SECRET)

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

/** GET /api/auth/me. */
export const Me = z.object({ user: SessionUser })
