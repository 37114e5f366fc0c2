import { z } from 'zod'
import { AgentRelays } from './agents.ts'
import { CommandId, RelayLevel, RelayName, RelayPin } from '../entry.ts'

/** POST /api/agents/{code}/command/relay. The relay goes by its `pin` or by its name, `relay`. */
export const RelayCommandRequest = z
  .object({
    pin: RelayPin.optional(),
    relay: RelayName.optional(),
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
  .superRefine(({ pin, relay }, context) => {
    if (pin === undefined && relay === undefined) {
      const message = 'Falta el relé: da su pin (17 o 27), o su nombre en relay'
      context.addIssue({ code: 'custom', path: ['pin'], message })
    } else if (pin !== undefined && relay !== undefined) {
      const message = 'El relé se da por su pin o por su nombre, no por ambos'
      context.addIssue({ code: 'custom', path: ['relay'], message })
    }
  })
  .meta({ oneOf: [{ required: ['pin'] }, { required: ['relay'] }] })
export type RelayCommandRequest = z.infer<typeof RelayCommandRequest>

/** A row of GET /api/agents/{code}/commands, newest first. */
export const RelayCommand = z.object({
  id: z.string(),
  /** -1 of a relay that was given by its name, until a result says its pin. */
  pin: z.number().int(),
  /** The name that the command gave. */
  relay: z.string().optional(),
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
