import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { PASSWORD_MAX, PASSWORD_MIN, Role } from '@vehicle-control/protocol'
import { z } from 'zod'
import { isUncommon } from '../auth/new-password.ts'
import { createPasswords } from '../auth/passwords.ts'
import type { Config } from '../config/config.ts'
import { appendAudit } from '../store/people/audit-log.ts'
import type { Db } from '../store/database.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { openStore } from '../store/open-store.ts'
import type { UserRow } from '../store/schema/people.ts'
import { revokeSessionsOf } from '../store/auth/sessions.ts'
import {
  createUser,
  disableUser,
  enableUser,
  findUserByEmail,
  listUsers,
  setPasswordHash,
  setUserRole,
} from '../store/people/users.ts'

const USAGE = `usage: node hub/dist/main.js users <command>
  add --email <email> --name <name> --role operator|admin|superadmin [--kiosk]
  list
  password --email <email>   lets a disabled account in again
  role --email <email> --role operator|admin|superadmin
  disable --email <email>
  enable --email <email>
add and password read the password from HUB_USER_PASSWORD or standard input.`

/** Arguments that cannot be carried out; the message says what to give instead. */
class UsageError extends Error {
  override name = 'UsageError'
}

const Email = z
  .string({ error: 'give --email <email>' })
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, '--email is not an email address')
const Password = z
  .string()
  .min(PASSWORD_MIN, `the password is too short; give at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `the password is longer than ${PASSWORD_MAX} characters`)
  .refine(isUncommon, 'the password is one that everybody tries first; give another one')
const RoleOption = z.enum(Role.options, 'give --role operator, admin or superadmin')
const Account = z
  .object({
    email: Email,
    name: z.string({ error: 'give --name <name>' }).trim().min(1).max(120),
    role: RoleOption,
    kiosk: z.boolean().default(false),
  })
  .refine((a) => !a.kiosk || a.role === 'operator', '--kiosk is look-only: give --role operator')

/** Runs `users …`, prints its result as JSON, and returns the exit code. */
export async function runUsers(args: readonly string[], config: Config): Promise<number> {
  try {
    const options = {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string' },
      kiosk: { type: 'boolean' },
    } as const
    const { values, positionals } = parse(() =>
      parseArgs({ args: [...args], options, allowPositionals: true }),
    )
    const store = await openStore(config)
    try {
      print(await run(store.db, positionals, values))
    } finally {
      await store.close()
    }
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

async function run(db: Db, positionals: readonly string[], values: object): Promise<unknown> {
  const [command, ...extra] = positionals
  if (extra.length > 0) throw new UsageError(`unexpected «${extra.join(' ')}»\n${USAGE}`)
  switch (command ?? '') {
    case 'add':
      return await add(db, check(Account, values))
    case 'list':
      return (await listUsers(db)).map(view)
    case 'password':
      return await setPassword(db, await existing(db, values))
    case 'role':
      return await setRole(db, await existing(db, values), values)
    case 'disable':
      return await disable(db, await existing(db, values))
    case 'enable':
      return await enable(db, await existing(db, values))
    default:
      throw new UsageError(USAGE)
  }
}

async function add(db: Db, account: z.infer<typeof Account>): Promise<unknown> {
  const passwordHash = await createPasswords().hash(await readPassword())
  const now = Date.now()
  return await withLockOfAllHubs(db, async (trx) => {
    if (await findUserByEmail(trx, account.email)) {
      throw new UsageError(`${account.email} exists; use «users password» to change its password`)
    }
    await createUser(trx, { ...account, passwordHash, demo: false, now })
    await audit(trx, 'user.create', account.email, { role: account.role, kiosk: account.kiosk })
    return view(await existing(trx, account))
  })
}

async function setPassword(db: Db, user: UserRow): Promise<unknown> {
  const hash = await createPasswords().hash(await readPassword())
  return await withLockOfAllHubs(db, async (trx) => {
    await setPasswordHash(trx, user.id, hash)
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

async function enable(db: Db, user: UserRow): Promise<unknown> {
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
  const entry = { actor: 'hub', action, target, address: null }
  await appendAudit(trx, { ...entry, detail: { ...detail, via: 'command line' } })
}

async function readPassword(): Promise<string> {
  const given = process.env['HUB_USER_PASSWORD']
  if (given) return check(Password, given)
  if (process.stdin.isTTY) process.stderr.write('Password, then Ctrl-D on a new line: ')
  return check(Password, (await text(process.stdin)).replace(/\r?\n$/, ''))
}

function view(user: UserRow): object {
  const { id, email, name, role } = user
  return { id, email, name, role, kiosk: user.kiosk === 1, disabled: user.disabled_at !== null }
}

function check<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw new UsageError(parsed.error.issues[0]?.message ?? USAGE)
}

function parse<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    // parseArgs throws only for arguments that it does not know.
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

function print(result: unknown): void {
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
}
