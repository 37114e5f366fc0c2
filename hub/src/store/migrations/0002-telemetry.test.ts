import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTempSqlite } from '../../testing/temp-sqlite.ts'
import type { TempStore } from '../../testing/temp-store.ts'
import { countTelemetry } from '../telemetry/telemetry-minutes.ts'
import { telemetry } from '../../entries/telemetry.ts'
import { up } from './0002-telemetry.ts'

let store: TempStore
beforeEach(async () => void (store = await openTempSqlite()))
afterEach(() => store.close())

it('rolls up the samples that are already there as ingest would have', async () => {
  const { db } = store
  const samples = Array.from({ length: 50 }, (_, i) => {
    const at = Date.UTC(2026, 0, 1) + i * 7001
    const entry = { epochId: 1, seq: i + 1, agentId: 1 + (i % 2), receivedAt: at, late: false, at }
    return { ...entry, type: i % 3 === 0 ? 'temp' : 'hum', source: '', value: i / 4, unit: '' }
  })
  await telemetry.insert(db, samples, new Map())
  await countTelemetry(db, samples)
  const minutes = () =>
    db
      .selectFrom('telemetry_minutes')
      .select(['agent_id', 'type', 'minute', 'sum', 'count'])
      .orderBy('agent_id')
      .orderBy('type')
      .orderBy('minute')
      .execute()
  const counted = await minutes()
  await db.schema.dropTable('telemetry_minutes').execute()
  await db.schema.dropIndex('dead_letters_time').execute()
  // Migrations know no schema: today's is not the one that they run on.
  await up(db as unknown as Kysely<unknown>, 'sqlite')
  expect(await minutes()).toEqual(counted)
})
