import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { withLockOfAllHubs } from '../transaction.ts'
import { appendAudit } from './audit-log.ts'
import { loginAddresses } from './login-addresses.ts'

let store: TempStore
beforeEach(async () => {
  store = await openTempStore()
})
afterEach(() => store.close())

test('tells each address of a login since a moment once, the latest last', async () => {
  expect(await loginAddresses(store.readOnly, 0)).toEqual([])
  const entry = (at: number, action: string, address: string | null) => ({
    at,
    actor: 'ana@test.co',
    action,
    target: 'ana@test.co',
    address,
  })
  await withLockOfAllHubs(store.db, (trx) =>
    appendAudit(
      trx,
      entry(10, 'login', '192.0.2.1'),
      entry(20, 'login', '192.0.2.2'),
      entry(30, 'login', '192.0.2.3'),
      entry(40, 'login', '192.0.2.2'),
      entry(50, 'logout', '192.0.2.4'),
      entry(60, 'user.request_reset', '192.0.2.5'),
      entry(70, 'user.password', null),
      entry(80, 'user.password', '192.0.2.3'),
      entry(90, 'user.invite_accept', '192.0.2.6'),
    ),
  )
  expect(await loginAddresses(store.readOnly, 20)).toEqual([
    { address: '192.0.2.2', at: 40 },
    { address: '192.0.2.3', at: 80 },
    { address: '192.0.2.6', at: 90 },
  ])
})
