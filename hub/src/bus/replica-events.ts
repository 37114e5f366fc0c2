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

/** Sum over the readers of the agents that one replica holds; antennas of one device are one. */
export const ReaderTotals = z.object({
  open: count,
  simulated: count,
  /** Path of one that is open. */
  port: z.string().nullable(),
})
export type ReaderTotals = z.infer<typeof ReaderTotals>

/** What is announced of one epoch's entries, each with its seq. */
export type Announcement = {
  epoch: Epoch
  /** With these events all entries above `from` up to `to` have been announced; null: not known. */
  span: { from: number; to: number } | null
} & { [N in AnnouncedName]: [seq: number, AnnouncedPayloads[N]][] }

// A replica of an older version knows nothing of a kind that is new.
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
 * Everything that crosses from one replica to the others. The names go over the broker: a replica
 * of another version may read them.
 */
export const replicaEvents = {
  /** Named as on the wire: replicas of another version know announcements by this name. */
  news: Announcement,
  /** Commands that a hub ended itself: without a result, or with their device's power. */
  timeouts: z.array(AckEvent),
  ...schemasOf(SHARED_EVENTS),
  /** The suppression window was set: it is sent to every connected edge. */
  suppressWindow: z.number().int().min(SUPPRESS_WINDOW_MIN_MS).max(SUPPRESS_WINDOW_MAX_MS),
  /** Agents whose keys, quarantine or existence changed: their sockets close and say hello again. */
  agentChanged: z.object({
    agentId: rowId,
    closeCode: z.number().int().min(4000).max(4999),
    reason: z.string(),
    /** The agent was deleted: nothing more of it is announced. */
    gone: z.boolean().optional(),
  }),
  /** The agent said hello: a connection of an earlier generation is superseded. */
  agentJoined: z.object({ agentId: rowId, generation: count }),
  /** An agent has another name or place: what it reports from now on carries them. */
  agentRenamed: z.object({ agentId: rowId, agent: EventAgent }),
  /** Sessions that ended: their sockets close. */
  sessionsRevoked: z.array(rowId),
  /** A replica's readers changed. */
  readers: z.object({ replica, totals: ReaderTotals }),
  /** A sign of life with the replica's monotonic clock, for deadlines that others give it. */
  pulse: z.object({ replica, mono: z.number().nonnegative() }),
  /** A stored command for an agent that `replica` holds; `deadline` is in that replica's clock. */
  command: z.object({ replica, agentId: rowId, id: CommandId, deadline: z.number() }),
} as const
export type ReplicaEvent = keyof typeof replicaEvents
export type ReplicaEvents = { [E in ReplicaEvent]: z.infer<(typeof replicaEvents)[E]> }
export type AgentChange = ReplicaEvents['agentChanged']

export function isReplicaEvent(name: string): name is ReplicaEvent {
  return Object.hasOwn(replicaEvents, name)
}
