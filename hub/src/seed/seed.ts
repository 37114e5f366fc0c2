import type { Logger } from 'pino'
import type { Passwords } from '../auth/passwords.ts'
import type { Config } from '../config.ts'
import { appendAudit } from '../store/audit.ts'
import { hasAssets, insertAssets } from '../store/assets.ts'
import { type Db, inTransaction } from '../store/database.ts'
import { revokeSessionsOf } from '../store/sessions.ts'
import {
  createUser,
  findUserByEmail,
  hasActiveSuperadmin,
  setPasswordHash,
} from '../store/users.ts'
import { demoAssets, demoLogin } from './demo-data.ts'

interface SeedParts {
  db: Db
  config: Pick<Config, 'adminEmail' | 'adminPassword' | 'demo'>
  passwords: Passwords
  log: Logger
}

/** Brings a fresh hub to where somebody can log in; changes nothing that people have set. */
export async function seed({ db, config, passwords, log }: SeedParts): Promise<void> {
  await seedSuperadmin({ db, config, passwords, log })
  if (!config.demo) return
  await inTransaction(db, async (trx) => {
    if (!(await hasAssets(trx))) await insertAssets(trx, demoAssets(), Date.now())
  })
}

async function seedSuperadmin({ db, config, passwords, log }: SeedParts): Promise<void> {
  const { adminEmail, adminPassword, demo } = config
  const known = await findUserByEmail(db, demoLogin.email)
  if (demo && adminPassword && known?.demo === 1) {
    // An earlier run gave it the public password, and this one was told a better one.
    const hash = await passwords.hash(adminPassword)
    await inTransaction(db, async (trx) => {
      await setPasswordHash(trx, known.id, hash)
      await revokeSessionsOf(trx, known.id, Date.now())
    })
  }
  if (await hasActiveSuperadmin(db)) return
  if (adminEmail && adminPassword) {
    const added = await addSuperadmin(db, adminEmail, await passwords.hash(adminPassword), false)
    if (added) log.info({ email: adminEmail }, 'first superadmin created')
    else log.warn({ email: adminEmail }, 'HUB_ADMIN_EMAIL is an account already; it stays as it is')
  } else if (demo) {
    const hash = await passwords.hash(adminPassword ?? demoLogin.password)
    await addSuperadmin(db, demoLogin.email, hash, !adminPassword)
    log.info({ email: demoLogin.email }, 'demo superadmin created')
  } else {
    log.warn(
      'nobody can log in as superadmin: set HUB_ADMIN_EMAIL and HUB_ADMIN_PASSWORD and start again, ' +
        'or run: node hub/dist/main.js users add --email <email> --name <name> --role superadmin',
    )
  }
}

async function addSuperadmin(
  db: Db,
  email: string,
  passwordHash: string,
  demo: boolean,
): Promise<boolean> {
  const now = Date.now()
  return await inTransaction(db, async (trx) => {
    if (await findUserByEmail(trx, email)) return false
    const account = { email, name: 'Administrador', role: 'superadmin' as const, kiosk: false }
    await createUser(trx, { ...account, passwordHash, demo, now })
    await appendAudit(trx, {
      at: now,
      actor: 'hub',
      action: 'user.create',
      target: email,
      detail: { role: 'superadmin' },
      address: null,
    })
    return true
  })
}
