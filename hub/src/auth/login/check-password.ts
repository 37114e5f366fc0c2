import { setTimeout as hold } from 'node:timers/promises'
import type { Session } from '../../store/auth/sessions.ts'
import type { Db } from '../../store/database.ts'
import { findUser } from '../../store/people/users.ts'
import type { UserRow } from '../../store/schema/people.ts'
import type { KnownNetworks } from './known-networks.ts'
import type { LoginRateLimit } from './login-rate-limit.ts'
import { networkOf, siteNetworkOf } from '../network-of.ts'
import { type PasswordRequest, PasswordsOverloaded } from '../passwords/password-semaphore.ts'
import type { Passwords } from '../passwords/passwords.ts'

export interface CheckParts {
  passwords: Passwords
  loginRateLimit: LoginRateLimit
  known: KnownNetworks
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
  /** The group that it waits in; absent: that of its address, as for whoever has shown nothing yet. */
  group?: PasswordRequest['group']
  signal?: AbortSignal | undefined
}

/**
 * Checks an account's password, at a limited rate. Unknown, disabled and wrong get the same answer.
 * Rejects with PasswordsOverloaded where too many wait, or the caller leaves.
 */
export async function checkPassword(
  parts: CheckParts,
  attempt: PasswordAttempt,
): Promise<{ ok: true; user: UserRow } | Refusal> {
  const tried = await tryPassword(parts, attempt)
  if (tried.ok) {
    const from = attempt.address ?? 'unknown'
    await parts.loginRateLimit.succeeded(attempt.account, from)
    parts.known.remember(from)
  }
  return tried
}

/**
 * The same where a right password may not be enough: the try stays counted as a failure until the
 * caller tells the rate limit that it was none.
 */
export async function tryPassword(
  { passwords, loginRateLimit, known, demoAllowed }: CheckParts,
  { account, password, address, user: find, signal, group }: PasswordAttempt,
): Promise<{ ok: true; user: UserRow } | Refusal> {
  const from = address ?? 'unknown'
  const early = await loginRateLimit.waitS(account, from)
  if (early > 0) return { ok: false, reason: 'wait', retryAfterS: early }
  const slowed = await loginRateLimit.slowed(from)
  if ('retryAfterS' in slowed) return { ok: false, reason: 'wait', ...slowed }
  await holdBack(slowed.holdMs, signal)
  const request = { group: group ?? groupOf(known, account, from), signal }
  return await passwords.withPermit(request, async (scrypt) => {
    // Those before it in its line were counted meanwhile.
    const retryAfterS = await loginRateLimit.waitS(account, from)
    if (retryAfterS > 0) return { ok: false, reason: 'wait', retryAfterS }
    await loginRateLimit.tried(account, from)
    const user = await find()
    const right = await scrypt.verify(password, user?.password_hash)
    const barred = user?.disabled_at !== null || (user.demo === 1 && !demoAllowed)
    if (!user || !right || barred) return { ok: false, reason: 'wrong' }
    return { ok: true, user }
  })
}

/** A password that the holder of a session shows once more. */
export interface OwnPassword {
  session: Session
  currentPassword: string
  address: string | null
  /** Aborted when the caller leaves. */
  signal?: AbortSignal | undefined
}

/** Counts like a login of the account, and waits where its holder does. */
export function ownAttempt(
  db: Db,
  { session, currentPassword, address, signal }: OwnPassword,
): PasswordAttempt {
  const { userId, email: account } = session
  const user = () => findUser(db, userId)
  return { account, password: currentPassword, address, user, group: groupOfUser(userId), signal }
}

/** Of those who are who they say they are: for what they do next they need not compete. */
export function groupOfUser(userId: number): PasswordRequest['group'] {
  return ['proven', `user ${userId}`]
}

function groupOf(known: KnownNetworks, account: string, from: string): PasswordRequest['group'] {
  return [known.shareOf(from), siteNetworkOf(from), networkOf(from), account]
}

async function holdBack(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms === 0) return
  try {
    await hold(ms, undefined, { signal })
  } catch (error) {
    throw new PasswordsOverloaded('the caller left', { cause: error })
  }
}

/** True when an account, read again, has the password that was checked and is not disabled. */
export function isSameLogin(current: UserRow | undefined, checked: UserRow): current is UserRow {
  return current?.password_hash === checked.password_hash && current.disabled_at === null
}
