import type { Generated, Selectable } from 'kysely'

export interface AssetTable {
  id: Generated<number>
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
  deleted_at: number | null
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
