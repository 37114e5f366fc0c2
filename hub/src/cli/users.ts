import { text } from 'node:stream/consumers'
import { PASSWORD_GIVEN_MIN, PASSWORD_MAX, Role } from '@vehicle-control/protocol'
import { z } from 'zod'
import { secondFactorState } from '../auth/second-factor/second-factor-state.ts'
import { createPasswords } from '../auth/passwords/passwords.ts'
import { isCommonPassword } from '../config/common-passwords.ts'
import type { Config } from '../config/config.ts'
import { appendAudit } from '../store/people/audit-log.ts'
import type { Db } from '../store/database.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import type { UserRow } from '../store/schema/people.ts'
import { deleteSecondFactor, usersWithSecondFactor } from '../store/auth/second-factors.ts'
import { revokeSessionsOf } from '../store/auth/sessions.ts'
import {
  createUser,
  disableUser,
  enableUser,
  findUserByEmail,
  listUsers,
  setKioskOwners,
  setPasswordHash,
  setUserRole,
  stateOf,
} from '../store/people/users.ts'
import { check, COMMAND_LINE, runDatabaseCommand, UsageError } from './database-command.ts'

const USAGE = `usage: node hub/dist/main.js users <command>
  add --email <email> --name <name> --role operator|admin|superadmin [--kiosk [--owners]]
  list
  password --email <email>   lets a disabled account in again
  role --email <email> --role operator|admin|superadmin
  show-owners --email <email>  tells a wall screen who owns what, from its next load
  hide-owners --email <email>  tells it no more, and ends its sessions
  disable --email <email>
  enable --email <email>
  2fa-reset --email <email>  lets in by the password alone, and ends the sessions
add and password read the password from HUB_USER_PASSWORD or standard input.`

const Email = z
  .string({ error: 'give --email <email>' })
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, '--email is not an email address')
const Password = z
  .string()
  .min(
    PASSWORD_GIVEN_MIN,
    `the password is too short; give at least ${PASSWORD_GIVEN_MIN} characters`,
  )
  .max(PASSWORD_MAX, `the password is longer than ${PASSWORD_MAX} characters`)
  .refine(
    (password) => !isCommonPassword(password),
    'the password is one that everybody tries first; give another one',
  )
const RoleOption = z.enum(Role.options, 'give --role operator, admin or superadmin')
const Account = z
  .object({
    email: Email,
    name: z.string({ error: 'give --name <name>' }).trim().min(1).max(120),
    role: RoleOption,
    kiosk: z.boolean().default(false),
    owners: z.boolean().default(false),
  })
  .refine((a) => !a.kiosk || a.role === 'operator', '--kiosk is look-only: give --role operator')
  .refine((a) => !a.owners || a.kiosk, '--owners is for wall screens: people see owners anyway')

/** Runs `users …`, prints its result as JSON, and returns the exit code. */
export function runUsers(args: readonly string[], config: Config): Promise<number> {
  return runDatabaseCommand(args, {
    config,
    usage: USAGE,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string' },
      kiosk: { type: 'boolean' },
      owners: { type: 'boolean' },
    },
    commands: {
      add: (db, values) => add(db, check(Account, values)),
      list: (db) => list(db, config),
      password: async (db, values) => setPassword(db, await existing(db, values)),
      role: async (db, values) => setRole(db, await existing(db, values), values),
      'show-owners': async (db, values) => setOwners(db, await existing(db, values), true),
      'hide-owners': async (db, values) => setOwners(db, await existing(db, values), false),
      disable: async (db, values) => disable(db, await existing(db, values)),
      enable: async (db, values) => enable(db, await existing(db, values)),
      '2fa-reset': async (db, values) => resetSecondFactor(db, await existing(db, values)),
    },
  })
}

async function add(db: Db, account: z.infer<typeof Account>): Promise<unknown> {
  const passwordHash = await createPasswords().hash(await readPassword())
  const now = Date.now()
  return await withLockOfAllHubs(db, async (trx) => {
    if (await findUserByEmail(trx, account.email)) {
      throw new UsageError(`${account.email} exists; use «users password» to change its password`)
    }
    const { email, role, kiosk, owners } = account
    await createUser(trx, { ...account, kioskOwners: owners, passwordHash, demo: false, now })
    await audit(trx, 'user.create', email, { role, kiosk, ...(kiosk && { owners }) })
    return view(await existing(trx, account))
  })
}

