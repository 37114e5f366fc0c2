import { z } from 'zod'
import { GapCounts } from './gap-counts.ts'
import { INPUTS_MAX, READERS_MAX, RELAY_PINS, RELAYS_MAX, SENSORS_MAX } from './limits.ts'
import { parseUntrusted } from './parse-untrusted.ts'
import { line, wireText } from './text.ts'
import { MAX_UID_LENGTH } from './uid.ts'

/** Wall time on the wire of the agent socket: milliseconds since 1970, UTC. */
const wallMs = z.number().finite()
const count = z.number().int().nonnegative()
export const Seq = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
export type Seq = z.infer<typeof Seq>
/** 80 random bits in lower-case base32, new at every open of an outbox. */
export const Epoch = z.string().regex(/^[a-z2-7]{16}$/)
export type Epoch = z.infer<typeof Epoch>

/**
 * A list whose check ends at its first bad element: zod itself describes every one, and a status of
 * 320 bytes would cost as much as a hundred good ones.
 */
const listOf = <T extends z.ZodType>(element: T, max: number) =>
  z
    .array(z.unknown())
    .max(max)
    .transform((items, context) => {
      const good: z.output<T>[] = []
      for (const [place, item] of items.entries()) {
        const { success, data, error } = element.safeParse(item)
        if (!success) {
          const [{ message, path } = { message: '', path: [] }] = error.issues
          context.addIssue({ code: 'custom', message, path: [place, ...path] })
          return z.NEVER
        }
        good.push(data)
      }
      return good
    })

/** A list of which what does not fit is left out, one by one: a newer edge's status is never lost for it. */
const fittingOf = <T extends z.ZodType>(element: T, max: number) =>
  z.unknown().transform((given) => {
    const items: unknown[] = Array.isArray(given) ? given.slice(0, max) : []
    return items.flatMap((item) => {
      const { success, data } = parseUntrusted(element, item)
      return success ? [data] : []
    })
  })

const uid = wireText(MAX_UID_LENGTH).min(1)
const readerId = wireText(64).min(1)

/** One accepted read of a tag: the first of its suppression window. */
export const ReadData = z.object({
  uid,
  reader: readerId,
  antenna: z.number().int().min(0).max(65_535).optional(),
  /** dBm */
  rssi: z.number().optional(),
  /** The chip's own number, hex; where it was asked for beside the EPC. */
  tid: uid.optional(),
  /** How many times the reader itself saw the tag before it reported it. */
  count: z.number().int().positive().max(1_000_000_000).optional(),
  /**
   * Whoever sent it to the edge showed an address alone, as a reader that dials in: no rule opens for it.
   * Whatever stands here but `true` is taken for that.
   */
  unauthenticated: z.literal(true).optional().catch(true),
  /** The edge has cut the payload to its limit. */
  truncated: z.literal(true).optional(),
})
export type ReadData = z.infer<typeof ReadData>

/** Repeats of a tag inside its window; the entry's time is that of the last one. */
export const SuppressedData = z.object({
  uid,
  reader: readerId,
  count: count.min(1).max(1_000_000_000),
  /** Monotonic milliseconds from the first repeat counted here to the last. */
  spanMs: z.number().nonnegative(),
  /** The strongest of them, dBm. */
  rssi: z.number().optional(),
})
export type SuppressedData = z.infer<typeof SuppressedData>

export const SensorType = z.enum(['temp', 'hum', 'gas'])
export type SensorType = z.infer<typeof SensorType>

/** Measurements of the edge's own machine: °C, 0 or 1, 0 or 1, % of the data disk, % of the card's life used. */
export const HostMetric = z.enum([
  'cpu_temp',
  'undervoltage',
  'throttled',
  'disk_free',
  'card_wear',
])
export type HostMetric = z.infer<typeof HostMetric>

/** `input`: 1 while the input line that `source` names is active, else 0. */
export const TelemetryType = z.enum([...SensorType.options, ...HostMetric.options, 'input'])
export type TelemetryType = z.infer<typeof TelemetryType>

/** Names one sensor or input of an agent. */
export const SourceName = wireText(64).min(1)

/** One sample of a sensor, an input line or the edge itself. */
export const TelemetryData = z.object({
  type: TelemetryType,
  /** Name of the sensor or input; absent where the agent has one of its type. */
  source: SourceName.optional(),
  value: z.number().finite(),
  unit: wireText(16),
})
export type TelemetryData = z.infer<typeof TelemetryData>

/** The caller may name a command; the same id never moves a pin twice. */
export const CommandId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
/** BCM numbers of the relays. */
export const RelayPin = z.literal(RELAY_PINS)
export type RelayPin = z.infer<typeof RelayPin>
/** A relay's name, as its edge is configured. */
export const RelayName = line(64).min(1)
export const RelayLevel = z.literal([0, 1])
export type RelayLevel = z.infer<typeof RelayLevel>

/**
 * The result of a relay command; `state` is the level that it asked for. A relay that the edge
 * switched off by itself gives a second result, `auto_off` with state 0, under the id that switched
 * it on last. `onMs` is the time for which it was switched on, or for which it had been on when it went
 * off, else 0.
 */
