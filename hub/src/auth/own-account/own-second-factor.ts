import type { SecondFactorOffer } from '@vehicle-control/protocol'
import { replaceRecoveryCodes } from '../../store/auth/recovery-codes.ts'
import {
  confirmSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  offerSecondFactor,
  secondFactorInForce,
} from '../../store/auth/second-factors.ts'
import { revokeSessionsOf } from '../../store/auth/sessions.ts'
import type { Db } from '../../store/database.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { findUser } from '../../store/people/users.ts'
import type { UserRow } from '../../store/schema/people.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { type CodeRefusal, checkCode, factorContext } from '../second-factor/check-code.ts'
import {
  type OwnPassword,
  type Refusal,
  checkPassword,
  isSameLogin,
  ownAttempt,
  tryPassword,
} from '../login/check-password.ts'
import type { LoginParts } from '../login/login.ts'
import {
  factorUri,
  hashRecoveryCode,
  newFactorSecret,
  newRecoveryCodes,
} from '../second-factor/second-factor-code.ts'

/** How long an offered secret may be confirmed. */
const OFFER_LIVES_MS = 15 * 60_000

interface OwnWithProof extends OwnPassword {
  code: string
}

type Outcome<T, Reason extends string> =
  | ({ ok: true } & T)
  | (Reason extends string ? { ok: false; reason: Reason } : never)
  | Refusal
  | CodeRefusal

/** Offers the caller a new secret, which counts once a code of it was shown. */
export async function beginSecondFactor(
  parts: LoginParts,
  { session, currentPassword, address }: OwnPassword,
): Promise<Outcome<{ offer: SecondFactorOffer }, 'in_force'>> {
  const { db, key, now } = parts
  const { userId, email } = session
  const attempt = ownAttempt(db, { session, currentPassword, address })
  const checked = await checkPassword(parts, attempt)
  if (!checked.ok) return checked
  const secret = newFactorSecret()
  const sealed = key.seal(secret, factorContext(userId))
  return await withLockOfAllHubs(db, async (trx) => {
    if (!isSameLogin(await findUser(trx, userId), checked.user))
      return { ok: false, reason: 'wrong' }
    const offered = await offerSecondFactor(trx, { userId, secret: sealed, now: now() })
    if (!offered) return { ok: false, reason: 'in_force' }
    return { ok: true, offer: { secret, uri: factorUri(secret, email) } }
  })
}

/**
 * Puts the offered factor in force if the code is one of it, and ends every other session of the
 * account. Resolves with its recovery codes, which cannot be shown again.
 */
export async function confirmOwnFactor(
  parts: LoginParts,
  { session, code, address }: Omit<OwnWithProof, 'currentPassword'>,
): Promise<Outcome<{ codes: string[] }, 'in_force' | 'no_offer'>> {
  const { db, bus } = parts
  const { userId, email } = session
  const done = await withLockOfAllHubs(db, async (trx) => {
    const now = parts.now()
    const factor = await findSecondFactor(trx, userId)
    if (factor && factor.confirmed_at !== null) return { ok: false, reason: 'in_force' } as const
    if (!factor || factor.created_at <= now - OFFER_LIVES_MS)
      return { ok: false, reason: 'no_offer' } as const
    const shown = await checkCode(trx, parts, { factor, code, now })
    if (!shown.ok) return shown
    await confirmSecondFactor(trx, userId, now)
    const codes = await giveRecoveryCodes(trx, userId)
    const ended = await revokeSessionsOf(trx, userId, now, session)
    await appendAudit(trx, { at: now, actor: email, action: 'user.2fa_on', target: email, address })
    return { ok: true, codes, ended } as const
  })
  if (done.ok && done.ended.length > 0) bus.broadcast('sessionsRevoked', done.ended)
  return done
}

/** Gives the caller ten new recovery codes; earlier ones are void. */
export async function renewRecoveryCodes(
  parts: LoginParts,
  proof: OwnWithProof,
): Promise<Outcome<{ codes: string[] }, 'none'>> {
  return await withProof(parts, proof, 'user.2fa_codes', async (trx, { id }) => ({
    codes: await giveRecoveryCodes(trx, id),
  }))
}

/** Takes the caller's second factor away, recovery codes included. */
export async function removeSecondFactor(
  parts: LoginParts,
  proof: OwnWithProof,
): Promise<Outcome<object, 'none'>> {
  return await withProof(parts, proof, 'user.2fa_off', async (trx, { id }) => {
    await deleteSecondFactor(trx, id)
    return {}
  })
}

/** Does work that needs password and code together, with its audit entry. */
async function withProof<T extends object>(
  parts: LoginParts,
  { session, currentPassword, code, address }: OwnWithProof,
  action: string,
  work: (trx: Db, user: UserRow) => Promise<T>,
): Promise<Outcome<T, 'none'>> {
  const { db, loginRateLimit } = parts
  const { userId, email } = session
  const attempt = ownAttempt(db, { session, currentPassword, address })
  const checked = await tryPassword(parts, attempt)
  if (!checked.ok) return checked
  const result = await withLockOfAllHubs(db, async (trx): Promise<Outcome<T, 'none'>> => {
    const now = parts.now()
    const current = await findUser(trx, userId)
    if (!isSameLogin(current, checked.user)) return { ok: false, reason: 'wrong' }
    const factor = await secondFactorInForce(trx, userId)
    if (!factor) return { ok: false, reason: 'none' }
    const shown = await checkCode(trx, parts, { factor, code, now })
    if (!shown.ok) return shown
    await appendAudit(trx, { at: now, actor: email, action, target: email, address })
    return { ok: true, ...(await work(trx, current)) }
  })
  if (result.ok) await loginRateLimit.succeeded(email, address ?? 'unknown')
  return result
}

async function giveRecoveryCodes(trx: Db, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(userId, code))
  await replaceRecoveryCodes(trx, userId, hashes)
  return codes
}
