import { ConfigError } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Passwords } from '../auth/passwords/passwords.ts'
import { adminPasswordFault } from '../config/admin-password.ts'
import type { Config } from '../config/config.ts'
import { appendAudit } from '../store/people/audit-log.ts'
import type { Db } from '../store/database.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import type { UserRow } from '../store/schema/people.ts'
import { revokeSessionsOf } from '../store/auth/sessions.ts'
import {
  createUser,
  disableUser,
  findUserByEmail,
  hasActiveSuperadmin,
  setPasswordHash,
} from '../store/people/users.ts'
import { DEMO_LOGIN } from './demo-data.ts'
import { seedDemoSite } from './seed-demo-site.ts'

interface SeedOptions {
  db: Db
  config: Pick<Config, 'adminEmail' | 'adminPassword' | 'demo' | 'timeZone'>
  passwords: Passwords
  log: Logger
}

/**
 * Makes the first account and the demo's site on a fresh hub; changes nothing that people have
 * set.
 *
 * @throws ConfigError for an account that would get a HUB_ADMIN_PASSWORD which is easily guessed.
 */
export async function seed({ db, config, passwords, log }: SeedOptions): Promise<void> {
  await seedSuperadmin({ db, config, passwords, log })
  const { demo, timeZone } = config
  if (demo === null) return
  const start = performance.now()
  const isNew = await seedDemoSite({
    db,
    withHistory: demo === 'history',
    timeZone,
    now: Date.now(),
  })
  if (isNew) log.info({ demo, ms: Math.round(performance.now() - start) }, 'demo site seeded')
}

async function seedSuperadmin({ db, config, passwords, log }: SeedOptions): Promise<void> {
  const { adminEmail, adminPassword, demo } = config
  const known = await findUserByEmail(db, DEMO_LOGIN.email)
  const openDemo = known?.demo === 1 && known.disabled_at === null ? known : undefined
  const forDemo = adminEmail === null ? demo !== null : adminEmail === DEMO_LOGIN.email
  if (openDemo && adminPassword && forDemo) {
    // An earlier run gave it the public password; this one has HUB_ADMIN_PASSWORD.
    requireGoodPassword(adminPassword)
    const hash = await passwords.hash(adminPassword)
    // Logins open their session under the same lock: none with the old password outlives this.
    await withLockOfAllHubs(db, async (trx) => {
      await setPasswordHash(trx, openDemo.id, { hash, now: Date.now() })
      await revokeSessionsOf(trx, openDemo.id, Date.now())
    })
    return
  }
  if (!(await hasActiveSuperadmin(db))) await makeSuperadmin({ db, config, passwords, log }, known)
  else warnOfUnused(config, log)
  if (openDemo && adminEmail && (await hasActiveSuperadmin(db))) {
    // Under the lock of logins, as above.
    await withLockOfAllHubs(db, async (trx) => {
      const now = Date.now()
      await disableUser(trx, openDemo.id, now)
      await revokeSessionsOf(trx, openDemo.id, now)
      await audit(trx, now, 'user.disable', openDemo.email)
    })
    log.info({ email: openDemo.email }, 'demo superadmin disabled')
  }
}

async function makeSuperadmin(
  { db, config, passwords, log }: SeedOptions,
  demoUser: UserRow | undefined,
): Promise<void> {
  const { adminEmail, adminPassword, demo } = config
  const isThere = adminEmail !== null && (await findUserByEmail(db, adminEmail)) !== undefined
  if (adminPassword && !isThere && (adminEmail || (demo !== null && !demoUser))) {
    requireGoodPassword(adminPassword)
  }
  if (adminEmail && adminPassword) {
    const added = await addSuperadmin(db, adminEmail, await passwords.hash(adminPassword), false)
    if (added) log.info({ email: adminEmail }, 'first superadmin created')
    else log.warn({ email: adminEmail }, 'HUB_ADMIN_EMAIL is an account already; it stays as it is')
  } else if (demo !== null && !demoUser) {
    const hash = await passwords.hash(adminPassword ?? DEMO_LOGIN.password)
    await addSuperadmin(db, DEMO_LOGIN.email, hash, !adminPassword)
    log.info({ email: DEMO_LOGIN.email }, 'demo superadmin created')
  } else if (demo === null || demoUser?.disabled_at !== null) {
    log.warn(
      'nobody can log in as superadmin: set HUB_ADMIN_EMAIL and HUB_ADMIN_PASSWORD and start again, ' +
        'or run: node hub/dist/main.js users add --email <email> --name <name> --role superadmin',
    )
  }
}

function requireGoodPassword(adminPassword: string): void {
  const fault = adminPasswordFault(adminPassword)
  if (fault !== null) throw new ConfigError(`${fault}; ponga otra`)
}

/** A bad password that is set, but makes no account, is worth a warning and not a refusal. */
function warnOfUnused({ adminPassword }: SeedOptions['config'], log: Logger): void {
  const fault = adminPassword === null ? null : adminPasswordFault(adminPassword)
  if (fault === null) return
  log.warn(
    `${fault}: it makes no account any more; unset it, and change the password of the account that still has it`,
  )
}

async function addSuperadmin(
  db: Db,
  email: string,
  passwordHash: string,
  demo: boolean,
): Promise<boolean> {
  const now = Date.now()
  return await withLockOfAllHubs(db, async (trx) => {
    if (await findUserByEmail(trx, email)) return false
    const account = { email, name: 'Administrador', role: 'superadmin' as const, kiosk: false }
    await createUser(trx, { ...account, passwordHash, demo, now })
    await audit(trx, now, 'user.create', email, { role: 'superadmin' })
    return true
  })
}

async function audit(
  trx: Db,
  at: number,
  action: string,
  target: string,
  detail: Record<string, string> = {},
): Promise<void> {
  await appendAudit(trx, { at, actor: 'hub', action, target, detail, address: null })
}
