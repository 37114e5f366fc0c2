import { z } from 'zod'
import { AgentCode } from '../agent-socket.ts'
import { ENROLL_TTL_DEFAULT_S, ENROLL_TTL_MAX_S, ENROLL_TTL_MIN_S } from '../limits.ts'
import { line, SECRET, wireText } from '../text.ts'
import { AgentCreated } from './agents.ts'

const optionalText = (max: number) => line(max).nullish()

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

/** POST /api/agents/{code}/rotate-key */
export const RotateKeyRequest = z.object({ revoke: z.boolean().default(false) })
export const KeyRotated = AgentCreated.pick({ apiKey: true })

/** POST /api/agents/{code}/accept: names the device to keep; without a name, the next one that connects is kept. */
export const AcceptRequest = z.object({ hardwareSerial: wireText(64).nullish() })
