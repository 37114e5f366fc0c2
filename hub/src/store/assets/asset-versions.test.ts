import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { byVehicleLine, type WireEntry } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyBatches } from '../../ingest/apply.ts'
import { checkEntries } from '../../entries/checked-entries.ts'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { createAgent } from '../agents/agents.ts'
import { createDatabase } from '../../testing/postgres-server.ts'
import { backupPostgres, restorePostgres } from '../backup/copy-postgres.ts'
import { copySqlite } from '../backup/copy-sqlite.ts'
import { restoreSqlite } from '../backup/restore-sqlite.ts'
import { makeWholeFile } from '../backup/whole-file.ts'
import { openStore } from '../open-store.ts'
import { addPartitions } from '../postgres/partitions.ts'
import { loadReadLogs } from '../reads/read-logs.ts'
import { registerEpochs } from '../reads/epochs.ts'
import { mergeAssets, unmergedAssets } from '../reports/counters.ts'
import { topVehicles } from '../reports/figures.ts'
import { inTransaction } from '../transaction.ts'
import {
  type AssetFields,
  assetIdOf,
  createAsset,
  deleteAsset,
  fieldsOf,
  findAsset,
  updateAsset,
  versionsOf,
} from './assets.ts'
import { recentStrays } from './tagged-assets.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 4, 4)
const EPOCH = 'a'.repeat(16)

let store: TempStore
let seq = 0
beforeEach(async () => {
  store = await openTempStore()
  seq = 0
  const place = { location: null, lat: null, lng: null }
  await createAgent(store.db, { code: 'gate', name: 'Gate', ...place }, 1)
  await registerEpochs(
    store.db,
    1,
    [{ epoch: EPOCH, firstSeq: 1, lastSeq: 0, lowestHeld: null }],
    1,
  )
  await addPartitions(store.db, START, START)
})
afterEach(() => store.close())

const car = (change: Partial<AssetFields> = {}): AssetFields => {
  const who = { name: 'Duster', plate: 'KLM482', owner: 'Ana' }
  const rest = { ...byVehicleLine(() => null), location: null, photo_url: null }
  return { type: 'vehicle', rfid_tag: 'TAG-1', ...rest, ...who, ...change }
}

const add = (now: number, change?: Partial<AssetFields>) => createAsset(store.db, car(change), now)

async function edit(id: number, change: Partial<AssetFields>, now: number, isCorrection = false) {
  return await inTransaction(store.db, async (trx) => {
    const before = await findAsset(trx, id)
    if (!before) throw new Error('it is deleted')
    const fields = { ...fieldsOf(before), ...change }
    return await updateAsset(trx, { before, fields, isCorrection, now })
  })
}

/** A gate sends reads, all at once, which it read at these times. */
async function read(...reads: (readonly [uid: string, at: number])[]): Promise<void> {
  const prev = seq
  const entries = reads.map(([uid, at]): WireEntry => {
    const data = { uid, reader: 'gate' }
    return { seq: ++seq, kind: 'read', at, age: null, clock: 'synced', data }
  })
  const batch = { agentId: 1, generation: 0, epoch: EPOCH, prev, entries: checkEntries(entries, 0) }
  const { outcomes } = await inTransaction(store.db, (trx) =>
    applyBatches(trx, [{ ...batch, receivedAt: START + 1000 * MINUTE }]),
  )
  expect(outcomes[0]?.type).toBe('ack')
}

/** What the stored reads show, oldest first. */
async function shown() {
  const rows = await store.db.selectFrom('reads').select('id').orderBy('seq').execute()
  const logs = await loadReadLogs(
    store.db,
    rows.map(({ id }) => id),
  )
  return logs.map(({ plate, owner, retired_from }) => [plate, owner, retired_from?.name])
}

async function top(from = START, until = START + 1000 * MINUTE) {
  const rows = await topVehicles(store.db, { span: { from, until }, limit: 10, now: until })
  return rows.map(({ plate, owner, total }) => [plate, owner, total])
}

