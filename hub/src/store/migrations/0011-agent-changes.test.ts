import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../schema/tables.ts'
import { up as base } from './0001-base.ts'
import { up as agentChanges } from './0011-agent-changes.ts'

test('takes an agent as changed when it was made, until somebody changes it', async () => {
  const dialect = new SqliteDialect({ database: new SqliteDatabase(':memory:') })
  const db = new Kysely<Database>({ dialect })
  // Migrations know no schema.
  const bare = db as unknown as Kysely<unknown>
  await base(bare, 'sqlite')
  const agents = [5, 9].map((created_at) => {
    return { code: `G${created_at}`, code_key: `g${created_at}`, name: 'Gate', created_at }
  })
  await db.insertInto('agents').values(agents).execute()
  await agentChanges(bare)
  const rows = await db.selectFrom('agents').select(['code', 'updated_at']).orderBy('id').execute()
  expect(rows).toEqual([
    { code: 'G5', updated_at: 5 },
    { code: 'G9', updated_at: 9 },
  ])
  await db.destroy()
})
