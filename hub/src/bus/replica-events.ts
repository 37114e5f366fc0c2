import {
  AckEvent,
  CommandId,
  Epoch,
  EventAgent,
  Seq,
  SUPPRESS_WINDOW_MAX_MS,
  SUPPRESS_WINDOW_MIN_MS,
} from '@vehicle-control/protocol'
import { z } from 'zod'
import { ANNOUNCED, type AnnouncedName, type AnnouncedPayloads } from '../entries/kinds.ts'
import { schemasOf, SHARED_EVENTS } from './site-events.ts'

const rowId = z.number().int().positive()
const replica = z.string().min(1).max(64)
const count = z.number().int().nonnegative()

/**
 * Totals of the readers of the agents that one replica holds; antennas of one device count as one.
 */
export const ReaderTotals = z.object({
  open: count,
  simulated: count,
  /** Path of one of the open ones. */
  port: z.string().nullable(),
})
export type ReaderTotals = z.infer<typeof ReaderTotals>

/** Announced events of one epoch's entries, each with its seq. */
export type Announcement = {
  epoch: Epoch
  /** With these events everything above `from` up to `to` has been announced; null: unknown. */
  span: { from: number; to: number } | null
} & { [N in AnnouncedName]: [seq: number, AnnouncedPayloads[N]][] }

// A replica of an older version leaves out kinds that it does not know.
const ofKinds = ANNOUNCED.map(({ name, payload }) => [
  name,
  z.array(z.tuple([Seq, payload])).default([]),
])
const Announcement = z.object({
  epoch: Epoch,
  span: z.object({ from: count, to: count }).nullable(),
  ...Object.fromEntries(ofKinds),
}) as unknown as z.ZodType<Announcement>

/**
 * All events that cross from one replica to the others. Never rename one: replicas of other
 * versions know them by these names.
 */
export const replicaEvents = {
  /** Named as on the wire: replicas of another version know announcements by this name. */
  news: Announcement,
  /** Commands that a hub ended itself: no result came, or their device restarted. */
  timeouts: z.array(AckEvent),
  ...schemasOf(SHARED_EVENTS),
  /** What superadmins set has changed: it is loaded anew. */
  settingsChanged: z.object({}),
  /** Gates are to hold another list: each replica loads it anew. */
  accessChanged: z.object({}),
  /** The suppression window was set: it is sent to every connected edge. */
  suppressWindow: z.number().int().min(SUPPRESS_WINDOW_MIN_MS).max(SUPPRESS_WINDOW_MAX_MS),
  /**
   * An agent whose keys, quarantine or existence changed: its socket closes, so that it says hello
   * again.
   */
  agentChanged: z.object({
    agentId: rowId,
    closeCode: z.number().int().min(4000).max(4999),
    reason: z.string(),
    /** The agent was deleted: nothing more of it is announced. */
    gone: z.boolean().optional(),
  }),
  /** The agent said hello: a connection of an earlier generation is superseded. */
  agentJoined: z.object({ agentId: rowId, generation: count }),
  /** An agent has another name or place: events of it carry these from now on. */
  agentRenamed: z.object({ agentId: rowId, agent: EventAgent }),
  /** By what an agent decides has changed: it is loaded anew. */
  accessPolicy: z.object({ agentId: rowId }),
  /** Sessions that ended: their sockets close. */
  sessionsRevoked: z.array(rowId),
  /** A replica's readers changed. */
  readers: z.object({ replica, totals: ReaderTotals }),
  /** A heartbeat with the replica's monotonic clock, in which others state deadlines for it. */
  pulse: z.object({
    replica,
    mono: z.number().nonnegative(),
    /** Name of its machine, and its release; absent from an older hub. */
    host: z.string().max(255).optional(),
    version: z.string().max(64).optional(),
  }),
  /** A stored command for an agent that `replica` holds; `deadline` is in that replica's clock. */
  command: z.object({ replica, agentId: rowId, id: CommandId, deadline: z.number() }),
} as const
export type ReplicaEvent = keyof typeof replicaEvents
export type ReplicaEvents = { [E in ReplicaEvent]: z.infer<(typeof replicaEvents)[E]> }
export type AgentChange = ReplicaEvents['agentChanged']

export function isReplicaEvent(name: string): name is ReplicaEvent {
  return Object.hasOwn(replicaEvents, name)
}
