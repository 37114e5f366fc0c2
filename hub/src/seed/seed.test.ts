import { ConfigError, parseScanUid } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSession, findSession } from '../store/auth/sessions.ts'
import { findUserByEmail } from '../store/people/users.ts'
import { type TempStore, openTempStore } from '../testing/temp-store.ts'
import { cheapPasswords, silent } from '../testing/test-hub.ts'
import { DEMO_LOGIN } from './demo-data.ts'
import { seed } from './seed.ts'

let store: TempStore
beforeEach(async () => void (store = await openTempStore()))
afterEach(() => store.close())

type Given = Parameters<typeof seed>[0]['config']
const NOTHING_SET: Given = {
  adminEmail: null,
  adminPassword: null,
  demo: null,
  timeZone: 'America/Bogota',
}
const run = (config: Partial<Given>) =>
  seed({
    db: store.db,
    config: { ...NOTHING_SET, ...config },
    passwords: cheapPasswords,
    log: silent,
  })
const opens = async (email: string, password: string) =>
  await cheapPasswords.verify(password, (await findUserByEmail(store.db, email))?.password_hash)

test('makes the first superadmin once, and leaves it alone after', async () => {
  await run({ adminEmail: 'a@b.co', adminPassword: 'first one' })
  await run({ adminEmail: 'a@b.co', adminPassword: 'other one' })
  await run({ adminEmail: 'c@d.co', adminPassword: 'third one' })
  expect(await findUserByEmail(store.db, 'a@b.co')).toMatchObject({ role: 'superadmin', demo: 0 })
  expect(await opens('a@b.co', 'first one')).toBe(true)
  expect(await findUserByEmail(store.db, 'c@d.co')).toBeUndefined()
})

test('makes no account without a password', async () => {
  await run({})
  expect(await store.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('seeds the demo once: an account, vehicles and assets with tags of their own', async () => {
  await run({ demo: 'account' })
  await run({ demo: 'account' })
  expect(await findUserByEmail(store.db, DEMO_LOGIN.email)).toMatchObject({ demo: 1 })
  expect(await opens(DEMO_LOGIN.email, DEMO_LOGIN.password)).toBe(true)
  const assets = await store.db.selectFrom('assets').selectAll().execute()
  const vehicles = assets.filter((asset) => asset.type === 'vehicle')
  expect(vehicles).toHaveLength(30)
  expect(assets).toHaveLength(40)
  expect(new Set(assets.map((asset) => asset.rfid_tag)).size).toBe(assets.length)
  expect(new Set(vehicles.map(({ plate }) => plate)).size).toBe(vehicles.length)
  for (const { plate } of vehicles) expect(plate).toMatch(/^[A-Z]{3}\d(\d\d|\d[A-Z])$/)
  for (const { rfid_tag } of assets) expect(parseScanUid(rfid_tag)).toBe(rfid_tag)
})

test('gives the demo account the configured password, also on a later start', async () => {
  await run({ demo: 'account' })
  await run({ demo: 'account', adminPassword: 'better one' })
  expect(await findUserByEmail(store.db, DEMO_LOGIN.email)).toMatchObject({ demo: 0 })
  expect(await opens(DEMO_LOGIN.email, 'better one')).toBe(true)
  expect(await opens(DEMO_LOGIN.email, DEMO_LOGIN.password)).toBe(false)
})

test('disables the demo account when an admin is configured', async () => {
  const admin = { adminEmail: 'a@b.co', adminPassword: 'first one' }
  await run({ demo: 'account' })
  const now = Date.now()
  const session = { userId: 1, tokenHash: 'demo', now, expiresAt: now + 60_000, address: null }
  await createSession(store.db, session)
  await run(admin)
  expect(await findUserByEmail(store.db, 'a@b.co')).toMatchObject({ role: 'superadmin', demo: 0 })
  expect(await opens('a@b.co', 'first one')).toBe(true)
  expect((await findUserByEmail(store.db, DEMO_LOGIN.email))?.disabled_at).not.toBeNull()
  expect(await findSession(store.db, 'demo', now)).toBeUndefined()
  await run({ ...admin, demo: 'account' })
  expect((await findUserByEmail(store.db, DEMO_LOGIN.email))?.disabled_at).not.toBeNull()
})

test('accepts the demo address for the first account too', async () => {
  await run({ demo: 'account' })
  await run({ adminEmail: DEMO_LOGIN.email, adminPassword: 'first one' })
  const user = await findUserByEmail(store.db, DEMO_LOGIN.email)
  expect(user).toMatchObject({ demo: 0, disabled_at: null })
  expect(await opens(DEMO_LOGIN.email, 'first one')).toBe(true)
})

test.each([
  ['secret7', /^HUB_ADMIN_PASSWORD tiene menos de 8 caracteres; ponga otra$/],
  ['Password1', /^HUB_ADMIN_PASSWORD es una de las que todos prueban primero; ponga otra$/],
])(
  'makes no account with %s, and starts with it where the accounts are there',
  async (weak, fault) => {
    const admin = { adminEmail: 'a@b.co', adminPassword: weak }
    await expect(run(admin)).rejects.toThrow(ConfigError)
    await expect(run({ demo: 'account', adminPassword: weak })).rejects.toThrow(fault)
    expect(await store.db.selectFrom('users').select('id').execute()).toEqual([])
    await run({ demo: 'account' })
    await expect(run({ demo: 'account', adminPassword: weak })).rejects.toThrow(fault)
    expect(await opens(DEMO_LOGIN.email, DEMO_LOGIN.password)).toBe(true)
    await run({ ...admin, adminPassword: 'first one' })
    await run(admin)
    await run({ ...admin, adminEmail: 'c@d.co' })
    expect(await opens('a@b.co', 'first one')).toBe(true)
    await store.db.updateTable('users').set({ disabled_at: 1 }).execute()
    await run(admin)
  },
)
