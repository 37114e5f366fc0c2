import type { Generated, Selectable } from 'kysely'

/**
 * One version of an asset: what it was from `created_at` until `deleted_at`. Reads point to versions.
 * Versions of one asset have the same `assetIdOf`; the one without `deleted_at` is the current one.
 */
export interface AssetTable {
  id: Generated<number>
  /** Id of the asset's first version, also in that one itself; null while there is only one. */
  version_of: Generated<number | null>
  type: 'vehicle' | 'product' | 'furniture'
  /** A vehicle's model. */
  name: string
  plate: string | null
  rfid_tag: string
  owner: string | null
  location: string | null
  photo_url: string | null
  created_at: number
  updated_at: number
  /** When the next version began, or the asset was deleted. */
  deleted_at: number | null
  /** 1: the version ended because the asset got another tag. */
  tag_retired: Generated<0 | 1>
  /** When and where its tag was last read after that. */
  stray_read_at: Generated<number | null>
  stray_agent_id: Generated<number | null>
}
export type AssetRow = Selectable<AssetTable>

export interface UploadTable {
  /** The last part of the photo's path. */
  name: string
  created_by: number
  created_at: number
  content_type: string
  content: Uint8Array
}
