import type { Logger } from 'pino'
import type { HubKey } from '../../secrets/hub-key.ts'
import { takeRecoveryCode } from '../../store/auth/recovery-codes.ts'
import { type SecondFactorRow, setFailures, takeStep } from '../../store/auth/second-factors.ts'
import type { Db } from '../../store/database.ts'
import { hashRecoveryCode, readCode, stepOfCode } from './second-factor-code.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** From the fifth failure that counts on: the wait after it. */
const WAITS_MS = [MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS, 8 * MINUTE_MS, HOUR_MS]
const FREE_FAILURES = 4
const FAILURES_MAX = FREE_FAILURES + WAITS_MS.length

export interface CodeParts {
  key: HubKey
  log: Logger
}

export type CodeRefusal =
  /** No code was given, or none that is good now. */
  | { ok: false; reason: 'code_missing' | 'code_wrong' }
  /** The hub's key is not the one that the secret was sealed with. */
  | { ok: false; reason: 'code_uncheckable' }
  | { ok: false; reason: 'code_wait'; retryAfterS: number }

export type CodeResult = { ok: true; by: 'app' | 'recovery' } | CodeRefusal

/**
 * The context that a secret is sealed under, so that a row's secret is good for its own account
 * alone.
 */
export const factorContext = (userId: number): string => `second factor of ${userId}`

/**
 * Checks a code, whose caller has shown the right password, and uses it up. To be called in a
 * transaction with the lock of all hubs that commits whatever the result.
 *
 * A guess at a code of the app is right with a chance of 3 in 10^6 (three steps count). Failures
 * count per account in the database: at most nine, one is taken off for each whole hour without
 * another, and at nine the next code is looked at an hour later. So within any 24 h there are at
 * most 9 + 24 = 33 guesses, and one of them is right with 33 × 3 / 10^6 < 1e-4. A right code takes
 * nothing off: logins of the account's holder would make room for an attacker's guesses. The holder
 * waits an hour at most, or uses a recovery code where somebody goes on guessing. A guess at one of
 * the ten recovery codes is right with 10 in 2^60: the rate limit of logins is enough, with 8e-12 a
 * day at ten tries a second.
 */
export async function checkCode(
  trx: Db,
  { key, log }: CodeParts,
  { factor, code, now }: { factor: SecondFactorRow; code: string | undefined; now: number },
): Promise<CodeResult> {
  if (code === undefined) return { ok: false, reason: 'code_missing' }
  const { user_id: userId } = factor
  const given = readCode(code)
  if (given === null) return { ok: false, reason: 'code_wrong' }
  if (given.kind === 'recovery') {
    const hash = hashRecoveryCode(userId, given.letters)
    const taken = await takeRecoveryCode(trx, { userId, hash, now })
    return taken ? { ok: true, by: 'recovery' } : { ok: false, reason: 'code_wrong' }
  }
  const { failures, failedAt } = countedFailures(factor, now)
  const waitMs = waitAfter(failures) - (now - failedAt)
  if (waitMs > 0) {
    // A clock that was set back would otherwise make this wait longer than any other.
    if (failedAt !== factor.failed_at) await setFailures(trx, userId, { failures, failedAt })
    return { ok: false, reason: 'code_wait', retryAfterS: Math.ceil(waitMs / 1000) }
  }
  const secret = key.open(factor.secret, factorContext(userId))
  if (secret === null) {
    log.error(
      { userId },
      'the second factor of an account was sealed by another key than this hub has: put the hub’s own key back, or let its holder in with «users 2fa-reset»',
    )
    return { ok: false, reason: 'code_uncheckable' }
  }
  const step = stepOfCode(secret, given.digits, now)
  if (step !== null && (await takeStep(trx, userId, step))) return { ok: true, by: 'app' }
  const counted = Math.min(FAILURES_MAX, failures + 1)
  await setFailures(trx, userId, { failures: counted, failedAt: now })
  return { ok: false, reason: 'code_wrong' }
}

function waitAfter(failures: number): number {
  return failures <= FREE_FAILURES ? 0 : (WAITS_MS[failures - FREE_FAILURES - 1] ?? HOUR_MS)
}

/** The failures that still count, and when the last one was. */
function countedFailures(
  { failures, failed_at }: SecondFactorRow,
  now: number,
): { failures: number; failedAt: number } {
  const failedAt = Math.min(failed_at ?? now, now)
  const forgiven = Math.floor((now - failedAt) / HOUR_MS)
  return { failures: Math.max(0, failures - forgiven), failedAt }
}
