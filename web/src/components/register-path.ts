import { VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'

/** Where a tag that no asset has is registered; the vehicles' form does not take every length. */
export function registerPath(tag: string): string {
  const tab = tag.length <= VEHICLE_TAG_MAX ? 'vehiculos' : 'activos'
  return `/admin?tab=${tab}&nuevo=1&tag=${encodeURIComponent(tag)}`
}
