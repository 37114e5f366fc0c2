import { z } from 'zod'
import { SECRET } from '../text.ts'
import { Done } from './answer.ts'
import { LoginRequest, SecondFactorCode } from './auth.ts'

/** GET /api/auth/second-factor: the caller's own. */
export const SecondFactor = z.object({
  enabled: z.boolean(),
  /** The role needs one: it cannot be switched off. */
  required: z.boolean(),
  recovery_codes_left: z.number().int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** POST …/begin: its answer's secret counts only once a code of it was confirmed. */
export const BeginSecondFactorRequest = z.object({
  currentPassword: LoginRequest.shape.password,
})
export const SecondFactorOffer = z.object({
  /** Base32, for typing. */
  secret: z.string().meta(SECRET),
  /** `otpauth://totp/…`, for a QR code. */
  uri: z.string().meta(SECRET),
})
export type SecondFactorOffer = z.infer<typeof SecondFactorOffer>

/** POST …/confirm: every other session of the account ends. */
export const ConfirmSecondFactorRequest = z.object({ code: SecondFactorCode })

/** POST …/recovery-codes, and DELETE of the factor itself. */
export const ProvenSecondFactorRequest = z.object({
  currentPassword: LoginRequest.shape.password,
  code: SecondFactorCode,
})

/** Ten codes, each good for one login; they are shown once, and earlier ones are void. */
export const RecoveryCodes = Done.extend({ recovery_codes: z.array(z.string().meta(SECRET)) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
