import { z } from 'zod'
import { WALL_EVERY_MAX_S, WALL_EVERY_MIN_S } from '../limits.ts'
import { line, SECRET } from '../text.ts'
import { LoginResponse } from './auth.ts'

/** What a wall can show: the path of a screen of the web app without its slash. */
export const WallScreen = z.enum(['dashboard', 'live-rfid', 'map'])
export type WallScreen = z.infer<typeof WallScreen>

const name = line(120).min(1)
const screens = z
  .array(WallScreen)
  .min(1)
  .max(WallScreen.options.length)
  .refine((list) => new Set(list).size === list.length, 'Cada vista va una sola vez')
/** Seconds that each of several screens stays. */
const everyS = z.number().int().min(WALL_EVERY_MIN_S).max(WALL_EVERY_MAX_S)

/** A wall screen as admins see it: a kiosk account, and what its browser shows. */
export const Wall = z.object({
  id: z.number().int(),
  /** Of the account, under which the audit log names it. */
  email: z.string(),
  name: z.string(),
  /** In their order; empty: nobody has chosen, and it shows what its browser's address says. */
  screens: z.array(WallScreen),
  every_s: z.number().int(),
  /** Path and query of what it shows. */
  address: z.string(),
  /** Email of the account that made it; null: the command line, or an older version. */
  created_by: z.string().nullable(),
  created_at: z.string(),
  /** A browser has a session as this screen, or is about to take it. */
  paired: z.boolean(),
  /** That browser was heard of just now. */
  connected: z.boolean(),
  /** Null: never. */
  last_seen: z.string().nullable(),
  /** From where it was seen last, or is about to take its session. */
  last_address: z.string().nullable(),
  /** Browser and system of its session, such as «Chrome · Linux»; null: none, or not known. */
  device: z.string().nullable(),
})
export type Wall = z.infer<typeof Wall>

/** GET /api/walls, by name. */
export const WallsResponse = z.object({ items: z.array(Wall) })
export type WallsResponse = z.infer<typeof WallsResponse>

export const CreateWallRequest = z.object({ name, screens, every_s: everyS })
export type CreateWallRequest = z.infer<typeof CreateWallRequest>

/** What is left out stays. */
export const UpdateWallRequest = CreateWallRequest.partial()
export type UpdateWallRequest = z.infer<typeof UpdateWallRequest>

export const PairWallRequest = z.object({
  /** As the screen shows it; case, blanks and hyphens do not count. */
  code: line(32).min(1).meta(SECRET),
  /** Without it a screen that a browser has already is refused with `duplicate`. */
  replace: z.boolean().default(false),
  /**
   * False, as where the code came with a link that anybody may have sent: nothing is done, and
   * `unconfirmed` says which browser shows the code.
   */
  confirmed: z.boolean().default(true),
})
export type PairWallRequest = z.input<typeof PairWallRequest>

/** POST /api/walls/own, which a wall's browser makes each minute. */
export const OwnWall = z.object({
  /** Null: the account is no wall screen, or nobody has chosen what it shows. */
  address: z.string().nullable(),
})
export type OwnWall = z.infer<typeof OwnWall>

/** A code for the browser that asks, to show until it expires. */
export const WallPairing = z.object({
  code: z.string(),
  /** Shown to nobody: the session goes to whoever has it. */
  secret: z.string(),
  /** Seconds. */
  lives_s: z.number().int(),
})
export type WallPairing = z.infer<typeof WallPairing>

const secret = z.string().trim().min(1).max(256).meta(SECRET)

/** The secret of the code that the browser showed before, which then ends. */
export const BeginPairingRequest = z.object({ secret: secret.optional() })

export const ClaimPairingRequest = z.object({ secret })

/** `paired` comes once, with the session and where to go; `expired`: ask for another code. */
export const WallClaim = z.object({
  state: z.enum(['waiting', 'expired', 'paired']),
  ...LoginResponse.partial().shape,
  address: z.string().optional(),
})
export type WallClaim = z.infer<typeof WallClaim>
