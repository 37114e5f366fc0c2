import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEnrollToken, takeEnrollToken } from '../store/agents/enroll-tokens.ts'
import { putPasswordReset } from '../store/auth/password-resets.ts'
import { confirmSecondFactor, offerSecondFactor } from '../store/auth/second-factors.ts'
import { createSession, revokeSession } from '../store/auth/sessions.ts'
import { createUser } from '../store/people/users.ts'
import { type TempStore, openTempStore } from '../testing/temp-store.ts'
import { silent } from '../testing/test-hub.ts'
import { createCleanup } from './cleanup.ts'

const HOUR_MS = 3_600_000
const NOW = 10 * HOUR_MS
let store: TempStore
beforeEach(async () => void (store = await openTempStore()))
afterEach(() => store.close())

test('deletes ended sessions and closed tokens, but not what was just revoked', async () => {
  const { db } = store
  const account = { name: 'x', role: 'admin' as const, kiosk: false, passwordHash: '', demo: false }
  const userId = await createUser(db, { ...account, email: 'a@b.co', now: NOW })
  const open = async (tokenHash: string, expiresAt: number, revokedAt?: number) => {
    const id = await createSession(db, { userId, tokenHash, now: NOW, expiresAt, address: null })
    if (revokedAt !== undefined) await revokeSession(db, id, revokedAt)
  }
  await open('in force', NOW + 1)
  await open('expired', NOW)
  await open('just revoked', NOW + 1, NOW - HOUR_MS)
  await open('just revoked, expired', NOW - 1, NOW - 1)
  await open('long revoked', NOW + 1, NOW - HOUR_MS - 1)
  for (const [tokenHash, expiresAt] of [
    ['open', NOW + 1],
    ['late', NOW],
    ['used', NOW + 1],
  ] as const) {
    await createEnrollToken(db, { tokenHash, code: null, createdBy: userId, now: NOW, expiresAt })
  }
  await takeEnrollToken(db, 'used', NOW)

  const other = await createUser(db, { ...account, email: 'c@b.co', now: NOW })
  await putPasswordReset(db, { userId, tokenHash: 'open', now: NOW, expiresAt: NOW + 1 })
  await putPasswordReset(db, { userId: other, tokenHash: 'late', now: NOW, expiresAt: NOW })

  const offeredAt = NOW - HOUR_MS - 1
  await offerSecondFactor(db, { userId, secret: 'never confirmed', now: offeredAt })
  await offerSecondFactor(db, { userId: other, secret: 'in force', now: offeredAt })
  await confirmSecondFactor(db, other, NOW)

  const cleanup = createCleanup({ db, log: silent, now: () => NOW })
  await cleanup.start()
  cleanup.stop()
  const sessions = await db.selectFrom('sessions').select('token_hash').orderBy('id').execute()
  expect(sessions.map((row) => row.token_hash)).toEqual([
    'in force',
    'just revoked',
    'just revoked, expired',
  ])
  expect(await db.selectFrom('enroll_tokens').select('token_hash').execute()).toEqual([
    { token_hash: 'open' },
  ])
  expect(await db.selectFrom('password_resets').select('token_hash').execute()).toEqual([
    { token_hash: 'open' },
  ])
  expect(await db.selectFrom('second_factors').select('secret').execute()).toEqual([
    { secret: 'in force' },
  ])
})
