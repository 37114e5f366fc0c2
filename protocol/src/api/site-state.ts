import { z } from 'zod'

/** How something stands: `bad` wants a person now, `warn` soon; `unknown` could not be looked at. */
export const StateLevel = z.enum(['ok', 'warn', 'bad', 'unknown'])
export type StateLevel = z.infer<typeof StateLevel>

/** GET /api/config/state: how the hub that answers stands. Moments are ISO 8601. */
export const SiteState = z.object({
  /** Each disk that the hub writes to, the worst first. */
  disks: z.array(
    z.object({ level: StateLevel, path: z.string(), free_bytes: z.number(), bytes: z.number() }),
  ),
  database: z.object({
    level: StateLevel,
    kind: z.enum(['sqlite', 'postgres']),
    bytes: z.number().nullable(),
    /** Of the last days that were measured; null: fewer than one. */
    bytes_a_day: z.number().nullable(),
    /** When the disk will be full at that growth; null: unknown, not within ten years, or not this machine's disk. */
    full_at: z.string().nullable(),
  }),
  backup: z.object({
    level: StateLevel,
    at: z.string().nullable(),
    bytes: z.number().nullable(),
    /** The newest may be so old; 0: backups are made elsewhere. */
    max_hours: z.number(),
  }),
  /** The certificate that the hub serves; null: it serves none of its own. */
  certificate: z
    .object({ level: StateLevel, ends_at: z.string(), names: z.array(z.string()) })
    .nullable(),
  clock: z.object({
    level: StateLevel,
    /** Of the hub as it answers. */
    hub_at: z.string(),
    /**
     * The agents whose clocks are off the most; `off_ms` is positive where one is ahead, null where
     * its clock says itself that nothing sets it.
     */
    agents: z.array(
      z.object({ code: z.string(), name: z.string(), off_ms: z.number().nullable() }),
    ),
  }),
  queues: z.object({
    level: StateLevel,
    /** Mails that wait for the mail server. */
    mails: z.int(),
    /** Entries of agents that wait in the hub's memory to be stored. */
    entries: z.int(),
    /** Entries that wait on the agents, as these said last; null: unknown. */
    outboxes: z.int().nullable(),
    /** Entries that the hub could not read, and keeps; counted to 10,000. Null: unknown. */
    dead_letters: z.int().nullable(),
  }),
  /**
   * The list of tags that gates decide by; absent until it is proven after a start, and from an older
   * hub. `bad`: there are tags that gates are not told of.
   */
  access: z.object({ level: StateLevel, tags: z.int(), denied: z.int() }).optional(),
  /** The hubs on this database, the one that answers first. */
  replicas: z.array(
    z.object({ name: z.string(), version: z.string().nullable(), own: z.boolean() }),
  ),
})
export type SiteState = z.infer<typeof SiteState>
