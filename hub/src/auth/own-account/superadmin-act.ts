import type { Proof } from '@vehicle-control/protocol'
import { secondFactorInForce } from '../../store/auth/second-factors.ts'
import { type Session, isStillInForce } from '../../store/auth/sessions.ts'
import type { Db } from '../../store/database.ts'
import { findUser } from '../../store/people/users.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { type Refusal, isSameLogin, ownAttempt, tryPassword } from '../login/check-password.ts'
import type { LoginParts } from '../login/login.ts'
import { type CodeRefusal, checkCode } from '../second-factor/check-code.ts'

/** A superadmin who does something to an account. */
export interface ActingSuperadmin {
  session: Session
  /** What the caller was asked for, if anything. */
  proof?: Proof | undefined
  address: string | null
  /** Aborted when the caller leaves. */
  signal?: AbortSignal | undefined
}

export type ActResult<T> =
  | { ok: true; value: T }
  /** The session ended, or its account was demoted, while the request waited for the lock. */
  | { ok: false; reason: 'ended' }
  | Refusal
  | CodeRefusal

/**
 * Does what a superadmin asks, under the lock of all hubs, if the session is still in force there
 * and its account still superadmin: of two who demote each other, one does. A proof that is given is
 * checked although it may not be needed, and counts as a login where it is wrong: with one, `work`
 * runs only for a caller who has shown password and code.
 */
export async function actAsSuperadmin<T>(
  parts: LoginParts,
  { session, proof, address, signal }: ActingSuperadmin,
  work: (trx: Db) => Promise<T>,
): Promise<ActResult<T>> {
  const { db, loginRateLimit } = parts
  const checked = proof
    ? await tryPassword(
        parts,
        ownAttempt(db, { session, currentPassword: proof.currentPassword, address, signal }),
      )
    : null
  if (checked && !checked.ok) return checked
  let isProven = false
  try {
    return await withLockOfAllHubs(db, async (trx): Promise<ActResult<T>> => {
      isProven = false
      const now = parts.now()
      if (!(await isStillInForce(trx, session, now))) return { ok: false, reason: 'ended' }
      if (checked) {
        const current = await findUser(trx, session.userId)
        if (!isSameLogin(current, checked.user)) return { ok: false, reason: 'wrong' }
        const factor = await secondFactorInForce(trx, session.userId)
        const shown = factor
          ? await checkCode(trx, parts, { factor, code: proof?.code, now })
          : null
        if (shown && !shown.ok) return shown
        isProven = true
      }
      return { ok: true, value: await work(trx) }
    })
  } finally {
    // Right, although what it was for may be refused.
    if (isProven) await loginRateLimit.succeeded(session.email, address ?? 'unknown')
  }
}
