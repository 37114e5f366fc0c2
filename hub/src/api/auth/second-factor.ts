import {
  BeginSecondFactorRequest,
  ConfirmSecondFactorRequest,
  Done,
  ProvenSecondFactorRequest,
  RecoveryCodes,
  SecondFactor,
  SecondFactorOffer,
} from '@vehicle-control/protocol'
import type { HTTPException } from 'hono/http-exception'
import type { CodeRefusal } from '../../auth/second-factor/check-code.ts'
import type { Refusal } from '../../auth/login/check-password.ts'
import {
  beginSecondFactor,
  confirmOwnFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../auth/own-account/own-second-factor.ts'
import { countRecoveryCodes } from '../../store/auth/recovery-codes.ts'
import { type CallRequest, declareCall } from '../http/call.ts'
import { PEOPLE } from '../http/callers.ts'
import { apiError, invalidField } from '../http/errors.ts'
import type { ApiParts } from '../parts.ts'
import { refusedFirstCode, refusedProof } from './refused-code.ts'

const PROOF = { currentPassword: 'blue tractor', code: '123456' }

/** People set up their own second factor. A wall screen has none. */
export const secondFactorCalls = [
  declareCall({
    id: 'getSecondFactor',
    method: 'GET',
    path: '/api/auth/second-factor',
    who: PEOPLE,
    beforeSecondFactor: true,
    summary: 'The own second factor',
    answer: SecondFactor,
    async handle({ session }, { db, secondFactorRoles }) {
      return {
        enabled: session.hasSecondFactor,
        required: secondFactorRoles.includes(session.role),
        recovery_codes_left: await countRecoveryCodes(db, session.userId),
      }
    },
  }),
  declareCall({
    id: 'beginSecondFactor',
    method: 'POST',
    path: '/api/auth/second-factor/begin',
    who: PEOPLE,
    beforeSecondFactor: true,
    summary: 'Offer a secret for an authenticator app; it counts once a code of it was shown',
    body: BeginSecondFactorRequest,
    example: { currentPassword: 'blue tractor' },
    answer: SecondFactorOffer,
    errors: ['duplicate', 'rate_limited'],
    async handle(request, parts) {
      const { body, session, address } = request
      const result = await beginSecondFactor(parts, { ...body, session, address })
      if (result.ok) return result.offer
      if (result.reason === 'in_force') throw inForce()
      throw refused(result, request, parts)
    },
  }),
  declareCall({
    id: 'confirmSecondFactor',
    method: 'POST',
    path: '/api/auth/second-factor/confirm',
    who: PEOPLE,
    beforeSecondFactor: true,
    summary: 'Put the offered second factor in force by a code of it; every other session ends',
    body: ConfirmSecondFactorRequest,
    example: { code: '123456' },
    answer: RecoveryCodes,
    errors: ['duplicate', 'rate_limited'],
    async handle(request, parts) {
      const { body, session, address } = request
      const result = await confirmOwnFactor(parts, { ...body, session, address })
      if (result.ok) return { ok: true, recovery_codes: result.codes }
      if (result.reason === 'in_force') throw inForce()
      if (result.reason === 'no_offer') {
        const message = 'La clave venció o no se ha pedido; empieza de nuevo'
        throw invalidField('code', message, message)
      }
      throw refused(result, request, parts, refusedFirstCode)
    },
  }),
  declareCall({
    id: 'renewRecoveryCodes',
    method: 'POST',
    path: '/api/auth/second-factor/recovery-codes',
    who: PEOPLE,
    summary: 'Make ten new recovery codes; those of before are void',
    body: ProvenSecondFactorRequest,
    example: PROOF,
    answer: RecoveryCodes,
    errors: ['rate_limited'],
    async handle(request, parts) {
      const { body, session, address } = request
      const result = await renewRecoveryCodes(parts, { ...body, session, address })
      if (result.ok) return { ok: true, recovery_codes: result.codes }
      throw result.reason === 'none' ? noFactor() : refused(result, request, parts)
    },
  }),
  declareCall({
    id: 'removeSecondFactor',
    method: 'POST',
    path: '/api/auth/second-factor/remove',
    who: PEOPLE,
    summary: 'Log in without a second factor from now on',
    body: ProvenSecondFactorRequest,
    example: PROOF,
    answer: Done,
    errors: ['rate_limited'],
    async handle(request, parts) {
      const { body, session, address } = request
      if (parts.secondFactorRoles.includes(session.role)) {
        throw apiError('forbidden', 'Tu rol exige un segundo factor; no se puede desactivar')
      }
      const result = await removeSecondFactor(parts, { ...body, session, address })
      if (result.ok) return { ok: true }
      throw result.reason === 'none' ? noFactor() : refused(result, request, parts)
    },
  }),
]

/** Logs a wrong password or code, and returns the answer to it. */
function refused(
  refusal: Refusal | CodeRefusal,
  { session, address }: Pick<CallRequest, 'session' | 'address'>,
  { log }: Pick<ApiParts, 'log'>,
  answer = refusedProof,
): HTTPException {
  const { reason } = refusal
  log.warn({ account: session.email, address, reason }, 'change of a second factor refused')
  return answer(refusal)
}

function inForce() {
  return apiError('duplicate', 'Ya tienes un segundo factor; desactívalo antes de poner otro')
}

function noFactor() {
  const message = 'No tienes un segundo factor; actívalo primero'
  return invalidField('code', message, message)
}
