import type { Generated, Selectable } from 'kysely'

/**
 * One version of an asset: what it was from `created_at` until `deleted_at`. Reads point to versions.
 * `assetIdOf` tells which versions are of one asset; the one that is not over is the asset as it is.
 */
export interface AssetTable {
  id: Generated<number>
  /** The asset's first version, in that one too; null while there is only one. */
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
  /** 1: it ended since the asset was given another tag. */
  tag_retired: Generated<0 | 1>
  /** The newest read of its tag since then, and where. */
  stray_read_at: Generated<number | null>
  stray_agent_id: Generated<number | null>
}
export type AssetRow = Selectable<AssetTable>

export interface UploadTable {
  /** Last part of the photo's path. */
  name: string
  created_by: number
  created_at: number
  content_type: string
  content: Uint8Array
}
