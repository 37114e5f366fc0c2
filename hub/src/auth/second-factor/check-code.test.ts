import { URI } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type SecondFactorRow,
  confirmSecondFactor,
  findSecondFactor,
  offerSecondFactor,
} from '../../store/auth/second-factors.ts'
import type { Db } from '../../store/database.ts'
import { openStore } from '../../store/open-store.ts'
import { createUser } from '../../store/people/users.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { silent } from '../../testing/test-hub.ts'
import { type CodeResult, checkCode, factorContext } from './check-code.ts'
import { factorUri, newFactorSecret, readCode } from './second-factor-code.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let store: TempStore
let now: number
let codeAt: (at: number) => string
beforeEach(async () => {
  store = await openTempStore()
  now = Date.UTC(2026, 0, 1)
  const account = { email: 'a@b.co', name: 'A', role: 'admin' as const, kiosk: false, demo: false }
  const userId = await createUser(store.db, { ...account, passwordHash: '', now })
  const plain = newFactorSecret()
  codeAt = (timestamp) => URI.parse(factorUri(plain, 'a@b.co')).generate({ timestamp })
  const secret = store.key.seal(plain, factorContext(userId))
  await offerSecondFactor(store.db, { userId, secret, now })
  await confirmSecondFactor(store.db, userId, now)
})
afterEach(() => store.close())

async function requireFactor(trx: Db): Promise<SecondFactorRow> {
  const factor = await findSecondFactor(trx, 1)
  if (!factor) throw new Error('the account has lost its factor')
  return factor
}

test('lets one hub of two take a code that both are shown at once', async () => {
  const other = await openStore(store.config)
  const code = codeAt(now)
  const take = (db: Db) =>
    withLockOfAllHubs(db, async (trx) => {
      const factor = await requireFactor(trx)
      return await checkCode(trx, { key: store.key, log: silent }, { factor, code, now })
    })
  const results = await Promise.all([take(store.db), take(other.db)])
  expect(results.filter((result) => result.ok)).toHaveLength(1)
  await other.close()
})

/** A wrong code, now. */
function guess(): Promise<CodeResult> {
  return withLockOfAllHubs(store.db, async (trx) => {
    const factor = await requireFactor(trx)
    return await checkCode(trx, { key: store.key, log: silent }, { factor, code: '00000 0', now })
  })
}

test('looks at 33 codes within a day at most, after however long a rest', async () => {
  const looked: number[] = []
  const tryFor = async (ms: number) => {
    for (const end = now + ms; now < end;) {
      const result = await guess()
      const waits = !result.ok && result.reason === 'code_wait'
      if (!waits) looked.push(now)
      now += waits ? result.retryAfterS * 1000 : 1000
    }
  }
  await tryFor(DAY_MS)
  now += 7.5 * HOUR_MS
  await tryFor(DAY_MS)
  const within = looked.map(
    (from) => looked.filter((at) => at >= from && at < from + DAY_MS).length,
  )
  expect(Math.max(...within)).toBeLessThanOrEqual(33)
  expect(within[0]).toBeGreaterThan(24)
})

test('makes nobody wait for longer than an hour, whatever became of the clock', async () => {
  now += DAY_MS
  for (let i = 0; i < 40; i++) {
    const result = await guess()
    if (!result.ok && result.reason === 'code_wait') now += result.retryAfterS * 1000
  }
  now -= DAY_MS
  const behind = await guess()
  expect(behind).toMatchObject({ reason: 'code_wait' })
  now += HOUR_MS
  expect(await guess()).toMatchObject({ reason: 'code_wrong' })
})

test.each([
  ['123 456', 'app'],
  ['123-456', 'app'],
  ['4q2m 90xk 7htc', 'recovery'],
  ['4Q2M—9OXK—7HTC', 'recovery'],
  ['1234567', undefined],
  ['４Q2M-90XK-7HTC', undefined],
  ['4Q2M-90XK-7HTU', undefined],
])('reads «%s» as a code of %s', (text, kind) => expect(readCode(text)?.kind).toBe(kind))
