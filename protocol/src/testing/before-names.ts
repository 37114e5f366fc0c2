import { z } from 'zod'

/**
 * The agent socket as edges and hubs read it before `accepts` and `takes`: a copy that stays as it
 * is, whatever becomes of the protocol.
 */
const wireText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0]*$/)
    .overwrite((text) => text.replace(/\p{Cs}/gu, '\ufffd'))
const GapCounts = z.record(z.string(), z.number().int().nonnegative())

const wallMs = z.number().finite()
const count = z.number().int().nonnegative()
const Seq = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const Epoch = z.string().regex(/^[a-z2-7]{16}$/)
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
const uid = wireText(64).min(1)
const readerId = wireText(64).min(1)
const ReadData = z.object({
  uid,
  reader: readerId,
  antenna: z.number().int().min(0).max(65_535).optional(),
  rssi: z.number().optional(),
  tid: uid.optional(),
  count: z.number().int().positive().max(1_000_000_000).optional(),
  truncated: z.literal(true).optional(),
})
const SuppressedData = z.object({
  uid,
  reader: readerId,
  count: count.min(1).max(1_000_000_000),
  spanMs: z.number().nonnegative(),
  rssi: z.number().optional(),
})
const SensorType = z.enum(['temp', 'hum', 'gas'])
const HostMetric = z.enum(['cpu_temp', 'undervoltage', 'throttled', 'disk_free', 'card_wear'])
const TelemetryType = z.enum([...SensorType.options, ...HostMetric.options, 'input'])
const SourceName = wireText(64).min(1)
const TelemetryData = z.object({
  type: TelemetryType,
  source: SourceName.optional(),
  value: z.number().finite(),
  unit: wireText(16),
})
const CommandId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const RelayPin = z.literal([17, 27])
const RelayLevel = z.literal([0, 1])
const CommandResultData = z.object({
  id: CommandId,
  pin: RelayPin,
  state: RelayLevel,
  ok: z.boolean(),
  onMs: z.number().nonnegative().max(Number.MAX_SAFE_INTEGER),
  reason: z.enum(['done', 'auto_off', 'expired', 'busy', 'failed', 'quarantined']),
})
const ReaderState = z.object({
  id: readerId,
  type: wireText(32),
  path: wireText(256),
  state: z.enum(['open', 'silent', 'closed']),
  simulated: z.boolean(),
  error: wireText(512).optional(),
  warning: wireText(512).optional(),
  noise: count,
})
const SensorState = z.object({
  source: SourceName,
  types: listOf(TelemetryType, 16),
  state: z.enum(['ok', 'warming', 'stale']),
  error: wireText(512).optional(),
  alarm: wireText(512).optional(),
})
const InputRuleName = z.enum(['open', 'fire', 'block', 'report'])
const InputState = z.object({
  id: SourceName,
  pin: z.number().int().min(0).max(1023),
  rule: InputRuleName,
  active: z.boolean().nullable(),
  error: wireText(512).optional(),
})
const RelaysState = z.object({
  driver: wireText(32),
  simulated: z.boolean(),
  pins: listOf(RelayPin, 16),
  error: wireText(512).optional(),
})
const ClockQuality = z.enum(['synced', 'hub', 'corrected', 'unsynced'])
const OutboxState = z.object({
  bytes: count,
  maxBytes: count,
  unacked: count,
  blocked: wireText(512).optional(),
})
const StatusData = z.object({
  version: wireText(64),
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
  readers: listOf(ReaderState, 64),
  sensors: listOf(SensorState, 32).optional(),
  inputs: listOf(InputState, 16).optional(),
  relays: RelaysState.nullable().optional(),
  clock: ClockQuality,
  outbox: OutboxState,
  suppressWindowMs: count,
  cleartext: z.literal(true).optional(),
})
const GapData = z.object({
  from: Seq.nullable(),
  to: Seq.nullable(),
  counts: GapCounts,
  reason: z.enum(['cap', 'pruned', 'ring', 'missing', 'damaged', 'refused']),
})
export const entryData = {
  read: ReadData,
  suppressed: SuppressedData,
  telemetry: TelemetryData,
  command_result: CommandResultData,
  status: StatusData,
  gap: GapData,
} as const
const WireEntry = z.object({
  seq: Seq,
  kind: z.string().min(1).max(32),
  at: wallMs,
  age: z.number().nonnegative().nullable(),
  clock: ClockQuality,
  data: z.unknown(),
})

const seqOrZero = Seq.or(z.literal(0))
const mono = z.number().nonnegative()
const AgentCode = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const EpochRange = z.object({
  epoch: Epoch,
  firstSeq: Seq,
  lastSeq: seqOrZero,
  lowestHeld: Seq.nullable(),
})
const EpochWatermark = z.object({ epoch: Epoch, watermark: seqOrZero })
const Hello = z.object({
  type: z.literal('hello'),
  protocol: z.number().int(),
  agent: AgentCode,
  version: wireText(64),
  bootId: wireText(64).min(1),
  mono,
  wall: z.number(),
  clock: ClockQuality,
  hardwareSerial: wireText(64).nullable(),
  join: z.string().max(128).nullable(),
  epochs: z
    .array(EpochRange)
    .max(400)
    .refine((ranges) => new Set(ranges.map(({ epoch }) => epoch)).size === ranges.length),
})
const Batch = z.object({
  type: z.literal('batch'),
  epoch: Epoch,
  prev: seqOrZero,
  mono,
  entries: z.array(WireEntry).min(1).max(500),
})
const Live = z.object({
  type: z.literal('live'),
  epoch: Epoch,
  mono,
  entries: z.array(WireEntry).min(1).max(500),
})
const Ping = z.object({ type: z.literal('ping'), mono, outbox: OutboxState.optional() })
const Joined = z.object({ type: z.literal('joined'), mono, join: z.string().max(128) })
export const EdgeFrame = z.discriminatedUnion('type', [Hello, Batch, Live, Ping, Joined])
const Welcome = z.object({
  type: z.literal('welcome'),
  protocol: z.number().int(),
  wall: z.number(),
  epochs: z.array(EpochWatermark),
  join: z.string().nullable(),
  quarantined: z.boolean(),
  suppressWindowMs: z.number().int(),
})
const Ack = z.object({ type: z.literal('ack'), epoch: Epoch, watermark: seqOrZero })
const Nack = z.object({ type: z.literal('nack'), epoch: Epoch, watermark: seqOrZero })
const Refuse = z.object({
  type: z.literal('refuse'),
  code: z.enum(['upgrade_hub', 'upgrade_edge', 'wrong_agent', 'quarantined', 'foreign_epoch']),
  message: z.string(),
})
const Settings = z.object({
  type: z.literal('settings'),
  suppressWindowMs: z.number().int(),
})
const Pong = z.object({ type: z.literal('pong'), mono, wall: z.number() })
const Command = z.object({
  type: z.literal('command'),
  id: CommandId,
  pin: RelayPin,
  state: RelayLevel,
  durationMs: z.number().int().positive().max(600_000).optional(),
  deadline: mono,
  bootId: wireText(64).min(1),
})
export const HubFrame = z.discriminatedUnion('type', [
  Welcome,
  Ack,
  Nack,
  Refuse,
  Settings,
  Pong,
  Command,
])
