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
  /** The group that it waits in; absent: that of its address, as for all without a session. */
  group?: PasswordRequest['group']
  signal?: AbortSignal | undefined
}

/**
 * Checks an account's password, at a limited rate. An unknown or disabled account gets the same
 * answer as a wrong password. Rejects with PasswordsOverloaded where too many wait, or the caller
 * leaves.
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
 * As `checkPassword`, where a right password may not be enough: the try counts as a failure until
 * the caller calls `succeeded` or `takenBack` of the rate limit.
 */
export async function tryPassword(
  { passwords, loginRateLimit, known, demoAllowed }: CheckParts,
  { account, password, address, user: find, signal, group }: PasswordAttempt,
): Promise<{ ok: true; user: UserRow } | Refusal> {
  const from = address ?? 'unknown'
  const waitS = await loginRateLimit.waitS(account, from)
  if (waitS > 0) return { ok: false, reason: 'wait', retryAfterS: waitS }
  const slowed = await loginRateLimit.slowed(from)
  if ('retryAfterS' in slowed) return { ok: false, reason: 'wait', ...slowed }
  await holdBack(slowed.holdMs, signal)
  const request = { group: group ?? groupOf(known, account, from), signal }
  return await passwords.withPermit(request, async (scrypt) => {
    // Tries ahead of it in the queue were counted meanwhile.
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

/** The current password, which the holder of a session gives once more. */
export interface OwnPassword {
  session: Session
  currentPassword: string
  address: string | null
  /** Aborted when the caller leaves. */
  signal?: AbortSignal | undefined
}

/** A try that counts like a login of the account, and waits in the group of its user. */
export function ownAttempt(
  db: Db,
  { session, currentPassword, address, signal }: OwnPassword,
): PasswordAttempt {
  const { userId, email: account } = session
  const user = () => findUser(db, userId)
  return { account, password: currentPassword, address, user, group: groupOfUser(userId), signal }
}

/** The group of a user who has logged in: its requests do not compete with logins. */
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
