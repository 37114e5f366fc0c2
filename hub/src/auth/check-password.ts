import { setTimeout as hold } from 'node:timers/promises'
import type { UserRow } from '../store/schema/people.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { PasswordQueueFull, type Passwords } from './passwords.ts'

export interface CheckParts {
  passwords: Passwords
  throttle: LoginThrottle
  /** Accounts that still have the demo's public password may log in. */
  demoAllowed: boolean
}

export type Refusal =
  | { ok: false; reason: 'wrong' }
  | { ok: false; reason: 'wait'; retryAfterS: number }

interface PasswordAttempt {
  /** Tries are counted under this email, whether an account has it or not. */
  account: string
  password: string
  address: string | null
  user: () => Promise<UserRow | undefined>
}

/** Checks an account's password, throttled. Unknown, disabled and wrong get the same answer. */
export async function checkPassword(
  parts: CheckParts,
  attempt: PasswordAttempt,
): Promise<{ ok: true; user: UserRow } | Refusal> {
  const tried = await tryPassword(parts, attempt)
  if (tried.ok) await parts.throttle.succeeded(attempt.account, attempt.address ?? 'unknown')
  return tried
}

/**
 * The same where a right password may not be enough: the try stays counted as a failure until the
 * caller tells the throttle that it was none.
 */
export async function tryPassword(
  { passwords, throttle, demoAllowed }: CheckParts,
  { account, password, address, user: find }: PasswordAttempt,
): Promise<{ ok: true; user: UserRow } | Refusal> {
  const from = address ?? 'unknown'
  const retryAfterS = await throttle.waitS(account, from)
  if (retryAfterS > 0) return { ok: false, reason: 'wait', retryAfterS }
  await hold(await throttle.tried(account, from))
  const user = await find()
  const right = await passwords
    .verify(password, user?.password_hash)
    .catch(async (error: unknown) => {
      if (error instanceof PasswordQueueFull) await throttle.notChecked(account, from)
      throw error
    })
  const barred = user?.disabled_at !== null || (user.demo === 1 && !demoAllowed)
  if (!user || !right || barred) return { ok: false, reason: 'wrong' }
  return { ok: true, user }
}

/** True when an account, read again, has the password that was checked and is not disabled. */
export function isSameLogin(current: UserRow | undefined, checked: UserRow): current is UserRow {
  return current?.password_hash === checked.password_hash && current.disabled_at === null
}
