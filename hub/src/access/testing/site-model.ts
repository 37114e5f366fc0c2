import { KIND_NUMBERS, type ListRow } from '@vehicle-control/protocol'
import fc from 'fast-check'
import { type AssetAccess, NOTHING_SET, saveAccess } from '../../store/access/asset-access.ts'
import { liftTag } from '../../store/access/denied-tags.ts'
import { touchTags } from '../../store/access/touched-tags.ts'
import {
  createAsset,
  createAssets,
  deleteAsset,
  fieldsOf,
  findAsset,
  type NewAsset,
  updateAsset,
} from '../../store/assets/assets.ts'
import type { Db } from '../../store/database.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'

const TYPES = ['vehicle', 'product', 'furniture'] as const
const ACTS = [
  'add',
  'import',
  'retag',
  'overwrite',
  'retype',
  'rename',
  'delete',
  'block',
  'block',
  'unblock',
  'dates',
  'group',
  'lift',
] as const

/** Something that somebody does to a site, and which replicas fold after it. For tests. */
export interface SiteStep {
  act: (typeof ACTS)[number]
  /** Which asset, of those that are there. */
  which: number
  tag: number
  number: number
  replica: 0 | 1
  /** 0: nobody, 1: one of them, 2: both. */
  fold: number
}

const anyStep: fc.Arbitrary<SiteStep> = fc.record({
  act: fc.constantFrom(...ACTS),
  which: fc.nat(20),
  tag: fc.nat(11),
  number: fc.nat(3),
  replica: fc.constantFrom(0 as const, 1 as const),
  fold: fc.nat(2),
})
export const anySteps = fc.array(anyStep, { minLength: 10, maxLength: 60, size: 'max' })

interface ModelAsset {
  /** Of its versions, the present one's last. */
  tags: string[]
  type: (typeof TYPES)[number]
  access: AssetAccess
}

/** A site, and what gates should be told of it, kept by hand in memory. For tests. */
export class SiteModel {
  readonly #replicas: readonly [Db, Db]
  readonly #assets = new Map<number, ModelAsset>()
  /** Assets that are deleted: they keep what was set. */
  readonly #gone = new Map<number, ModelAsset>()
  readonly #denied = new Map<string, number>()
  #clock = 1_000_000

  constructor(replicas: readonly [Db, Db]) {
    this.#replicas = replicas
  }

