import { z } from 'zod'
import { AgentCode } from '../agent-socket.ts'
import {
  ENROLL_APPROVAL_TTL_MAX_S,
  ENROLL_TTL_DEFAULT_S,
  ENROLL_TTL_MAX_S,
  ENROLL_TTL_MIN_S,
} from '../limits.ts'
import { line, SECRET, wireText } from '../text.ts'
import { AgentCreated } from './agents.ts'

const optionalText = (max: number) => line(max).nullish()

export const EnrollTokenRequest = z
  .object({
    ttl: z
      .number()
      .int()
      .min(ENROLL_TTL_MIN_S)
      .max(ENROLL_APPROVAL_TTL_MAX_S)
      .default(ENROLL_TTL_DEFAULT_S)
      .meta({ description: 'Seconds; more than a day only with approval' }),
    /** Binds the token to this code; needed to enrol a code that exists, and for `approval`. */
    code: AgentCode.optional(),
    /** The token gives no key: it lets one device ask, and an admin decides. */
    approval: z.boolean().default(false),
  })
  .superRefine(({ ttl, code, approval }, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (approval && code === undefined) fault('code', 'Indica el código del agente que se aprobará')
    if (!approval && ttl > ENROLL_TTL_MAX_S) {
      fault('ttl', `Usa hasta ${ENROLL_TTL_MAX_S} segundos; más solo con aprobación`)
    }
  })

/** POST /api/agents/enroll-token. */
export const EnrollToken = z.object({ token: z.string(), expiresAt: z.string() })
export type EnrollToken = z.infer<typeof EnrollToken>

export const EnrollRequest = z.object({
  token: z.string().min(6).max(128).meta(SECRET),
  code: AgentCode,
  name: optionalText(120),
  location: optionalText(200),
  /** Who asks. A token that needs an approval is good for the device of the first claim. */
  device: z
    .object({
      /** A secret of the device's own, by which it takes the key that was approved for it. */
      claim: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta(SECRET),
      serial: wireText(64).nullish(),
    })
    .optional(),
})
export type EnrollRequest = z.infer<typeof EnrollRequest>

export const EnrollResponse = z.object({
  apiKey: z.string(),
  agent: z.object({ code: z.string(), name: z.string(), location: z.string().nullable() }),
})
export type EnrollResponse = z.infer<typeof EnrollResponse>

/** POST /api/agents/{code}/enroll-request: an admin's word on the device that asks to be this agent. */
export const EnrollDecision = z.object({
  /** The device that the admin means: another may ask by now. */
  fingerprint: z.string().regex(/^[0-9a-f]{4}(?:-[0-9a-f]{4}){3}$/),
  approve: z.boolean(),
})

/** POST /api/agents/{code}/rotate-key */
export const RotateKeyRequest = z.object({ revoke: z.boolean().default(false) })
export const KeyRotated = AgentCreated.pick({ apiKey: true })

/** POST /api/agents/{code}/accept: names the device to keep; without a name, the next one that connects is kept. */
export const AcceptRequest = z.object({ hardwareSerial: wireText(64).nullish() })
