import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSession, findSession } from '../store/auth/sessions.ts'
import { findUserByEmail } from '../store/people/users.ts'
import { type TempStore, openTempStore } from '../testing/temp-store.ts'
import { cheapPasswords, silent } from '../testing/test-hub.ts'
import { demoLogin } from './demo-data.ts'
import { seed } from './seed.ts'

let store: TempStore
beforeEach(async () => void (store = await openTempStore()))
afterEach(() => store.close())

type Given = Parameters<typeof seed>[0]['config']
const none: Given = { adminEmail: null, adminPassword: null, demo: false }
const run = (config: Partial<Given>) =>
  seed({ db: store.db, config: { ...none, ...config }, passwords: cheapPasswords, log: silent })
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

test('makes nothing without a password to give', async () => {
  await run({})
  expect(await store.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('seeds the demo once: an account, vehicles and assets with tags of their own', async () => {
  await run({ demo: true })
  await run({ demo: true })
  expect(await findUserByEmail(store.db, demoLogin.email)).toMatchObject({ demo: 1 })
  expect(await opens(demoLogin.email, demoLogin.password)).toBe(true)
  const assets = await store.db.selectFrom('assets').selectAll().execute()
  const vehicles = assets.filter((asset) => asset.type === 'vehicle')
  expect(vehicles).toHaveLength(12)
  expect(new Set(assets.map((asset) => asset.rfid_tag)).size).toBe(assets.length)
  for (const { plate, rfid_tag } of vehicles) {
    expect(plate).toMatch(/^[A-Z]{3}\d{3}$/)
    expect(rfid_tag).toMatch(/^TEST-0\d\d$/)
  }
})

test('gives the demo account the password that it was told, also afterwards', async () => {
  await run({ demo: true })
  await run({ demo: true, adminPassword: 'better one' })
  expect(await findUserByEmail(store.db, demoLogin.email)).toMatchObject({ demo: 0 })
  expect(await opens(demoLogin.email, 'better one')).toBe(true)
  expect(await opens(demoLogin.email, demoLogin.password)).toBe(false)
})

test('turns a demo into a hub of its own when it is told an account', async () => {
  const admin = { adminEmail: 'a@b.co', adminPassword: 'first one' }
  await run({ demo: true })
  const now = Date.now()
  const session = { userId: 1, tokenHash: 'demo', now, expiresAt: now + 60_000, address: null }
  await createSession(store.db, session)
  await run(admin)
  expect(await findUserByEmail(store.db, 'a@b.co')).toMatchObject({ role: 'superadmin', demo: 0 })
  expect(await opens('a@b.co', 'first one')).toBe(true)
  expect((await findUserByEmail(store.db, demoLogin.email))?.disabled_at).not.toBeNull()
  expect(await findSession(store.db, 'demo', now)).toBeUndefined()
  await run({ ...admin, demo: true })
  expect((await findUserByEmail(store.db, demoLogin.email))?.disabled_at).not.toBeNull()
})

test('takes the demo address as the first account too', async () => {
  await run({ demo: true })
  await run({ adminEmail: demoLogin.email, adminPassword: 'first one' })
  const user = await findUserByEmail(store.db, demoLogin.email)
  expect(user).toMatchObject({ demo: 0, disabled_at: null })
  expect(await opens(demoLogin.email, 'first one')).toBe(true)
})
