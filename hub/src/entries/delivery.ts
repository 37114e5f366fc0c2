import type { BrowserEvents } from '@vehicle-control/protocol'

/** Rooms of Socket.IO: by how a browser wants reads and who may see their owners, by role and by session. */
export const rooms = {
  batch: 'batch',
  each: 'each',
  /** Walls that are not told owners: they are in one of these instead, and in `ownerless`. */
  ownerlessBatch: 'ownerless batch',
  ownerlessEach: 'ownerless each',
  ownerless: 'ownerless',
  role: (role: string) => `role:${role}`,
  session: (id: number) => `session:${id}`,
}

/** An event for browsers that is made of a payload of the bus, and who gets it. */
export interface Delivery<Payload> {
  event: keyof BrowserEvents
  /** Absent: all. */
  to?: readonly string[]
  /** What they get; absent: the payload. */
  of?: (payload: Payload) => object
  /** Rooms that get less of it. */
  less?: { to: readonly string[]; of: (payload: Payload) => object }
  /** Many within a burst go as one array. */
  inArrays?: true
  /** Absent: every one. */
  when?: (payload: Payload) => boolean
}
