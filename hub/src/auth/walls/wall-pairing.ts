import { WALL_CODE_LIVES_S } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../../bus/bus.ts'
import type { HubKey } from '../../secrets/hub-key.ts'
import type { Db } from '../../store/database.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { findUser } from '../../store/people/users.ts'
import {
  addPairing,
  browserOfCode,
  countPairings,
  deleteExpiredPairings,
  dropClaims,
  dropCode,
  findPairing,
  takeClaim,
  takeCode,
  wallsToClaim,
} from '../../store/people/wall-pairings.ts'
import { type WallRow, devicesOf, findWall } from '../../store/people/walls.ts'
import { revokeSessionsOf } from '../../store/auth/sessions.ts'
import { inTransaction, withLockOfAllHubs } from '../../store/transaction.ts'
import { networkOf, siteOfNetwork } from '../network-of.ts'
import { type AskingBrowser, type OpenedSession, openSession } from '../sessions/open-session.ts'
import { hashToken, newToken } from '../tokens.ts'
import { newPairingCode, readPairingCode, shownCode } from './pairing-code.ts'
import type { WallRateLimit } from './wall-rate-limit.ts'

const CODE_LIVES_MS = WALL_CODE_LIVES_S * 1000
/** How long a session waits for the browser that showed the code. */
const CLAIM_LIVES_MS = 2 * 60_000
/** Codes that wait: more than walls are put up at once, and no more than a table of a moment. */
const OPEN_OF_A_NETWORK = 100
/** A customer may have thousands of networks of IPv6, and must not keep all others out. */
const OPEN_OF_A_SITE = 200
const OPEN_MAX = 1000
/** When a code may be asked for again where too many wait. */
const FULL_WAIT_S = 60

export interface PairingParts {
  db: Db
  bus: Bus
  log: Logger
  key: HubKey
  wallRateLimit: WallRateLimit
  now: () => number
}

type Wait = { ok: false; reason: 'wait'; retryAfterS: number }

export interface BeginPairing {
  /** Of the code that the browser showed before. */
  secret?: string | undefined
  address: string | null
  device: string | null
}

/**
 * Gives a browser a code to show and a secret to keep. The one that it had ends, unless an admin has
 * just taken it.
 */
export async function beginPairing(
  { db, key, wallRateLimit, now }: PairingParts,
  { secret: previous, address, device }: BeginPairing,
): Promise<{ ok: true; code: string; secret: string } | Wait> {
  const retryAfterS = await wallRateLimit.asked(address ?? 'unknown')
  if (retryAfterS > 0) return { ok: false, reason: 'wait', retryAfterS }
  const network = networkOf(address ?? 'unknown')
  return await inTransaction(db, async (trx) => {
    const at = now()
    await deleteExpiredPairings(trx, at)
    if (previous !== undefined) await dropCode(trx, hashToken(previous))
    if (isFull(await countPairings(trx, at), network)) {
      return { ok: false, reason: 'wait', retryAfterS: FULL_WAIT_S }
    }
    const secret = newToken()
    const pairing = { secret_hash: hashToken(secret), network, address, device }
    for (;;) {
      const code = newPairingCode()
      const expires_at = at + CODE_LIVES_MS
      if (await addPairing(trx, { ...pairing, code_hash: key.digest(code), expires_at })) {
        return { ok: true, code: shownCode(code), secret }
      }
    }
  })
}

function isFull(waiting: ReadonlyMap<string, number>, network: string): boolean {
  const site = siteOfNetwork(network)
  let [ofSite, all] = [0, 0]
  for (const [other, count] of waiting) {
    all += count
    if (siteOfNetwork(other) === site) ofSite += count
  }
  const ofNetwork = waiting.get(network) ?? 0
  return ofNetwork >= OPEN_OF_A_NETWORK || ofSite >= OPEN_OF_A_SITE || all >= OPEN_MAX
}

export interface PairWall {
  wallId: number
  code: string
  /** Ends the sessions that the screen has. */
  replace: boolean
  /** False: tells which browser it would be, and does nothing. */
  confirmed: boolean
  /** The admin who asks. */
  by: { userId: number; email: string }
  address: string | null
}

