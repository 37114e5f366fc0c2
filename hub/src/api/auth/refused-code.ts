import type { HTTPException } from 'hono/http-exception'
import type { CodeRefusal } from '../../auth/second-factor/check-code.ts'
import type { Refusal } from '../../auth/login/check-password.ts'
import { apiError, invalidField, tooManyTries } from '../http/errors.ts'

const WRONG = 'El código no es correcto o ya se usó; espera el siguiente'
const UNCHECKABLE =
  'La verificación de esta cuenta no se puede comprobar; pide al administrador que la restablezca'

/** The answer to a login whose password is right, and whose code is not. */
export function refusedCode(refusal: CodeRefusal): HTTPException {
  if (refusal.reason === 'code_wait') return tooManyCodes(refusal.retryAfterS)
  if (refusal.reason === 'code_missing') {
    return apiError('second_factor_required', 'Escribe el código de tu aplicación de verificación')
  }
  return apiError('invalid_second_factor', messageOf(refusal.reason))
}

/** 400, not 401: the caller's session is still valid. */
export function wrongOwnPassword(within = ''): HTTPException {
  const message = 'La contraseña actual no es correcta; escríbela de nuevo'
  return invalidField(`${within}currentPassword`, message, message)
}

/**
 * The answer to a logged-in caller who is asked for password or code again, and gives a wrong one.
 * `within`: where in the body they are, `proof.` for example.
 */
export function refusedProof(refusal: Refusal | CodeRefusal, within = ''): HTTPException {
  if (refusal.reason === 'wrong') return wrongOwnPassword(within)
  if (refusal.reason === 'wait') return tooManyTries(refusal.retryAfterS)
  if (refusal.reason === 'code_wait') return tooManyCodes(refusal.retryAfterS)
  const message = messageOf(refusal.reason)
  return invalidField(`${within}code`, message, message)
}

/** The same for the first code of a new factor, which has no recovery codes yet. */
export function refusedFirstCode(refusal: Refusal | CodeRefusal): HTTPException {
  if (refusal.reason !== 'code_wait') return refusedProof(refusal)
  return tooManyCodes(refusal.retryAfterS, 'y revisa que el teléfono tenga la hora correcta')
}

const messageOf = (reason: CodeRefusal['reason']): string =>
  reason === 'code_uncheckable' ? UNCHECKABLE : WRONG

function tooManyCodes(
  retryAfterS: number,
  wayOut = 'o usa un código de recuperación',
): HTTPException {
  const wait = retryAfterS > 90 ? `${Math.ceil(retryAfterS / 60)} min` : `${retryAfterS} s`
  const message = `Demasiados códigos incorrectos; espera ${wait} ${wayOut}`
  return apiError('rate_limited', message, { retryAfterS })
}
