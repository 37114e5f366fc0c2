import { type EpochRange, MAX_HELLO_EPOCHS } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { registerEpochs, saveWatermarks } from './epochs.ts'

const DAY_MS = 86_400_000
const RANGE = { epoch: 'a'.repeat(16), firstSeq: 11, lastSeq: 20, lowestHeld: null }
let store: TempStore
beforeEach(async () => {
  store = await openTempStore()
  const agent = { code: 'gate', code_key: 'gate', name: 'Gate', created_at: 0 }
  await store.db.insertInto('agents').values(agent).execute()
})
afterEach(() => store.close())

const register = (ranges: readonly EpochRange[], now = 1) =>
  registerEpochs(store.db, 1, ranges, now)
/** Epochs of ten entries each, from the n-th on. */
const epochs = (from: number, count: number): EpochRange[] =>
  Array.from({ length: count }, (_, i) => {
    const n = from + i
    const epoch = n.toString(32).padStart(16, 'z')
    return { epoch, firstSeq: n * 10 + 1, lastSeq: n * 10 + 10, lowestHeld: n * 10 + 1 }
  })
const rows = () => store.db.selectFrom('agent_epochs').selectAll().orderBy('id').execute()
/** All entries of all known epochs arrive, but those of the first `but`. */
async function arrive(but = 0): Promise<void> {
  const known = await rows()
  await saveWatermarks(
    store.db,
    known.slice(but).map(({ id, owed_through: owed, watermark }) => [id, owed ?? watermark]),
    1,
  )
}

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

test('takes no new epochs of an agent that owes the entries of 400, and forgets none', async () => {
  expect(await register(epochs(0, MAX_HELLO_EPOCHS))).toHaveLength(MAX_HELLO_EPOCHS)
  for (let n = 1; n <= 3; n++) {
    expect(await register(epochs(n * MAX_HELLO_EPOCHS, MAX_HELLO_EPOCHS))).toBe('too_many')
    expect(await register(epochs(9000, 1))).toBe('too_many')
  }
  const known = await register(epochs(0, MAX_HELLO_EPOCHS))
  expect(known).toHaveLength(MAX_HELLO_EPOCHS)
  expect(await rows()).toHaveLength(MAX_HELLO_EPOCHS)
})

test('takes new epochs as the entries of the old ones arrive, however many', async () => {
  for (let n = 0; n < 5; n++) {
    expect(await register(epochs(n * MAX_HELLO_EPOCHS, MAX_HELLO_EPOCHS))).toBeInstanceOf(Array)
    await arrive()
  }
  await register(epochs(9000, MAX_HELLO_EPOCHS))
  await arrive(5 * MAX_HELLO_EPOCHS + 399)
  expect(await register(epochs(10_000, 2))).toBe('too_many')
  expect(await register(epochs(10_000, 1))).toBeInstanceOf(Array)
})

test('takes new epochs two days after a device that owed 400 was last heard of', async () => {
  await register(epochs(0, MAX_HELLO_EPOCHS))
  expect(await register(epochs(1000, 2), DAY_MS)).toBe('too_many')
  expect(await register(epochs(1000, 2), 2 * DAY_MS + 1)).toHaveLength(2)
  // It comes back: what it had is still known.
  const back = await register(epochs(0, MAX_HELLO_EPOCHS), 3 * DAY_MS)
  expect(back).toHaveLength(MAX_HELLO_EPOCHS)
  expect(await register(epochs(2000, 2), 3 * DAY_MS)).toBe('too_many')
})

test('keeps no epochs without an entry but the newest of a device', async () => {
  const empty = epochs(0, MAX_HELLO_EPOCHS).map((range) => ({
    ...range,
    lastSeq: range.firstSeq - 1,
    lowestHeld: null,
  }))
  const answered = await register(empty)
  expect(answered).toEqual(empty.map(({ epoch, firstSeq }) => ({ epoch, watermark: firstSeq - 1 })))
  expect((await rows()).map(({ epoch }) => epoch)).toEqual([empty.at(-1)?.epoch])
})

test('refuses an epoch of another agent', async () => {
  const other = { code: 'b', code_key: 'b', name: 'b', created_at: 0 }
  await store.db.insertInto('agents').values(other).execute()
  await register([RANGE])
  expect(await registerEpochs(store.db, 2, [RANGE], 1)).toBe('foreign')
})
