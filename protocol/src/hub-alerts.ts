import { z } from 'zod'

/** Something wrong with the hub itself, its disk, its database, its mail or its backups. */
export const HubAlert = z.object({
  kind: z.enum([
    /** Little is left of the disk of the hub's data; `free_bytes` says how much. */
    'disk_filling',
    /**
     * Next to nothing is left, or the disk refused a write; `cause` is `database` where it is the
     * one of Postgres, else `hub`.
     */
    'disk_full',
    /** The database does not answer; with `until` it did not, and does again. */
    'database_away',
    /** The mail server took none of the last mails; `server` names it. */
    'mail_failing',
    /** The newest backup holds the moment `since`, and is too old. */
    'backup_old',
    /** There is no backup of data that are there since `since`. */
    'backup_never',
  ]),
  /** Name of the hub's machine; empty for what is of the whole installation, and for operators. */
  hub: z.string(),
  /** ISO 8601. */
  since: z.string(),
  /** ISO 8601, where it is over: listed for an hour more. */
  until: z.string().nullable(),
  /** A word for the reason; null where the kind says all. */
  cause: z.string().nullable(),
  free_bytes: z.number().optional(),
  /** Host and port. */
  server: z.string().optional(),
})
export type HubAlert = z.infer<typeof HubAlert>

/** `hub:alerts`, at each connection and each change, and GET /api/hub/alerts. */
export const HubAlertList = z.object({
  /** How many are not over. */
  open: z.number().int(),
  alerts: z.array(HubAlert),
})
export type HubAlertList = z.infer<typeof HubAlertList>
