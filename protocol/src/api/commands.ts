import { z } from 'zod'
import { AgentRelays } from './agents.ts'
import { CommandId, RelayLevel, RelayPin } from '../entry.ts'

/** POST /api/agents/{code}/command/relay. */
export const RelayCommandRequest = z.object({
  pin: RelayPin,
  state: RelayLevel,
  /** How long the relay stays on, in milliseconds; the relay's own limit caps it, and is the default. */
  duration: z.number().positive().transform(Math.floor).pipe(z.number().int().min(1)).optional(),
  /** The caller's own id of the command: the same id never acts twice. */
  id: CommandId.optional(),
  /**
   * Milliseconds from the press to the sending of this request, on the sender's monotonic clock: the command
   * has so much less than its 5 s.
   */
  elapsed: z
    .number()
    .nonnegative()
    .meta({
      description: 'Milliseconds since the press: the command has so much less than its 5 s',
    })
    .optional(),
})
export type RelayCommandRequest = z.infer<typeof RelayCommandRequest>

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

/**
 * The command is on its way; `agent:ack` brings its result under this id. `result` is there for an id
 * that was sent before.
 */
export const RelayCommandIssued = z.object({
  id: z.string(),
  result: RelayCommand.pick({ ok: true, reason: true, on_ms: true }).optional(),
})

export const RelayCommandList = z.object({
  commands: z.array(RelayCommand),
  /** Null where the agent reports none; absent from an older hub. */
  relays: AgentRelays.nullable().optional(),
})
export type RelayCommandList = z.infer<typeof RelayCommandList>
