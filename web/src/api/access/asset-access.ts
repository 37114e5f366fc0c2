import { queryOptions } from '@tanstack/react-query'
import type {
  AssetAccessAnswer as Answer,
  AssetAccessRequest,
  DeniedTag,
} from '@vehicle-control/protocol'
import { anyShape, type ApiClient } from '../http/client.ts'
import { AssetAccessAnswer, DeniedTags } from './shapes.ts'

const DENIED_PATH = '/api/access/denied'

export const DENIED_KEY = ['access', 'denied'] as const

/** PATCH /api/assets/{id}/access, of vehicles too: what is left out stays as it is. */
export function setAssetAccess(
  api: ApiClient,
  id: number,
  body: AssetAccessRequest,
): Promise<Answer> {
  return api({ method: 'PATCH', path: `/api/assets/${id}/access`, body, shape: AssetAccessAnswer })
}

/** GET /api/access/denied: the tags that pass nowhere, the newest first. */
export function deniedTagsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: DENIED_KEY,
    queryFn: async ({ signal }): Promise<DeniedTag[]> =>
      (await api({ path: DENIED_PATH, shape: DeniedTags, rows: 'items', signal })).items,
  })
}

/** DELETE /api/access/denied/{uid}: lifts a tag that no blocked vehicle has any more. */
export function liftDeniedTag(api: ApiClient, uid: string): Promise<unknown> {
  const path = `${DENIED_PATH}/${encodeURIComponent(uid)}`
  return api({ method: 'DELETE', path, shape: anyShape })
}