export const CommandResultData = z
  .object({
    id: CommandId,
    /** Absent of a relay that has none of these pins, and of a name that no relay has. */
    pin: RelayPin.optional(),
    /** The name that the relay has, or that the command gave. */
    relay: RelayName.optional().catch(undefined),
    state: RelayLevel,
    ok: z.boolean(),
    onMs: z.number().nonnegative().max(Number.MAX_SAFE_INTEGER),
    reason: z.enum(['done', 'auto_off', 'expired', 'busy', 'failed', 'quarantined']),
  })
  .refine(({ pin, relay }) => pin !== undefined || relay !== undefined)
export type CommandResultData = z.infer<typeof CommandResultData>

/** A reader as its edge sees it. */
export const ReaderState = z.object({
  id: readerId,
  type: wireText(32),
  /** Serial path, address or topic. */
  path: wireText(256),
  /** `silent`: connected, but nothing heard for longer than its `silentAfterMs`. */
  state: z.enum(['open', 'silent', 'closed']),
  simulated: z.boolean(),
  /** The reason for `closed`. */
  error: wireText(512).optional(),
  /** Why it reads badly: an antenna, heat, a setting that it refused. */
  warning: wireText(512).optional(),
  /** What could be set better although it reads, by a name that the edge's doctor knows. */
  hint: wireText(32).optional(),
  /** Lines or frames that held no tag, since the edge started. */
  noise: count,
})
export type ReaderState = z.infer<typeof ReaderState>

/** A sensor as its edge sees it. */
export const SensorState = z.object({
  source: SourceName,
  types: listOf(TelemetryType, 16),
  /** `warming`: its values are no measure yet. `stale`: several measurements in a row failed. */
  state: z.enum(['ok', 'warming', 'stale']),
  /** The last fault; absent while it measures. */
  error: wireText(512).optional(),
  /** Why it alarms, such as gas above its threshold; absent while it does not. */
  alarm: wireText(512).optional(),
})
export type SensorState = z.infer<typeof SensorState>

/** What an input line does: see edge/DEVICES.md. */
export const InputRuleName = z.enum(['open', 'fire', 'block', 'report'])
export type InputRuleName = z.infer<typeof InputRuleName>

/** What an input line tells of the gate. */
export const InputSense = z.enum(['loop', 'barrier_open', 'barrier_closed'])
export type InputSense = z.infer<typeof InputSense>

/** An input line as its edge sees it; `active` is null while it cannot be read. */
export const InputState = z.object({
  id: SourceName,
  pin: z.number().int().min(0).max(1023),
  /** A rule that older hubs do not know is `report` here. */
  rule: InputRuleName,
  sense: InputSense.optional().catch(undefined),
  active: z.boolean().nullable(),
  error: wireText(512).optional(),
})
export type InputState = z.infer<typeof InputState>

/**
 * Where the contacts of a barrier say together that it is. `between`: neither open nor closed;
 * `contradictory`: both at once; `unknown`: a contact that would tell cannot be read.
 */
export const BarrierPosition = z.enum(['open', 'closed', 'between', 'contradictory', 'unknown'])
export type BarrierPosition = z.infer<typeof BarrierPosition>

/** Ten years: a time before it would be none. */
const LEFT_OPEN_MAX_MS = 3650 * 86_400_000

/** A barrier as its edge sees it by its contacts. */
export const BarrierState = z.object({
  /** Absent where the gate has one barrier. */
  name: SourceName.optional().catch(undefined),
  position: BarrierPosition.catch('unknown'),
  /** Milliseconds for which it has not been closed, once these are more than its edge allows. */
  leftOpenMs: z.number().nonnegative().max(LEFT_OPEN_MAX_MS).optional().catch(undefined),
})
export type BarrierState = z.infer<typeof BarrierState>

/** A relay that has a name. */
export const NamedRelay = z.object({
  name: RelayName,
  /** BCM number; absent of one that is no pin of the edge: nothing but a person may switch it on. */
  pin: z.number().int().min(0).max(1023).optional(),
  /** Why nobody knows whether it is on; absent while its edge does. */
  error: wireText(512).optional().catch(undefined),
})
export type NamedRelay = z.infer<typeof NamedRelay>

/** The relays as their edge sees them: the driver that opened (`none`: no relay is configured), or why none did. */
export const RelaysState = z.object({
  driver: wireText(32),
  simulated: z.boolean(),
  pins: listOf(RelayPin, RELAYS_MAX),
  /** Those with a name, whatever their pin; absent where none has one. */
  named: fittingOf(NamedRelay, RELAYS_MAX).optional(),
  /** Why no relay can be moved, such as a line in use and by whom; absent while they can. */
  error: wireText(512).optional(),
})
export type RelaysState = z.infer<typeof RelaysState>

/** The source of an edge's wall clock, the best first. */
export const ClockQuality = z.enum(['synced', 'hub', 'corrected', 'unsynced'])
export type ClockQuality = z.infer<typeof ClockQuality>