describe('an edit from now on', () => {
  it('leaves reads of before as they were, also those that come later', async () => {
    const { id } = await add(START)
    await read(['TAG-1', START + 5 * MINUTE])
    const change = { plate: 'XYZ123', owner: 'Beto' }
    const after = await edit(id, change, START + 20 * MINUTE)
    expect(assetIdOf(after)).toBe(id)
    await read(['TAG-1', START + 30 * MINUTE], ['TAG-1', START + 10 * MINUTE])
    expect(await shown()).toEqual([
      ['KLM482', 'Ana', undefined],
      ['XYZ123', 'Beto', undefined],
      ['KLM482', 'Ana', undefined],
    ])
    expect(await top()).toEqual([['XYZ123', 'Beto', 3]])
    expect(await top(START, START + 15 * MINUTE)).toEqual([['KLM482', 'Ana', 2]])
  })

  it('begins no version where reads show nothing of it', async () => {
    const { id } = await add(START)
    await edit(id, { location: 'Patio', photo_url: '/api/photos/a.webp' }, START + MINUTE)
    expect(await versionsOf(store.db, id)).toMatchObject([{ id, location: 'Patio' }])
  })

  it('refuses a plate that another vehicle has, and changes nothing then', async () => {
    const { id } = await add(START)
    await add(START, { plate: 'XYZ123', rfid_tag: 'TAG-2' })
    await expect(edit(id, { plate: 'XYZ123' }, START + MINUTE)).rejects.toThrow()
    expect(await versionsOf(store.db, id)).toMatchObject([{ plate: 'KLM482', deleted_at: null }])
  })
})

describe('a correction', () => {
  it('changes what reads of before show', async () => {
    const { id } = await add(START)
    await read(['TAG-1', START + MINUTE])
    await edit(id, { owner: 'Ana Peña' }, START + 2 * MINUTE, true)
    expect(await shown()).toEqual([['KLM482', 'Ana Peña', undefined]])
    expect(await versionsOf(store.db, id)).toHaveLength(1)
  })

  it('reaches back over the tags before, and not to an earlier owner', async () => {
    const { id } = await add(START, { owner: 'Zoe', name: 'Dustre' })
    await edit(id, { owner: 'Ana' }, START + 10 * MINUTE)
    await edit(id, { rfid_tag: 'TAG-2' }, START + 20 * MINUTE)
    await read(['TAG-1', START + MINUTE], ['TAG-1', START + 15 * MINUTE])
    await edit(id, { owner: 'Ana Peña', name: 'Duster' }, START + 30 * MINUTE, true)
    expect((await shown()).map(([, owner]) => owner)).toEqual(['Zoe', 'Ana Peña'])
    const names = (await versionsOf(store.db, id)).map(({ name }) => name)
    expect(names).toEqual(['Duster', 'Duster', 'Duster'])
  })
})

describe('a tag that its asset lost', () => {
  it('is nobody’s and known as what it was, until another asset gets it', async () => {
    const { id } = await add(START)
    await edit(id, { rfid_tag: 'TAG-2', plate: 'NEW1' }, START + 10 * MINUTE)
    const [late, stray] = [START + 5 * MINUTE, START + 11 * MINUTE]
    await read(['TAG-1', late], ['TAG-1', stray], ['TAG-2', stray])
    expect(await shown()).toEqual([
      ['KLM482', 'Ana', undefined],
      [null, null, 'KLM482'],
      ['NEW1', 'Ana', undefined],
    ])
    const strays = { agent_id: 1, tag: 'TAG-1', readAt: stray, assetId: id, name: 'KLM482' }
    expect(await recentStrays(store.db, START)).toEqual([strays])
    expect(await recentStrays(store.db, stray + 1)).toEqual([])
    await read(['TAG-1', stray - 1])
    expect(await recentStrays(store.db, START)).toEqual([strays])
    await add(START + 20 * MINUTE, { plate: 'OTHER' })
    expect(await recentStrays(store.db, START)).toEqual([])
    await read(['TAG-1', START + 21 * MINUTE], ['TAG-1', START + 19 * MINUTE])
    expect((await shown()).slice(-2)).toEqual([
      ['OTHER', 'Ana', undefined],
      [null, null, 'KLM482'],
    ])
  })

  it('is unknown where the asset was deleted, and before it was registered', async () => {
    const asset = await add(START + 5 * MINUTE)
    await deleteAsset(store.db, asset, START + 10 * MINUTE)
    await read(['TAG-1', START], ['TAG-1', START + 7 * MINUTE], ['TAG-1', START + 11 * MINUTE])
    expect(await shown()).toEqual([
      [null, null, undefined],
      ['KLM482', 'Ana', undefined],
      [null, null, undefined],
    ])
  })
})

