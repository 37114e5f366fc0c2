import type { AssetType } from '@vehicle-control/protocol'

/** The types in the order of their lists. */
export const ASSET_TYPES = ['product', 'vehicle', 'furniture'] as const satisfies AssetType[]

/** The parameter of an address that narrows the list to one type. */
export const TYPE_PARAMETER = 'tipo'

/** The type of an address's list; null is all, also for a type that does not exist. */
export function readType(search: URLSearchParams): AssetType | null {
  return ASSET_TYPES.find((type) => type === search.get(TYPE_PARAMETER)) ?? null
}