/** How much an edge keeps in its outbox; `unacked` entries wait for the hub. */
export const OutboxState = z.object({
  bytes: count,
  maxBytes: count,
  unacked: count,
  /** Why the disk takes nothing now; absent while it does. */
  blocked: wireText(512).optional(),
})
export type OutboxState = z.infer<typeof OutboxState>

/** The edge's own state, sent at start, on every change and every few minutes. */
export const StatusData = z.object({
  version: wireText(64),
  /** outbox_full: it dropped entries at its cap. outbox_blocked: the disk has stopped taking entries, or takes them again. */
  event: z.enum([
    'started',
    'reader',
    'sensor',
    'input',
    'relays',
    'outbox_replaced',
    'outbox_reopened',
    'outbox_full',
    'outbox_blocked',
    'clock',
    'periodic',
  ]),
  detail: wireText(512).optional(),
  readers: listOf(ReaderState, READERS_MAX),
  /** Older edges leave these three out. */
  sensors: listOf(SensorState, SENSORS_MAX).optional(),
  inputs: listOf(InputState, INPUTS_MAX).optional(),
  /** What the contacts of each barrier tell together; absent without contacts, and of older edges. */
  barriers: fittingOf(BarrierState, INPUTS_MAX).optional(),
  /** Null without relays. */
  relays: RelaysState.nullable().optional(),
  clock: ClockQuality,
  outbox: OutboxState,
  suppressWindowMs: count,
  /** It reaches a hub on another machine over http, without EDGE_ALLOW_HTTP. */
  cleartext: z.literal(true).optional(),
})
export type StatusData = z.infer<typeof StatusData>

/**
 * Entries that are lost, counted. `from` to `to` are the seqs that it stands for (its own seq is
 * `to`); both are null for reads that fell out of memory before they had a seq.
 */
export const GapData = z.object({
  from: Seq.nullable(),
  to: Seq.nullable(),
  counts: GapCounts,
  /**
   * cap: outbox full. pruned: acked, then dropped, then asked for again. ring: the disk was too slow.
   * missing: gone from the file. damaged: in a part of a set-aside file that cannot be read. refused:
   * SQLite did not take it.
   */
  reason: z.enum(['cap', 'pruned', 'ring', 'missing', 'damaged', 'refused']),
})
export type GapData = z.infer<typeof GapData>

/**
 * What a gate decided on a tag. It never changes: what became of it is the result of its command. Names
 * are texts, and whatever else an edge says is kept as it came (`WrittenDecision`): no hub loses a
 * decision for a word that it does not know.
 */
export const DecisionData = z.looseObject({
  uid,
  reader: readerId,
  /** `allow`, `deny`, or a newer edge's word. */
  verdict: wireText(16).min(1),
  /** Why, by the table of reasons in `access/reasons.ts`, or a newer edge's. */
  reason: wireText(32).min(1),
  /** The mode that the gate was in: `observe`, `enforce`, or a newer edge's. */
  mode: wireText(16).min(1),
})
export type DecisionData = z.infer<typeof DecisionData>

/** What of a decision has a column at the hub, as far as it can be read; the rest is in its facts. */
export const DecisionDetail = z.object({
  /** The rule that it went by; absent where no rule had a say. */
  rule: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
  /** Allowed all the same, as at an exit. */
  marked: z.literal(true).optional().catch(undefined),
  /** Its read is the entry before it in the epoch. */
  previous: z.literal(true).optional().catch(undefined),
  /** How many decisions it stands for: of unknown tags beyond what a minute tells singly. */
  count: count.min(1).max(1_000_000_000).optional().catch(undefined),
})
export type DecisionDetail = z.infer<typeof DecisionDetail>

/** A decision as an edge of this version writes it. */
export type WrittenDecision = DecisionData &
  DecisionDetail & {
    /** The digest of the list's content, hex, and for how long no hub has confirmed it; null: nobody knows. */
    list: { digest: string; ageMs: number | null }
    /** What it took for the time, and the floor of it: `access/known-time.ts`. */
    time: { nowMs: number | null; floorMs: number | null }
    /** What the list held of the tag, without its uid; absent where it held nothing. */
    row?: (number | null)[]
  }

/** Every kind of entry with the schema of its data. */
export const entryData = {
  read: ReadData,
  suppressed: SuppressedData,
  telemetry: TelemetryData,
  command_result: CommandResultData,
  status: StatusData,
  gap: GapData,
  decision: DecisionData,
} as const
export type EntryKind = keyof typeof entryData

export function isEntryKind(kind: string): kind is EntryKind {
  return Object.hasOwn(entryData, kind)
}

/**
 * An entry on the wire. Its data is checked by `entryData[kind]` one by one, so that a bad one can
 * be set aside without refusing its neighbours.
 */
export const WireEntry = z.object({
  seq: Seq,
  kind: z.string().min(1).max(32),
  /** When it happened by the edge's clock. */
  at: wallMs,
  /** Monotonic milliseconds from then to the sending of the frame; null for an earlier boot. */
  age: z.number().nonnegative().nullable(),
  clock: ClockQuality,
  data: z.unknown(),
})
export type WireEntry = z.infer<typeof WireEntry>
