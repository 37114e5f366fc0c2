import { z } from 'zod'
import {
  AccessBucket,
  AccessDenied,
  AccessHave,
  AccessHead,
  AccessPolicy,
} from './access/frames.ts'
import {
  ClockQuality,
  CommandId,
  Epoch,
  OutboxState,
  RelayLevel,
  RelayName,
  RelayPin,
  Seq,
  WireEntry,
} from './entry.ts'
import { MAX_BATCH_ENTRIES, MAX_HELLO_EPOCHS, PEER_NAMES_MAX, RELAY_MAX_ON_MS } from './limits.ts'
import { wireText } from './text.ts'

const seqOrZero = Seq.or(z.literal(0))
/** The edge's CLOCK_MONOTONIC in milliseconds, carried by every frame it sends. */
const mono = z.number().nonnegative()

/**
 * The names of a peer's list that this version knows. Whatever else it holds is passed over: a newer
 * peer's list fails no frame, and an older peer, which has none, can do nothing of it.
 */
const namesOf = <const Name extends string>(known: readonly Name[]) =>
  z.unknown().transform((given): Name[] => {
    const names: unknown[] = Array.isArray(given) ? given.slice(0, PEER_NAMES_MAX) : []
    return known.filter((name) => names.includes(name))
  })

/**
 * What an edge may be sent since protocol 1 began. `named_relay`: the frame `named_command`. `access`: the
 * frames of its list.
 */
export const EDGE_ACCEPTS = ['named_relay', 'access'] as const
export type EdgeAccepts = (typeof EDGE_ACCEPTS)[number]
/**
 * What a hub may be sent since protocol 1 began, a later kind of entry by its name. `named_relay`:
 * results without a pin. `access`: what the edge's list is. All replicas that live take what a welcome
 * names.
 */
export const HUB_TAKES = ['named_relay', 'decision', 'access'] as const
export type HubTakes = (typeof HUB_TAKES)[number]

/** Agent codes are unique ignoring case. */
export const AgentCode = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
export type AgentCode = z.infer<typeof AgentCode>

/** The entries of one epoch that an edge knows; `lowestHeld` is null when it holds none any more. */
export const EpochRange = z.object({
  epoch: Epoch,
  firstSeq: Seq,
  /** firstSeq - 1 while the epoch has no entry. */
  lastSeq: seqOrZero,
  lowestHeld: Seq.nullable(),
})
export type EpochRange = z.infer<typeof EpochRange>

export const EpochWatermark = z.object({ epoch: Epoch, watermark: seqOrZero })
export type EpochWatermark = z.infer<typeof EpochWatermark>

/** First frame of every connection, within 5 s. */
export const Hello = z.object({
  type: z.literal('hello'),
  protocol: z.number().int(),
  agent: AgentCode,
  version: wireText(64),
  bootId: wireText(64).min(1),
  mono,
  wall: z.number(),
  clock: ClockQuality,
  hardwareSerial: wireText(64).nullable(),
  /** The join state that the hub offered last, null on a new device. */
  join: z.string().max(128).nullable(),
  epochs: z
    .array(EpochRange)
    .max(MAX_HELLO_EPOCHS)
    .refine((ranges) => new Set(ranges.map(({ epoch }) => epoch)).size === ranges.length),
  accepts: namesOf(EDGE_ACCEPTS).optional(),
})
export type Hello = z.infer<typeof Hello>

/** Entries of one epoch, oldest first; `prev` is the seq before the first of them. */
export const Batch = z.object({
  type: z.literal('batch'),
  epoch: Epoch,
  prev: seqOrZero,
  mono,
  entries: z.array(WireEntry).min(1).max(MAX_BATCH_ENTRIES),
})
export type Batch = z.infer<typeof Batch>

/** Fresh entries, for the screens, ahead of a backlog. They are neither stored nor acked: each comes again in its batch. */
export const Live = z.object({
  type: z.literal('live'),
  epoch: Epoch,
  mono,
  entries: z.array(WireEntry).min(1).max(MAX_BATCH_ENTRIES),
})
export type Live = z.infer<typeof Live>

