import { randomBytes } from 'node:crypto'
import { WALLS_MAX } from '@vehicle-control/protocol'
import type { Db } from '../../store/database.ts'
import { type AuditEntry, appendAudit } from '../../store/people/audit-log.ts'
import { createUser, disableUser, setUserName } from '../../store/people/users.ts'
import { dropClaims } from '../../store/people/wall-pairings.ts'
import {
  type WallRow,
  changeWall,
  findWall,
  findWallOf,
  listWalls,
} from '../../store/people/walls.ts'
import { revokeSessionsOf } from '../../store/auth/sessions.ts'

/** Whoever manages wall screens, for the audit log. */
export interface WallAdmin {
  email: string
  address: string | null
  now: number
}

/** What an admin chooses for a wall screen. */
export interface WallChoice {
  name: string
  screens: readonly string[]
  everyS: number
}

/**
 * Adds a wall screen with an account of its own, which only looks and whose password nobody knows;
 * null where there are as many as there may be.
 */
export async function createWall(
  trx: Db,
  { name, screens, everyS, passwordHash }: WallChoice & { passwordHash: string },
  by: WallAdmin,
): Promise<WallRow | null> {
  if ((await listWalls(trx)).length >= WALLS_MAX) return null
  // No mailbox: `.invalid` is nobody's for good (RFC 2606).
  const email = `pantalla-${randomBytes(4).toString('hex')}@pantallas.invalid`
  const wall = { screens: screens.join(), every_s: everyS, created_by: by.email }
  const account = { email, name, role: 'operator' as const, kiosk: true, passwordHash }
  const userId = await createUser(trx, { ...account, demo: false, now: by.now, wall })
  const detail = { name, screens: wall.screens, every_s: everyS }
  await appendAudit(trx, entryOf('wall.create', email, by, detail))
  const added = await findWallOf(trx, userId)
  if (!added) throw new Error('a kiosk account was added without its wall screen')
  return added
}

/** Changes a wall screen; what is absent stays. Undefined where there is none. */
export async function updateWall(
  trx: Db,
  id: number,
  change: Partial<WallChoice>,
  by: WallAdmin,
): Promise<WallRow | undefined> {
  const wall = await findWall(trx, id)
  if (!wall) return undefined
  const after = {
    name: change.name ?? wall.name,
    screens: change.screens?.join() ?? wall.screens,
    every_s: change.everyS ?? wall.every_s,
  }
  const detail: NonNullable<AuditEntry['detail']> = {}
  for (const field of ['name', 'screens', 'every_s'] as const) {
    if (after[field] === wall[field]) continue
    detail[field] = after[field]
    detail[`${field}_was`] = wall[field]
  }
  if (Object.keys(detail).length === 0) return wall
  const { name, ...shown } = after
  if (name !== wall.name) await setUserName(trx, wall.user_id, name)
  await changeWall(trx, id, shown)
  await appendAudit(trx, entryOf('wall.update', wall.email, by, detail))
  return { ...wall, ...after }
}

/**
 * Ends the sessions of a wall screen, and with `remove` its account's right to log in. Returns the
 * sessions, whose sockets are to be closed after the commit; undefined where there is no such
 * screen.
 */
export async function endWall(
  trx: Db,
  id: number,
  by: WallAdmin,
  { remove }: { remove: boolean },
): Promise<number[] | undefined> {
  const wall = await findWall(trx, id)
  if (!wall) return undefined
  if (remove) await disableUser(trx, wall.user_id, by.now)
  await dropClaims(trx, id)
  const ended = await revokeSessionsOf(trx, wall.user_id, by.now)
  const detail = { name: wall.name, ended: ended.length }
  await appendAudit(trx, entryOf(remove ? 'wall.remove' : 'wall.unpair', wall.email, by, detail))
  return ended
}

function entryOf(
  action: string,
  target: string,
  { email, address, now }: WallAdmin,
  detail: NonNullable<AuditEntry['detail']>,
): AuditEntry {
  return { at: now, actor: email, action, target, detail, address }
}