async function setPassword(db: Db, user: UserRow): Promise<unknown> {
  const hash = await createPasswords().hash(await readPassword())
  return await withLockOfAllHubs(db, async (trx) => {
    await setPasswordHash(trx, user.id, { hash, now: Date.now() })
    await enableUser(trx, user.id)
    const ended = await revokeSessionsOf(trx, user.id, Date.now())
    const enabledAgain = user.disabled_at !== null
    await audit(trx, 'user.password', user.email, { enabledAgain })
    return { email: user.email, sessionsEnded: ended.length, enabledAgain }
  })
}

async function setRole(db: Db, user: UserRow, values: object): Promise<unknown> {
  const { role } = check(z.object({ role: RoleOption }), values)
  if (user.kiosk === 1 && role !== 'operator') {
    throw new UsageError(`${user.email} is a look-only account; its role stays operator`)
  }
  return await withLockOfAllHubs(db, async (trx) => {
    await setUserRole(trx, user.id, role)
    if (role !== user.role) await revokeSessionsOf(trx, user.id, Date.now())
    await audit(trx, 'user.role', user.email, { before: user.role, after: role })
    return view(await existing(trx, user))
  })
}

/** When owners are hidden the sessions end: an open socket would go on showing them. */
async function setOwners(db: Db, user: UserRow, shown: boolean): Promise<unknown> {
  if (user.kiosk === 0) throw new UsageError(`${user.email} is no wall screen; people see owners`)
  return await withLockOfAllHubs(db, async (trx) => {
    await setKioskOwners(trx, user.id, shown)
    const ended = shown ? [] : await revokeSessionsOf(trx, user.id, Date.now())
    await audit(trx, 'user.owners', user.email, { owners: shown })
    return { ...view(await existing(trx, user)), sessionsEnded: ended.length }
  })
}

async function enable(db: Db, user: UserRow): Promise<unknown> {
  if (user.activated_at === null) {
    throw new UsageError(
      `${user.email} was never activated; give it a password by «users password»`,
    )
  }
  return await withLockOfAllHubs(db, async (trx) => {
    await enableUser(trx, user.id)
    await audit(trx, 'user.enable', user.email, {})
    return view(await existing(trx, user))
  })
}

async function disable(db: Db, user: UserRow): Promise<unknown> {
  const now = Date.now()
  return await withLockOfAllHubs(db, async (trx) => {
    await disableUser(trx, user.id, now)
    await revokeSessionsOf(trx, user.id, now)
    await audit(trx, 'user.disable', user.email, {})
    return view(await existing(trx, user))
  })
}

async function resetSecondFactor(db: Db, user: UserRow): Promise<unknown> {
  return await withLockOfAllHubs(db, async (trx) => {
    if (!(await deleteSecondFactor(trx, user.id))) {
      throw new UsageError(`${user.email} has no second factor; see «users list»`)
    }
    const ended = await revokeSessionsOf(trx, user.id, Date.now())
    await audit(trx, 'user.2fa_reset', user.email, {})
    return { email: user.email, sessionsEnded: ended.length }
  })
}

async function list(db: Db, { secondFactorRoles }: Config): Promise<unknown> {
  const users = await listUsers(db)
  const ids = users.map((user) => user.id)
  const withFactor = await usersWithSecondFactor(db, ids)
  return users.map((user) => {
    const hasSecondFactor = withFactor.has(user.id)
    const account = { role: user.role, kiosk: user.kiosk === 1, hasSecondFactor }
    return { ...view(user), second_factor: secondFactorState(account, secondFactorRoles) }
  })
}

async function existing(db: Db, values: object): Promise<UserRow> {
  const { email } = check(z.object({ email: Email }), values)
  const user = await findUserByEmail(db, email)
  if (!user) throw new UsageError(`no user has the email ${email}; see «users list»`)
  return user
}

async function audit(
  trx: Db,
  action: string,
  target: string,
  detail: Record<string, string | boolean>,
): Promise<void> {
  const { actor, address, via } = COMMAND_LINE
  await appendAudit(trx, { actor, address, action, target, detail: { ...detail, ...via } })
}

async function readPassword(): Promise<string> {
  const given = process.env['HUB_USER_PASSWORD']
  if (given) return check(Password, given)
  if (process.stdin.isTTY) process.stderr.write('Password, then Ctrl-D on a new line: ')
  return check(Password, (await text(process.stdin)).replace(/\r?\n$/, ''))
}

function view(user: UserRow) {
  const { id, email, name, role } = user
  const kiosk = user.kiosk === 1
  const owners = !kiosk || user.kiosk_owners === 1
  return {
    id,
    email,
    name,
    role,
    kiosk,
    owners,
    state: stateOf(user),
    disabled: user.disabled_at !== null,
  }
}