/** From here on the tests' store is one that a backup of it was restored into. */
async function restoreStore(): Promise<void> {
  const before = store
  const { config, file, key } = before
  const dataDir = await mkdtemp(join(tmpdir(), 'restored-'))
  const backup = join(dataDir, 'backup')
  const url = config.databaseUrl
  await makeWholeFile(backup, (to) =>
    url === null ? copySqlite(file, to) : backupPostgres(url, to),
  )
  const databaseUrl = url === null ? null : await createDatabase(url)
  const options = { now: START + 1000 * MINUTE, key }
  await (databaseUrl === null
    ? restoreSqlite(backup, join(dataDir, 'hub.db'), options)
    : restorePostgres(backup, databaseUrl, options))
  const restored = await openStore({ ...config, dataDir, databaseUrl })
  store = {
    ...restored,
    config,
    file,
    key,
    close: async () => {
      await restored.close()
      await rm(dataDir, { recursive: true })
      await before.close()
    },
  }
}

describe('counters of assets', () => {
  const TAGS = ['TAG-1', 'TAG-2', 'TAG-3']
  const second = fc.integer({ min: 0, max: 6000 })
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('edit' as const),
      asset: fc.integer({ min: 0, max: 1 }),
      tag: fc.constantFrom(...TAGS),
      owner: fc.constantFrom('Ana', 'Beto'),
      isCorrection: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('delete' as const), asset: fc.integer({ min: 0, max: 1 }) }),
    fc.record({
      kind: fc.constant('read' as const),
      // Over 64 known ones are a delta.
      reads: fc.array(fc.tuple(fc.constantFrom(...TAGS), second), { maxLength: 90 }),
    }),
    fc.record({ kind: fc.constant('merge' as const) }),
  )

  const SPANS = [
    [START, START + 1000 * MINUTE, 10],
    [START + 10 * MINUTE, START + 50 * MINUTE, 1],
    [START + 20 * MINUTE, START + 24 * MINUTE, 2],
    [START, START + 30 * MINUTE, 1],
  ] as const
  /** Reads by asset, as `topVehicles` sums them, beside a plain recount. */
  async function expectExact(): Promise<void> {
    for (const [from, until, limit] of SPANS) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from reads join assets on assets.id = reads.asset_id
        where read_at >= ${from} and read_at < ${until}
        group by coalesce(assets.version_of, assets.id) order by 1 desc limit ${limit}`.execute(
        store.db,
      )
      const span = { from, until }
      const top = await topVehicles(store.db, { span, limit, now: START + 100 * MINUTE })
      expect(top.map(({ total }) => Number(total))).toEqual(rows.map(({ n }) => n))
    }
    const { rows: byVersion } = await sql`
      select asset_id, cast(sum(n) as integer) as n from (
        select asset_id, reads as n from asset_counts
        union all select asset_id, 1 from (${unmergedAssets(store.db, {
          from: 0,
          until: Number.MAX_SAFE_INTEGER,
        })}) as unmerged
      ) as counted group by asset_id order by asset_id`.execute(store.db)
    const { rows: recount } = await sql`
      select asset_id, cast(count(*) as integer) as n from reads where asset_id is not null
      group by asset_id order by asset_id`.execute(store.db)
    expect(byVersion).toEqual(recount)
  }

  it('equal a recount after a restore with deltas unmerged, and go on from there', async () => {
    const { id } = await add(START)
    const other = await add(START, { rfid_tag: 'TAG-2', plate: 'XYZ123' })
    const many = (tag: string, from: number) =>
      read(...Array.from({ length: 70 }, (_, i) => [tag, from + i * 1000] as const))
    const deltas = async () => await store.db.selectFrom('asset_deltas').selectAll().execute()
    await many('TAG-1', START + MINUTE)
    await inTransaction(store.db, mergeAssets)
    await edit(id, { owner: 'Beto' }, START + 20 * MINUTE)
    await many('TAG-1', START + 21 * MINUTE)
    await edit(id, { rfid_tag: 'TAG-3' }, START + 40 * MINUTE)
    await many('TAG-3', START + 41 * MINUTE)
    await many('TAG-2', START + 41 * MINUTE)
    const before = { deltas: await deltas(), shown: await shown() }
    expect(before.deltas.length).toBeGreaterThan(0)
    await restoreStore()
    expect({ deltas: await deltas(), shown: await shown() }).toEqual(before)
    await expectExact()
    // The next version and the reads of it stand above all that was restored.
    await edit(other.id, { owner: 'Zoe' }, START + 50 * MINUTE)
    await many('TAG-2', START + 51 * MINUTE)
    await many('TAG-1', START + 5 * MINUTE)
    await expectExact()
    while (await inTransaction(store.db, mergeAssets));
    expect(await deltas()).toEqual([])
    await expectExact()
    const owners = (await shown()).slice(-140).map(([, owner]) => owner)
    expect([owners[0], owners.at(-1)]).toEqual(['Zoe', 'Ana'])
  })

  it('equal a recount by asset, and every read is of who had its tag then', async () => {
    const check = async (steps: (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) => {
      for (const table of [
        'reads',
        'assets',
        'asset_counts',
        'asset_days',
        'asset_weeks',
      ] as const) {
        await store.db.deleteFrom(table).execute()
      }
      await store.db.deleteFrom('asset_deltas').execute()
      /** Who had a tag from when on; the last one that fits. */
      const held: { tag: string; from: number; plate: string | null; retired?: string }[] = []
      const assets: { id: number; tag: string; plate: string }[] = []
      let now = START
      for (const [i, tag] of ['TAG-1', 'TAG-2'].entries()) {
        const plate = `P${i}X`
        const row = await add(now, { rfid_tag: tag, plate })
        assets.push({ id: row.id, tag, plate })
        held.push({ tag, from: now, plate })
      }
      const expected: [string | null, string | undefined][] = []
      await store.db.updateTable('agent_epochs').set({ watermark: 0 }).execute()
      seq = 0
      for (const one of steps) {
        now += 7 * MINUTE
        if (one.kind === 'read') {
          // Nothing is read before it happens.
          const reads = one.reads.map(
            ([tag, at]) => [tag, Math.min(now, START + at * 1000)] as const,
          )
          if (reads.length > 0) await read(...reads)
          for (const [tag, at] of reads) {
            const last = held.findLast((h) => h.tag === tag && h.from <= at)
            expected.push([last?.plate ?? null, last?.retired])
          }
        } else if (one.kind === 'merge') {
          await inTransaction(store.db, mergeAssets)
        } else {
          const asset = assets[one.asset]
          if (!asset) continue
          if (one.kind === 'delete') {
            const row = await findAsset(store.db, asset.id)
            if (row) await deleteAsset(store.db, row, now)
            held.push({ tag: asset.tag, from: now, plate: null })
            assets[one.asset] = undefined as never
          } else if (asset.tag === one.tag || !assets.some((a) => a?.tag === one.tag)) {
            const { tag, owner, isCorrection } = one
            await edit(asset.id, { rfid_tag: tag, owner }, now, isCorrection)
            if (asset.tag !== tag) {
              held.push({ tag: asset.tag, from: now, plate: null, retired: asset.plate })
              held.push({ tag, from: now, plate: asset.plate })
              asset.tag = tag
            }
          }
        }
        await expectExact()
      }
      expect((await shown()).map(([plate, , retired]) => [plate, retired])).toEqual(expected)
      while (await inTransaction(store.db, mergeAssets));
      await expectExact()
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 12 }), check), {
      numRuns: runs(15),
    })
  })
})
