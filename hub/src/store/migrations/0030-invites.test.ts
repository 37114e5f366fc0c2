import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { dialectOf } from '../database.ts'
import { appendAudit } from '../people/audit-log.ts'
import { withLockOfAllHubs } from '../transaction.ts'
import { up } from './0030-invites.ts'

let store: TempStore
beforeEach(async () => void (store = await openTempStore()))
afterEach(() => store.close())

test('finds accounts that are there activated, and used when they logged in last', async () => {
  const { db } = store
  await sql`drop table user_invites`.execute(db)
  for (const column of ['activated_at', 'last_used_at']) {
    await sql`alter table users drop column ${sql.ref(column)}`.execute(db)
  }
  for (const [i, email] of ['ana@b.co', 'eva@b.co'].entries()) {
    await sql`insert into users (email, name, role, kiosk, password_hash, demo, created_at)
      values (${email}, '', 'admin', 0, '', 0, ${i + 1})`.execute(db)
  }
  await withLockOfAllHubs(db, async (trx) => {
    for (const [at, action] of [
      [10, 'login'],
      [20, 'login'],
      [30, 'logout'],
    ] as const) {
      const entry = { at, actor: 'ana@b.co', action, target: 'ana@b.co', address: null }
      await appendAudit(trx, entry)
    }
  })
  await up(db as never, dialectOf(db))
  const used = db.selectFrom('users').select(['activated_at', 'last_used_at']).orderBy('id')
  expect(await used.execute()).toEqual([
    { activated_at: 1, last_used_at: 20 },
    { activated_at: 2, last_used_at: null },
  ])
})
