import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLocalBus } from '../../bus/bus.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { createUser, disableUser } from '../../store/people/users.ts'
import { countedStatements } from '../../testing/counted-statements.ts'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { cheapPasswords, silent } from '../../testing/test-hub.ts'
import { requestReset } from './password-reset.ts'

let store: TempStore
beforeEach(async () => {
  store = await openTempStore()
})
afterEach(() => store.close())

/** Statements that a request for this address puts to the database, all in all. */
async function statementsFor(email: string): Promise<number> {
  const { db, count } = countedStatements(store.db)
  let isDelivered = false
  await requestReset(
    {
      db,
      bus: createLocalBus(),
      log: silent,
      passwords: cheapPasswords,
      resetRateLimit: { requested: async () => 0, tried: async () => 0 },
      deliverReset: () => void (isDelivered = true),
      now: Date.now,
    },
    { email, address: '192.0.2.1' },
  )
  // The look-up, then the transaction: whatever waits for its lock comes after it.
  while (count() < 2) await new Promise((resolve) => setImmediate(resolve))
  await withLockOfAllHubs(db, async () => {})
  expect(isDelivered).toBe(email === 'ana@test.co')
  return count()
}

test('does as much for an address that no account has, and keeps nothing of it', async () => {
  const account = { role: 'operator', kiosk: false, passwordHash: '', demo: false, now: 1 } as const
  await createUser(store.db, { ...account, email: 'ana@test.co', name: 'Ana' })
  const off = await createUser(store.db, { ...account, email: 'off@test.co', name: 'Off' })
  await disableUser(store.db, off, 1)
  await createUser(store.db, { ...account, kiosk: true, email: 'pared@test.co', name: 'Pared' })
  await createUser(store.db, { ...account, invited: true, email: 'ida@test.co', name: 'Ida' })
  const known = await statementsFor('ana@test.co')
  expect(known).toBeGreaterThan(3)
  for (const email of [
    'nobody@test.co',
    'off@test.co',
    'pared@test.co',
    'ida@test.co',
    'nobody@test.co',
  ]) {
    expect([email, await statementsFor(email)]).toEqual([email, known])
  }
  const resets = await store.db.selectFrom('password_resets').select('user_id').execute()
  expect(resets).toHaveLength(1)
  const kept = store.db.selectFrom('settings').selectAll().where('key', 'like', 'reset%')
  expect(await kept.execute()).toHaveLength(1)
  expect(JSON.stringify(await kept.execute())).not.toContain('nobody@test.co')
})
