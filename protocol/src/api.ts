import { z } from 'zod'
import { AgentCode } from './agent-socket.ts'
import { CommandId, RelayLevel, RelayPin } from './entry.ts'
import { ENROLL_TTL_DEFAULT_S, ENROLL_TTL_MAX_S, ENROLL_TTL_MIN_S } from './limits.ts'
import { line, SECRET, wireText } from './text.ts'

export const Role = z.enum(['operator', 'admin', 'superadmin'])
export type Role = z.infer<typeof Role>

export const ErrorCode = z.enum([
  'invalid_credentials',
  'unauthorized',
  'forbidden',
  'not_found',
  'duplicate',
  'agent_offline',
  'agent_quarantined',
  'invalid_tag',
  'invalid_plate',
  'invalid_input',
  'too_large',
  'rate_limited',
  'bus_unavailable',
  'internal',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** Body of every answer that is not ok; `message` is Spanish and fit for an operator. */
export const ErrorBody = z.object({
  error: ErrorCode,
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** Answer of a deed that has nothing more to say. */
export const Done = z.object({ ok: z.literal(true) })

export const LoginRequest = z.object({
  email: line(254).toLowerCase().min(1),
  password: z.string().min(1).max(256).meta(SECRET),
})
export type LoginRequest = z.infer<typeof LoginRequest>

export const SessionUser = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  role: Role,
  /** Look-only account of a wall screen. */
  kiosk: z.boolean(),
})
export type SessionUser = z.infer<typeof SessionUser>

export const LoginResponse = z.object({ token: z.string(), user: SessionUser })
export type LoginResponse = z.infer<typeof LoginResponse>

/** GET /api/public-config: what the login page needs before anybody is logged in. */
export const PublicConfig = z.object({
  /** Present only while the seeded account still has its seed password. */
  demoLogin: z.object({ email: z.string(), password: z.string() }).nullable(),
  timeZone: z.string(),
  version: z.string(),
  /** Whether reset tokens are mailed too, and not only printed on the hub's console. */
  mailer: z.boolean(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

/**
 * A query's point in time: ISO 8601 with Z or an offset, or epoch milliseconds (11 digits or more,
 * so that a year is not taken for a moment of 1970; or 0). Parsed to epoch milliseconds.
 */
export const Instant = z.union(
  [
    z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
    z
      .string()
      .regex(/^(0|\d{11,15})$/)
      .transform(Number),
  ],
  'Fecha inválida: usa ISO 8601 con zona (2026-01-31T13:00:00Z) o milisegundos',
)

/** A row of /api/rfid/logs and /api/client/logs. Times are ISO 8601 UTC. */
export const ReadLog = z.object({
  id: z.string(),
  uid: z.string(),
  read_at: z.string(),
  received_at: z.string(),
  plate: z.string().nullable(),
  model: z.string().nullable(),
  owner: z.string().nullable(),
  agent_code: z.string(),
  agent_name: z.string(),
  agent_location: z.string().nullable(),
  reader: z.string(),
  antenna: z.number().nullable(),
  rssi: z.number().nullable(),
  /** False where the edge's clock could not be trusted and the hub worked the time out. */
  clock_ok: z.boolean(),
  /** Arrived more than 60 s after it was read. */
  late: z.boolean(),
})
export type ReadLog = z.infer<typeof ReadLog>

/** Answer of both log calls; `total` is exact up to 10,000 and 10,001 beyond. */
export const LogsResponse = z.object({
  logs: z.array(ReadLog),
  total: z.number().int(),
  /** Only a part of the range was searched. */
  truncated: z.boolean(),
})
export type LogsResponse = z.infer<typeof LogsResponse>

export const SuppressWindow = z.object({ ms: z.number().finite() })
export type SuppressWindow = z.infer<typeof SuppressWindow>

/** One of the two devices that claim to be the same agent. */
export const ClaimedDevice = z.object({
  address: z.string().nullable(),
  hardware_serial: z.string().nullable(),
  at: z.string(),
})
export type ClaimedDevice = z.infer<typeof ClaimedDevice>

export const Agent = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  location: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  last_ip: z.string().nullable(),
  last_seen: z.string().nullable(),
  readings_count: z.number().int(),
  online: z.boolean(),
  connected: z.boolean(),
  quarantine: z.object({ known: ClaimedDevice, claimant: ClaimedDevice }).nullable(),
})
export type Agent = z.infer<typeof Agent>

/** GET /api/agents and /api/agents/status. */
export const AgentList = z.object({ agents: z.array(Agent) })
export type AgentList = z.infer<typeof AgentList>

/** POST /api/agents; the key is shown this once. */
export const AgentCreated = z.object({ apiKey: z.string(), agent: Agent })
export type AgentCreated = z.infer<typeof AgentCreated>

const optionalText = (max: number) => line(max).nullish()

export const CreateAgentRequest = z.object({
  code: AgentCode,
  name: line(120).min(1),
  location: optionalText(200),
  lat: z.number().min(-90).max(90).nullish(),
  lng: z.number().min(-180).max(180).nullish(),
})
export type CreateAgentRequest = z.infer<typeof CreateAgentRequest>

export const EnrollTokenRequest = z.object({
  ttl: z.number().int().min(ENROLL_TTL_MIN_S).max(ENROLL_TTL_MAX_S).default(ENROLL_TTL_DEFAULT_S),
  /** Binds the token to this code; needed to enrol a code that exists. */
  code: AgentCode.optional(),
})

/** POST /api/agents/enroll-token. */
export const EnrollToken = z.object({ token: z.string(), expiresAt: z.string() })
export type EnrollToken = z.infer<typeof EnrollToken>

export const EnrollRequest = z.object({
  token: z.string().min(6).max(128).meta(SECRET),
  code: AgentCode,
  name: optionalText(120),
  location: optionalText(200),
})
export type EnrollRequest = z.infer<typeof EnrollRequest>

export const EnrollResponse = z.object({
  apiKey: z.string(),
  agent: z.object({ code: z.string(), name: z.string(), location: z.string().nullable() }),
})
export type EnrollResponse = z.infer<typeof EnrollResponse>

/** POST /api/agents/{code}/command/relay. */
export const RelayCommandRequest = z.object({
  pin: RelayPin,
  state: RelayLevel,
  /** Milliseconds on; absent or above the relay's own limit, that limit. */
  duration: z.number().positive().transform(Math.floor).pipe(z.number().int().min(1)).optional(),
  /** The caller's own name for it: the same id never acts twice. */
  id: CommandId.optional(),
})
export type RelayCommandRequest = z.infer<typeof RelayCommandRequest>

/** The command is on its way; `agent:ack` under this id tells what became of it. */
export const RelayCommandIssued = z.object({ id: z.string() })

/** A row of GET /api/agents/{code}/commands, newest first. */
export const RelayCommand = z.object({
  id: z.string(),
  pin: z.number().int(),
  state: z.number().int(),
  duration: z.number().int().nullable(),
  actor: z.string(),
  address: z.string().nullable(),
  created_at: z.string(),
  ok: z.boolean().nullable(),
  reason: z.string().nullable(),
  on_ms: z.number().nullable(),
  finished_at: z.string().nullable(),
})
export type RelayCommand = z.infer<typeof RelayCommand>

export const RelayCommandList = z.object({ commands: z.array(RelayCommand) })
export type RelayCommandList = z.infer<typeof RelayCommandList>

/** POST /api/agents/{code}/rotate-key */
export const RotateKeyRequest = z.object({ revoke: z.boolean().default(false) })
export const KeyRotated = AgentCreated.pick({ apiKey: true })

/** POST /api/agents/{code}/accept: names the device to keep, else the next one that connects. */
export const AcceptRequest = z.object({ hardwareSerial: wireText(64).nullish() })

/** POST /api/upload/image: what an asset's photo_url is set to. */
export const UploadResponse = z.object({ url: z.string() })
export type UploadResponse = z.infer<typeof UploadResponse>
