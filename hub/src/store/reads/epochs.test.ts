import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { registerEpochs } from './epochs.ts'

const DAY_MS = 86_400_000
const RANGE = { epoch: 'a'.repeat(16), firstSeq: 11, lastSeq: 20, lowestHeld: null }
let store: TempStore
beforeEach(async () => {
  store = await openTempStore()
  const agent = { code: 'gate', code_key: 'gate', name: 'Gate', created_at: 0 }
  await store.db.insertInto('agents').values(agent).execute()
})
afterEach(() => store.close())

test('notes the day on which a device named an epoch, and changes nothing else of it', async () => {
  const name = (now: number) => registerEpochs(store.db, 1, [RANGE], now)
  const row = () =>
    store.db
      .selectFrom('agent_epochs')
      .select(['watermark', 'updated_at', 'named_at'])
      .executeTakeFirstOrThrow()
  expect(await name(1)).toEqual([{ epoch: RANGE.epoch, watermark: 10 }])
  await name(DAY_MS + 1)
  expect(await row()).toEqual({ watermark: 10, updated_at: 1, named_at: 1 })
  await name(DAY_MS + 2)
  expect(await row()).toEqual({ watermark: 10, updated_at: 1, named_at: DAY_MS + 2 })
})
