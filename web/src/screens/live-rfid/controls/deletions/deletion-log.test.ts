import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createFakeStorage } from '../../../../testing/fake-storage.ts'
import { makeRead, makeVehicle } from '../../../../testing/reads.ts'
import { type DeletedRead, type Deletion, newestDeletions } from './deletion.ts'
import type { DeletionDatabase } from './deletion-database.ts'
import { createDeletionLog, DELETIONS_MAX, pruneDeletions } from './deletion-log.ts'

const NOON = Date.parse('2026-03-10T17:00:00.000Z')

/** A database in memory, which may be broken. */
function memoryDatabase(state = { isBroken: false }): DeletionDatabase {
  let list: Deletion[] = []
  const reads = new Map<string, readonly DeletedRead[]>()
  const check = () => {
    if (state.isBroken) throw new DOMException('full', 'QuotaExceededError')
  }
  return {
    async list() {
      check()
      return list
    },
    async add(deletion, items, limit) {
      check()
      list = newestDeletions([deletion], list, limit)
      reads.set(deletion.id, items)
    },
    async prune(before) {
      check()
      list = list.filter(({ deletedAt }) => deletedAt >= before)
    },
    async readsOf(id) {
      check()
      return reads.get(id) ?? []
    },
  }
}

const ana = { id: '7', name: 'Ana' }

const clearedAt = (deletedAt: number, count = 1) => ({
  deletedAt,
  items: Array.from({ length: count }, (_, i) => makeRead(`a-${i}`, deletedAt - 1000)),
})

describe('the log of deletions', () => {
  it('goes on without a database that never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const never = () => new Promise<never>(() => {})
      const database = { list: never, add: never, readsOf: never, prune: never }
      const log = createDeletionLog(createFakeStorage(), database, ana)
      const added = log.add(clearedAt(NOON))
      await vi.advanceTimersByTimeAsync(5000)
      expect(await added).toBe('without-items')
      const listed = log.list()
      await vi.advanceTimersByTimeAsync(5000)
      expect(await listed).toMatchObject([{ deletedAt: NOON, count: 1, hasItems: false }])
    } finally {
      vi.useRealTimers()
    }
  })

  it('keeps who removed what and when, with the fields of each read', async () => {
    const log = createDeletionLog(createFakeStorage(), memoryDatabase(), ana)
    expect(await log.add(clearedAt(NOON, 2))).toBe('whole')
    const [deletion] = await log.list()
    expect(deletion).toMatchObject({
      deletedAt: NOON,
      user: 'Ana',
      userId: '7',
      count: 2,
      hasItems: true,
    })
    const [read] = deletion ? await log.readsOf(deletion) : []
    expect(read).toEqual({
      id: 'a-0',
      uid: 'E280A00',
      read_at: new Date(NOON - 1040).toISOString(),
      agent_code: 'gate',
      agent_name: 'Portón',
      agent_location: 'Norte',
      ...makeVehicle({ plate: 'ABC-123', model: 'Hino Dutro', owner: 'Ana' }),
    })
  })

  it('goes on without the reads where the database is full, and joins both lists', async () => {
    const state = { isBroken: false }
    const log = createDeletionLog(createFakeStorage(), memoryDatabase(state), ana)
    await log.add(clearedAt(NOON))
    state.isBroken = true
    expect(await log.add(clearedAt(NOON + 1000, 3))).toBe('without-items')
    expect(await log.list()).toMatchObject([{ count: 3, hasItems: false }])
    state.isBroken = false
    expect(await log.list()).toMatchObject([{ count: 3 }, { count: 1, hasItems: true }])
  })

  it('keeps a record in memory where nothing can be stored at all', async () => {
    const log = createDeletionLog(createFakeStorage(0), memoryDatabase({ isBroken: true }), ana)
    expect(await log.add(clearedAt(NOON))).toBe('in-memory')
    expect(await log.list()).toMatchObject([{ deletedAt: NOON, hasItems: false }])
  })

  it.each(['{', '7', '[{"id":1},null]'])('reads stored nonsense as nothing: %s', async (json) => {
    const storage = createFakeStorage()
    storage.setItem('live_rfid_deletions', json)
    const log = createDeletionLog(storage, memoryDatabase({ isBroken: true }), ana)
    expect(await log.list()).toEqual([])
  })

  it('shows nobody what another person removed, wherever it is kept', async () => {
    const state = { isBroken: false }
    const [storage, database] = [createFakeStorage(), memoryDatabase(state)]
    const ofAna = createDeletionLog(storage, database, ana)
    await ofAna.add(clearedAt(NOON))
    state.isBroken = true
    await ofAna.add(clearedAt(NOON + 1000))
    state.isBroken = false
    // Another account of the same name.
    const ofOther = createDeletionLog(storage, database, { id: '8', name: 'Ana' })
    expect(await ofOther.list()).toEqual([])
    for (let i = 0; i < DELETIONS_MAX; i++) await ofOther.add(clearedAt(NOON + 2000 + i))
    expect(await ofAna.list()).toHaveLength(2)
  })

  it('gives a record that tells no account to whom it names, and one without a name to nobody', async () => {
    const storage = createFakeStorage()
    const record = { deletedAt: NOON, count: 1, hasItems: false }
    storage.setItem(
      'live_rfid_deletions',
      JSON.stringify([
        { ...record, id: 'a', user: 'Ana' },
        { ...record, id: 'b', user: '' },
      ]),
    )
    const listOf = async (person: typeof ana) => {
      const listed = await createDeletionLog(storage, memoryDatabase(), person).list()
      return listed.map(({ id }) => id)
    }
    expect(await listOf(ana)).toEqual(['a'])
    expect(await listOf({ id: '8', name: '' })).toEqual([])
  })

  it('loses what is older than it is kept, whoever removed it', async () => {
    const state = { isBroken: false }
    const [storage, database] = [createFakeStorage(), memoryDatabase(state)]
    const log = createDeletionLog(storage, database, ana)
    for (const isBroken of [false, true]) {
      state.isBroken = isBroken
      await log.add(clearedAt(NOON))
      await log.add(clearedAt(NOON + 1))
    }
    state.isBroken = false
    await pruneDeletions(storage, database, NOON + 1)
    expect((await log.list()).map(({ deletedAt }) => deletedAt)).toEqual([NOON + 1, NOON + 1])
  })

  it('has the newest hundred, the newest first, whatever place they are kept in', async () => {
    const step = fc.record({ isBroken: fc.boolean(), times: fc.integer({ min: 1, max: 40 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const state = { isBroken: false }
        const log = createDeletionLog(createFakeStorage(), memoryDatabase(state), ana)
        const made: number[] = []
        for (const { isBroken, times } of steps) {
          state.isBroken = isBroken
          for (let i = 0; i < times; i++) {
            const at = NOON + made.length
            made.push(at)
            await log.add(clearedAt(at))
          }
        }
        state.isBroken = false
        const listed = (await log.list()).map(({ deletedAt }) => deletedAt)
        expect(listed).toEqual(made.toReversed().slice(0, DELETIONS_MAX))
      }),
      { numRuns: runs(20) },
    )
  })
})
