import { z } from 'zod'
import { GroupId, Moment } from '../access/list-row.ts'
import { line } from '../text.ts'

/** What people set of who may pass, of one vehicle or asset. Moments are milliseconds since 1970. */
export const AssetAccess = z.object({
  /** «Bloquear»: all tags that it has or had are denied at every gate that decides. */
  denied: z.boolean(),
  /** From this moment on; null: from ever. */
  valid_from: z.number().int().nullable(),
  /** No longer at this moment; null: without end. */
  valid_to: z.number().int().nullable(),
  /** Null: in none. */
  group: z.number().int().nullable(),
})
export type AssetAccess = z.infer<typeof AssetAccess>

const moment = (description: string) => Moment.nullable().optional().meta({ description })

/** PATCH /api/vehicles/{id}/access, PATCH /api/assets/{id}/access; what is left out stays as it is. */
export const AssetAccessRequest = z.object({
  denied: z.boolean().optional(),
  validFrom: moment('Milliseconds since 1970; null: from ever'),
  validTo: moment('Milliseconds since 1970; null: without end'),
  group: GroupId.nullable().optional(),
})
export type AssetAccessRequest = z.infer<typeof AssetAccessRequest>

/** What is set now. */
export const AssetAccessAnswer = z.object({
  access: AssetAccess,
  /**
   * Only where `denied` changed: names of the gates that decide and have not confirmed it yet. They go by
   * what they had before until they do.
   */
  unconfirmed: z.array(z.string()).optional(),
})
export type AssetAccessAnswer = z.infer<typeof AssetAccessAnswer>

/** A group of vehicles that rules of gates name. */
export const AccessGroup = z.object({
  id: z.number().int(),
  name: z.string(),
  /** How many vehicles and assets are in it. */
  assets: z.number().int(),
})
export type AccessGroup = z.infer<typeof AccessGroup>

/** GET /api/access/groups, by name. */
export const AccessGroups = z.object({ items: z.array(AccessGroup) })
export type AccessGroups = z.infer<typeof AccessGroups>

/** POST /api/access/groups, PATCH /api/access/groups/{id}. */
export const AccessGroupRequest = z.object({ name: line(80).min(1) })
export type AccessGroupRequest = z.infer<typeof AccessGroupRequest>

/** A tag that passes nowhere, whoever has it. */
export const DeniedTag = z.object({
  uid: z.string(),
  /** The vehicle or asset that was blocked. */
  asset_id: z.number().int(),
  /** Its plate or name; of a deleted one the last. */
  name: z.string(),
  /** A blocked vehicle or asset has this tag now: it is lifted with that one alone. */
  worn: z.boolean(),
  /** Milliseconds since 1970. */
  at: z.number().int(),
  by: z.string(),
})
export type DeniedTag = z.infer<typeof DeniedTag>

/** GET /api/access/denied, the newest first. */
export const DeniedTags = z.object({ items: z.array(DeniedTag) })
export type DeniedTags = z.infer<typeof DeniedTags>
