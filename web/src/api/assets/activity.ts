import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../http/client.ts'
import { ASSETS_KEY } from './asset-lists.ts'
import { AssetActivity } from './activity-shapes.ts'

/** GET /api/assets/{id}/activity: the asset, and its reads of the last `ASSET_ACTIVITY_DAYS` days. */
export function assetActivityQuery(api: ApiClient, id: number) {
  return queryOptions({
    queryKey: [ASSETS_KEY, 'activity', id],
    staleTime: 5000,
    queryFn: ({ signal }) =>
      api({ path: `/api/assets/${id}/activity`, shape: AssetActivity, signal }),
  })
}
