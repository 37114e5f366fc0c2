import type { Proof, Role } from '@vehicle-control/protocol'
import { HTTPException } from 'hono/http-exception'
import { actAsSuperadmin } from '../../auth/own-account/superadmin-act.ts'
import type { Db } from '../../store/database.ts'
import { findUser } from '../../store/people/users.ts'
import { refusedProof } from '../auth/refused-code.ts'
import type { CallRequest } from '../http/call.ts'
import { apiError } from '../http/errors.ts'
import type { ApiParts } from '../parts.ts'

type Caller = Pick<CallRequest, 'session' | 'address' | 'context'>

/** What a call that may ask for a proof answers with, beside its own errors. */
export const PROOF_ERRORS = ['proof_required', 'rate_limited'] as const

/** 403: the caller has to show password and code. */
export const proofRequired = () =>
  apiError('proof_required', 'Confirma que eres tú: escribe tu contraseña, y tu código si usas uno')

/** @throws `proof_required` where an account is a superadmin's and the caller has shown no proof */
export function requireProofFor({ role }: { role: Role }, proof: Proof | undefined): void {
  if (role === 'superadmin' && !proof) throw proofRequired()
}

/**
 * Does what the caller asks as `actAsSuperadmin`; `work` refuses by `apiError`, before it writes
 * anything. Answers a wrong proof: it is logged and counted as a login that failed, and audited.
 */
export async function superadminAct<T>(
  { session, address, context }: Caller,
  proof: Proof | undefined,
  parts: ApiParts,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  // Without the code the password is not looked at: the answer tells nothing of it.
  if (proof && proof.code === undefined && session.hasSecondFactor) throw proofRequired()
  const { signal } = context.req.raw
  const acted = async (trx: Db) => {
    try {
      return { done: await work(trx) }
    } catch (error) {
      if (!proof || !(error instanceof HTTPException)) throw error
      // Not thrown in the transaction: a code that was shown is used up, whatever it was for.
      return { refused: error }
    }
  }
  const result = await actAsSuperadmin(parts, { session, proof, address, signal }, acted)
  if (result.ok) {
    if ('refused' in result.value) throw result.value.refused
    return result.value.done
  }
  const { reason } = result
  if (reason === 'ended') throw apiError('unauthorized', 'Inicia sesión para continuar')
  if (reason === 'code_missing') throw proofRequired()
  const { route } = context.var
  const failed = { account: session.email, address, reason, route }
  // Who only has to wait was not asked whether it is right, and a code that nobody can check is none.
  if (reason === 'wait' || reason === 'code_wait' || reason === 'code_uncheckable') {
    parts.failedLogins.failed({ ...failed, isKnown: true })
  } else {
    const { method } = context.req
    const of = context.req.param('id')
    const found = of === undefined ? undefined : findUser(parts.db, Number(of))
    // Refused, and told, also where the database says no more whose account it was about.
    const target = (await found?.catch(() => undefined))?.email
    parts.failedLogins.proofRefused({ ...failed, act: `${method} ${route}`, target })
  }
  throw refusedProof(result, 'proof.')
}
