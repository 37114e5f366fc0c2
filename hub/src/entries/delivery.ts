import type { BrowserEvents } from '@vehicle-control/protocol'

/**
 * Rooms of Socket.IO: by how a browser wants reads and whether it may see owners, by role, by
 * session.
 */
export const rooms = {
  batch: 'batch',
  each: 'each',
  /** Walls that may not see owners are in one of these instead, and in `ownerless`. */
  ownerlessBatch: 'ownerless batch',
  ownerlessEach: 'ownerless each',
  ownerless: 'ownerless',
  role: (role: string) => `role:${role}`,
  session: (id: number) => `session:${id}`,
}

/** An event for browsers that is made from a payload of the bus, and who gets it. */
export interface Delivery<Payload> {
  event: keyof BrowserEvents
  /** Rooms that get it; absent: all browsers. */
  to?: readonly string[]
  /** Makes what they get; absent: the payload itself. */
  of?: (payload: Payload) => object
  /** Rooms that get a reduced event, made by `of`. */
  reduced?: { to: readonly string[]; of: (payload: Payload) => object }
  /** Events beyond a burst are gathered and sent as one array. */
  inArrays?: true
  /** Which payloads are delivered; absent: all. */
  when?: (payload: Payload) => boolean
}
