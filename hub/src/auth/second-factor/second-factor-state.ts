import type { Role, SessionUser } from '@vehicle-control/protocol'
import type { Session } from '../../store/auth/sessions.ts'

/** What an account has, and must have, beside its password; a wall screen has no second factor. */
export function secondFactorState(
  { role, kiosk, hasSecondFactor }: Pick<Session, 'role' | 'kiosk' | 'hasSecondFactor'>,
  requiredRoles: readonly Role[],
): SessionUser['second_factor'] {
  if (hasSecondFactor) return 'on'
  return !kiosk && requiredRoles.includes(role) ? 'required' : 'off'
}
