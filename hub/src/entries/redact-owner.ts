import type { ScanEvent, SuppressedEvent } from '@vehicle-control/protocol'

/** A read for a screen on a wall that is not told who owns what. One literal: a site can have hundreds a second. */
export function redactOwner(event: ScanEvent): ScanEvent {
  const { id, uid, ts, received_at, vehicle, agent } = event
  if (vehicle === null || vehicle.owner === null) return event
  const { plate, model, asset_id } = vehicle
  const owner = null
  const bare = asset_id === undefined ? { plate, model, owner } : { plate, model, owner, asset_id }
  return { id, uid, ts, received_at, vehicle: bare, agent }
}

/** The same for repeats. */
export function redactOwnerOfRepeats(event: SuppressedEvent): SuppressedEvent {
  const bare = redactOwner(event)
  return bare === event ? event : Object.assign(bare, { count: event.count })
}