  /** Does it to the database and to the model; where it makes no sense, nothing. */
  async take(step: SiteStep): Promise<void> {
    const db = this.#replicas[step.replica]
    const now = ++this.#clock
    const tag = `TAG-${step.tag}`
    const type = TYPES[step.number % 3] ?? 'vehicle'
    const isFree = this.#holderOf(tag) === undefined
    const found = [...this.#assets][step.which % Math.max(1, this.#assets.size)]
    if (step.act === 'add' || step.act === 'import') {
      if (isFree)
        await this.#add(db, step.act, { type, name: 'x', plate: null, rfid_tag: tag }, now)
      return
    }
    if (step.act === 'lift') {
      if (isFree) await this.#lift(db, tag)
      return
    }
    if (found === undefined) return
    const [id, asset] = found
    if (step.act === 'delete') await this.#delete(db, id, asset, now)
    else if (step.act === 'retag' || step.act === 'overwrite') {
      if (isFree) await this.#retag(db, step.act, { id, asset, tag, now })
    } else if (step.act === 'retype' || step.act === 'rename')
      await this.#edit(db, {
        id,
        asset,
        now,
        type: step.act === 'retype' ? type : asset.type,
        name: `${now}`,
      })
    else await this.#set(db, step, { id, asset, now })
  }

  /** What gates should be told. */
  rows(): ListRow[] {
    const rows = [...this.#assets.values()].map(({ tags, type, access }): ListRow => {
      const tag = tags.at(-1) ?? ''
      const state = this.#denied.has(tag) ? 2 : 1
      return [
        tag,
        state,
        access.valid_from,
        access.valid_to,
        access.group_id ?? 0,
        KIND_NUMBERS[type],
      ]
    })
    const alone = [...this.#denied.keys()].filter((tag) => this.#holderOf(tag) === undefined)
    const all = [...rows, ...alone.map((tag): ListRow => [tag, 2, null, null, 0, 1])]
    return all.toSorted(([a], [b]) => (a < b ? -1 : 1))
  }

  #holderOf(tag: string): ModelAsset | undefined {
    return [...this.#assets.values()].find(({ tags }) => tags.at(-1) === tag)
  }

  async #add(db: Db, act: 'add' | 'import', fields: NewAsset, now: number): Promise<void> {
    const id = await withLockOfAllHubs(db, async (trx) =>
      act === 'add'
        ? (await createAsset(trx, fields, now)).id
        : (await createAssets(trx, [fields], now)).get(fields.rfid_tag),
    )
    const access = { ...NOTHING_SET }
    this.#assets.set(id ?? 0, { tags: [fields.rfid_tag], type: fields.type, access })
  }

  async #lift(db: Db, tag: string): Promise<void> {
    this.#denied.delete(tag)
    await withLockOfAllHubs(db, async (trx) => {
      await liftTag(trx, tag)
      await touchTags(trx, [tag])
    })
  }

  async #delete(db: Db, id: number, asset: ModelAsset, now: number): Promise<void> {
    this.#assets.delete(id)
    this.#gone.set(id, asset)
    await withLockOfAllHubs(db, async (trx) => {
      const row = await findAsset(trx, id)
      if (row) await deleteAsset(trx, row, now)
    })
  }

  async #edit(
    db: Db,
    {
      id,
      asset,
      now,
      ...fields
    }: { id: number; asset: ModelAsset; now: number; type: ModelAsset['type']; name: string },
  ): Promise<void> {
    asset.type = fields.type
    asset.tags.push(asset.tags.at(-1) ?? '')
    await withLockOfAllHubs(db, async (trx) => {
      const before = await findAsset(trx, id)
      if (before)
        await updateAsset(trx, {
          before,
          fields: { ...fieldsOf(before), ...fields },
          isCorrection: false,
          now,
        })
    })
  }

  async #retag(
    db: Db,
    act: 'retag' | 'overwrite',
    { id, asset, tag, now }: { id: number; asset: ModelAsset; tag: string; now: number },
  ): Promise<void> {
    if (act === 'overwrite') asset.tags.pop()
    asset.tags.push(tag)
    if (asset.access.denied === 1 && !this.#denied.has(tag)) this.#denied.set(tag, id)
    await withLockOfAllHubs(db, async (trx) => {
      const before = await findAsset(trx, id)
      if (!before) return
      if (act === 'retag') {
        const fields = { ...fieldsOf(before), rfid_tag: tag }
        await updateAsset(trx, { before, fields, isCorrection: false, now })
        return
      }
      // As no hub does it: somebody by hand.
      await trx.updateTable('assets').set({ rfid_tag: tag }).where('id', '=', before.id).execute()
    })
  }

  async #set(
    db: Db,
    { act, number }: SiteStep,
    { id, asset, now }: { id: number; asset: ModelAsset; now: number },
  ): Promise<void> {
    const before = asset.access
    const change: Partial<AssetAccess> = {
      ...(act === 'block' && { denied: 1 }),
      ...(act === 'unblock' && { denied: 0 }),
      ...(act === 'dates' && {
        valid_from: number || null,
        valid_to: number > 1 ? number * 1e12 : null,
      }),
      ...(act === 'group' && { group_id: number || null }),
    }
    asset.access = { ...before, ...change }
    if (before.denied === 0 && asset.access.denied === 1) this.#deny(id, asset)
    if (before.denied === 1 && asset.access.denied === 0) this.#undeny(id)
    const after = asset.access
    await withLockOfAllHubs(db, (trx) => saveAccess(trx, id, { before, after, at: now, by: 'x' }))
  }

  #deny(id: number, { tags }: ModelAsset): void {
    for (const tag of tags) if (!this.#denied.has(tag)) this.#denied.set(tag, id)
  }

  #undeny(id: number): void {
    const lifted = [...this.#denied].filter(([, of]) => of === id).map(([tag]) => tag)
    for (const tag of lifted) this.#denied.delete(tag)
    const others = [...this.#assets, ...this.#gone].toSorted(([a], [b]) => a - b)
    for (const [other, { tags, access }] of others)
      if (access.denied === 1)
        this.#deny(other, {
          tags: tags.filter((tag) => lifted.includes(tag)),
          access,
          type: 'vehicle',
        })
  }
}
