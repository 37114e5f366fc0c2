import type { Asset as AssetRow } from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { Asset } from './shapes.ts'

/** An asset or a vehicle as it is stored now. */
export function fetchAsset(api: ApiClient, id: number, signal?: AbortSignal): Promise<AssetRow> {
  return api({ path: `/api/assets/${id}`, shape: Asset, signal })
}