export type PairResult = { ok: true; wall: WallRow } | Wait | Unconfirmed | PairRefusal
type Unconfirmed = {
  ok: false
  reason: 'unconfirmed'
  browser: { device: string | null; address: string | null }
}
type PairRefusal = { ok: false; reason: 'code' | 'no_wall' | 'paired' }

/**
 * Makes the browser that shows a code a wall screen: it gets its session when it asks next. A code
 * works once, whoever else tries it at the same moment.
 */
export async function pairWall(
  { db, bus, log, key, wallRateLimit, now }: PairingParts,
  { wallId, code: typed, replace, confirmed, by, address }: PairWall,
): Promise<PairResult> {
  const retryAfterS = await wallRateLimit.tried(by.userId)
  if (retryAfterS > 0) return { ok: false, reason: 'wait', retryAfterS }
  const code = readPairingCode(typed)
  const paired = await withLockOfAllHubs(db, async (trx) => {
    const at = now()
    const wall = await findWall(trx, wallId)
    if (!wall) return refuse('no_wall')
    const codeHash = code === null ? '' : key.digest(code)
    const asking = await browserOfCode(trx, codeHash, at)
    if (!asking) return refuse('code')
    if (!confirmed) return { ok: false as const, reason: 'unconfirmed' as const, browser: asking }
    const isPaired =
      (await wallsToClaim(trx, at)).has(wallId) ||
      (await devicesOf(trx, [wall.user_id], at)).size > 0
    if (isPaired && !replace) return refuse('paired')
    const claimUntil = at + CLAIM_LIVES_MS
    const taken = await takeCode(trx, { codeHash, wallId, now: at, claimUntil })
    if (!taken) return refuse('code')
    await dropClaims(trx, wallId, taken.id)
    const ended = await revokeSessionsOf(trx, wall.user_id, at)
    const browser = { browser: taken.device, browser_address: taken.address }
    const detail = { name: wall.name, ...browser, ended: ended.length }
    const entry = { at, actor: by.email, action: 'wall.pair', target: wall.email, address }
    await appendAudit(trx, { ...entry, detail })
    return { ok: true as const, wall, ended }
  })
  if (!paired.ok) {
    if (paired.reason === 'code') {
      log.warn({ account: by.email, address }, 'a code of a wall screen was refused')
    }
    return paired
  }
  if (paired.ended.length > 0) bus.broadcast('sessionsRevoked', paired.ended)
  return { ok: true, wall: paired.wall }
}

const refuse = (reason: PairRefusal['reason']): PairRefusal => ({ ok: false, reason })

export interface ClaimPairing {
  secret: string
  address: string | null
  browser: AskingBrowser
}

export type ClaimResult =
  | { state: 'waiting' | 'expired' }
  | { state: 'paired'; opened: OpenedSession; wall: WallRow }
  | { state: 'wait'; retryAfterS: number }

/**
 * Whether the code of this secret was taken. The first answer after that, and no other, has the
 * screen's session.
 */
export async function claimPairing(
  { db, bus, wallRateLimit, now }: PairingParts,
  { secret, address, browser }: ClaimPairing,
): Promise<ClaimResult> {
  const retryAfterS = await wallRateLimit.polled(address ?? 'unknown')
  if (retryAfterS > 0) return { state: 'wait', retryAfterS }
  const secretHash = hashToken(secret)
  const open = await findPairing(db, secretHash, now())
  if (!open) return { state: 'expired' }
  if (open.wall_id === null) return { state: 'waiting' }
  const claimed = await withLockOfAllHubs(db, async (trx) => {
    const at = now()
    const claim = await takeClaim(trx, secretHash, at)
    const wall = claim?.wall_id && (await findWall(trx, claim.wall_id))
    const user = wall && (await findUser(trx, wall.user_id))
    if (!user) return null
    const { email } = user
    const entry = { at, actor: email, action: 'login', target: email, address }
    await appendAudit(trx, { ...entry, detail: { via: 'pairing' } })
    return { wall, opened: await openSession(trx, { user, now: at, address, browser }) }
  })
  // Removed, or paired with another browser, since its admin pressed.
  if (!claimed) return { state: 'expired' }
  const { replaced } = claimed.opened
  if (replaced.length > 0) bus.broadcast('sessionsRevoked', replaced)
  return { state: 'paired', ...claimed }
}
