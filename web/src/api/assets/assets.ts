import { queryOptions } from '@tanstack/react-query'
import type { Asset as AssetRow, AssetRequest, AssetType } from '@vehicle-control/protocol'
import { anyShape, type ApiClient } from '../http/client.ts'
import { ASSETS_KEY, LIST_FRESH_MS, listPath, type ListQuestion } from './asset-lists.ts'
import { Asset, AssetList } from './shapes.ts'

const PATH = '/api/assets'

/** A page of assets; without a type, of all. */
export interface AssetsQuestion extends ListQuestion {
  readonly type: AssetType | null
  /** Owners are searched too, which the hub refuses to walls that see none. */
  readonly withOwners?: boolean
}

/** GET /api/assets: name, plate and tag are searched. */
export function assetsQuery({ api }: { api: ApiClient }, question: AssetsQuestion) {
  const { type, withOwners = false } = question
  const only = type === null ? '' : `&type=${type}`
  const path = `${listPath(PATH, question)}${only}${withOwners ? '&owners=1' : ''}`
  return queryOptions({
    queryKey: [ASSETS_KEY, 'assets', question],
    staleTime: LIST_FRESH_MS,
    queryFn: ({ signal }) => api({ path, shape: AssetList, rows: 'items', signal }),
  })
}

/** POST /api/assets. */
export function createAsset(api: ApiClient, body: AssetRequest): Promise<AssetRow> {
  return api({ method: 'POST', path: PATH, body, shape: Asset })
}

/** PUT /api/assets/{id}; 412 where it was changed since `updated_at`. */
export function updateAsset(api: ApiClient, id: number, body: AssetRequest): Promise<AssetRow> {
  return api({ method: 'PUT', path: `${PATH}/${id}`, body, shape: Asset })
}

/** DELETE /api/assets/{id}; 412 where it was changed since `seen`. */
export function deleteAsset(api: ApiClient, id: number, seen: string): Promise<unknown> {
  const path = `${PATH}/${id}?updated_at=${encodeURIComponent(seen)}`
  return api({ method: 'DELETE', path, shape: anyShape })
}
