import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEnrollToken, takeEnrollToken } from '../store/agents/enroll-tokens.ts'
import { putPasswordReset } from '../store/auth/password-resets.ts'
import { createSession, revokeSession } from '../store/auth/sessions.ts'
import { createUser } from '../store/people/users.ts'
import { type TempStore, openTempStore } from '../testing/temp-store.ts'
import { silent } from '../testing/test-hub.ts'
import { createCleanup } from './cleanup.ts'

const HOUR_MS = 3_600_000
const now = 10 * HOUR_MS
let store: TempStore
beforeEach(async () => void (store = await openTempStore()))
afterEach(() => store.close())

test('deletes what nobody can use, but not what was just revoked', async () => {
  const { db } = store
  const account = { name: 'x', role: 'admin' as const, kiosk: false, passwordHash: '', demo: false }
  const userId = await createUser(db, { ...account, email: 'a@b.co', now })
  const open = async (tokenHash: string, expiresAt: number, revokedAt?: number) => {
    const id = await createSession(db, { userId, tokenHash, now, expiresAt, address: null })
    if (revokedAt !== undefined) await revokeSession(db, id, revokedAt)
  }
  await open('in force', now + 1)
  await open('expired', now)
  await open('just revoked', now + 1, now - HOUR_MS)
  await open('just revoked, expired', now - 1, now - 1)
  await open('long revoked', now + 1, now - HOUR_MS - 1)
  for (const [tokenHash, expiresAt] of [
    ['open', now + 1],
    ['late', now],
    ['used', now + 1],
  ] as const) {
    await createEnrollToken(db, { tokenHash, code: null, createdBy: userId, now, expiresAt })
  }
  await takeEnrollToken(db, 'used', now)

  const other = await createUser(db, { ...account, email: 'c@b.co', now })
  await putPasswordReset(db, { userId, tokenHash: 'open', now, expiresAt: now + 1 })
  await putPasswordReset(db, { userId: other, tokenHash: 'late', now, expiresAt: now })

  const cleanup = createCleanup({ db, log: silent, now: () => now })
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
})
