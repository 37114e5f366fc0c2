import type { ScanEvent, SuppressedEvent } from '@vehicle-control/protocol'

/** A read without the owner, for a wall that may not see owners. */
export function redactOwner(event: ScanEvent): ScanEvent {
  const { id, uid, ts, received_at, vehicle, agent } = event
  if (vehicle === null || vehicle.owner === null) return event
  return { id, uid, ts, received_at, vehicle: { ...vehicle, owner: null }, agent }
}

/** The same for repeats. */
export function redactOwnerOfRepeats(event: SuppressedEvent): SuppressedEvent {
  const bare = redactOwner(event)
  return bare === event ? event : Object.assign(bare, { count: event.count })
}
