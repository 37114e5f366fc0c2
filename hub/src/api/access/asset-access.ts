import { AssetAccessAnswer, AssetAccessRequest } from '@vehicle-control/protocol'
import { type CallRequest, declareCall } from '../http/call.ts'
import { ADMINS } from '../http/callers.ts'
import type { ApiParts } from '../parts.ts'
import type { EditedAsset } from '../assets/edit-asset.ts'
import { awaitGates } from './await-gates.ts'
import { setAccess } from './set-access.ts'
import { accessView } from '../assets/shown-access.ts'

const setting = {
  method: 'PATCH',
  who: ADMINS,
  body: AssetAccessRequest,
  example: { denied: true, validFrom: null, validTo: 1_798_761_600_000, group: 1 },
  answer: AssetAccessAnswer,
} as const

/** Admins say who may pass. */
export const assetAccessCalls = [
  declareCall({
    ...setting,
    id: 'setVehicleAccess',
    path: '/api/vehicles/:id/access',
    summary: 'Block a vehicle, and set until when and in which group it may pass',
    handle: (request, parts) => set(request, parts, { id: request.params.id, type: 'vehicle' }),
  }),
  declareCall({
    ...setting,
    id: 'setAssetAccess',
    path: '/api/assets/:id/access',
    summary: 'Block an asset, and set until when and in which group it may pass',
    handle: (request, parts) => set(request, parts, { id: request.params.id }),
  }),
]

async function set(
  {
    body,
    ...caller
  }: Pick<CallRequest<unknown, AssetAccessRequest>, 'body' | 'session' | 'address'>,
  { db, readOnly, accessList }: Pick<ApiParts, 'db' | 'readOnly' | 'accessList'>,
  asset: EditedAsset,
): Promise<AssetAccessAnswer> {
  const { after, tags, isDeniedChanged } = await setAccess(caller, db, asset, body)
  void accessList.refresh()
  const access = accessView(after)
  if (!isDeniedChanged) return { access }
  return { access, unconfirmed: await awaitGates(readOnly, tags) }
}