/** Sent every `PING_INTERVAL_MS`, and sooner when the outbox has changed; older edges leave `outbox` out. */
export const Ping = z.object({ type: z.literal('ping'), mono, outbox: OutboxState.optional() })
export type Ping = z.infer<typeof Ping>
/** The edge's confirmation that the offered join state is on its disk. */
export const Joined = z.object({ type: z.literal('joined'), mono, join: z.string().max(128) })

export const EdgeFrame = z.discriminatedUnion('type', [
  Hello,
  Batch,
  Live,
  Ping,
  Joined,
  AccessHave,
])
export type EdgeFrame = z.infer<typeof EdgeFrame>

/** The hub's answer to hello: where each epoch goes on, and the settings in force. */
export const Welcome = z.object({
  type: z.literal('welcome'),
  protocol: z.number().int(),
  wall: z.number(),
  epochs: z.array(EpochWatermark),
  /** Join state to store, then to confirm with `joined`; null in quarantine. */
  join: z.string().nullable(),
  quarantined: z.boolean(),
  suppressWindowMs: z.number().int(),
  takes: namesOf(HUB_TAKES).optional(),
})
export type Welcome = z.infer<typeof Welcome>

/** The hub has committed everything of the epoch up to the watermark. */
export const Ack = z.object({ type: z.literal('ack'), epoch: Epoch, watermark: seqOrZero })
/** A batch began above the hub's watermark: the edge sends again from watermark + 1. */
export const Nack = z.object({ type: z.literal('nack'), epoch: Epoch, watermark: seqOrZero })

/** The hub does not take the entries, and the edge keeps them. */
export const Refuse = z.object({
  type: z.literal('refuse'),
  code: z.enum(['upgrade_hub', 'upgrade_edge', 'wrong_agent', 'quarantined', 'foreign_epoch']),
  message: z.string(),
})
export type Refuse = z.infer<typeof Refuse>

export const Settings = z.object({
  type: z.literal('settings'),
  suppressWindowMs: z.number().int(),
})
/** The answer to ping: its `mono` back, and the hub's clock. */
export const Pong = z.object({ type: z.literal('pong'), mono, wall: z.number() })

/**
 * Set a relay. The deadline is a moment of the edge's own monotonic clock in the boot that it names:
 * later, or in another boot, the command is refused.
 */
export const Command = z.object({
  type: z.literal('command'),
  id: CommandId,
  pin: RelayPin,
  state: RelayLevel,
  /** The longest time on, for state 1, in milliseconds; the edge may allow less. */
  durationMs: z.number().int().positive().max(RELAY_MAX_ON_MS).optional(),
  deadline: mono,
  bootId: wireText(64).min(1),
})
export type Command = z.infer<typeof Command>

/**
 * Set the relay of this name. It has no `pin` that could move another relay, and goes only to an edge
 * whose hello accepts `named_relay`.
 */
export const NamedCommand = Command.omit({ pin: true }).extend({
  type: z.literal('named_command'),
  relay: RelayName,
})
export type NamedCommand = z.infer<typeof NamedCommand>

export const HubFrame = z.discriminatedUnion('type', [
  Welcome,
  Ack,
  Nack,
  Refuse,
  Settings,
  Pong,
  Command,
  NamedCommand,
  AccessHead,
  AccessPolicy,
  AccessDenied,
  AccessBucket,
])
export type HubFrame = z.infer<typeof HubFrame>

/** True of a frame whose type is none of these: a newer peer's, to be passed over. */
export function isUnknownFrame(
  { options }: typeof EdgeFrame | typeof HubFrame,
  frame: unknown,
): boolean {
  if (typeof frame !== 'object' || frame === null || !('type' in frame)) return false
  const { type } = frame
  return typeof type === 'string' && options.every(({ shape }) => shape.type.value !== type)
}
