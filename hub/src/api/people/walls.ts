import {
  CreateWallRequest,
  Done,
  OwnWall,
  PairWallRequest,
  UpdateWallRequest,
  Wall,
  WALLS_MAX,
  WallsResponse,
} from '@vehicle-control/protocol'
import { groupOfUser } from '../../auth/login/check-password.ts'
import { newToken } from '../../auth/tokens.ts'
import { createWall, endWall, updateWall } from '../../auth/walls/manage-walls.ts'
import { pairWall } from '../../auth/walls/wall-pairing.ts'
import type { Db } from '../../store/database.ts'
import {
  type WallRow,
  addWall,
  changeWall,
  findWallOf,
  listWalls,
} from '../../store/people/walls.ts'
import { storeFault } from '../../store/unavailable.ts'
import { inTransaction, withLockOfAllHubs } from '../../store/transaction.ts'
import { type CallRequest, declareCall } from '../http/call.ts'
import { ADMINS, EVERY_ACCOUNT } from '../http/callers.ts'
import { apiError, invalidField, tooManyTries } from '../http/errors.ts'
import type { ApiParts } from '../parts.ts'
import { chosenAddress, wallView, wallViews } from './wall-view.ts'

/** When a wall was seen is written down no more often, unless its address changes. */
const SEEN_EVERY_MS = 45_000

/** Admins put up wall screens, which are kiosk accounts; of no other account may they do so. */
export const wallCalls = [
  declareCall({
    id: 'listWalls',
    method: 'GET',
    path: '/api/walls',
    who: ADMINS,
    summary: 'Wall screens, by name: what they show, whether a browser is paired and connected',
    answer: WallsResponse,
    async handle(_, { readOnly, now }) {
      return { items: await wallViews(readOnly, await listWalls(readOnly), now()) }
    },
  }),
  declareCall({
    id: 'createWall',
    method: 'POST',
    path: '/api/walls',
    who: ADMINS,
    summary: 'Add a wall screen: a kiosk account that logs in by pairing alone',
    body: CreateWallRequest,
    example: { name: 'Portería', screens: ['dashboard', 'live-rfid'], every_s: 60 },
    status: 201,
    answer: Wall,
    errors: ['rate_limited'],
    async handle({ body: { name, screens, every_s: everyS }, ...request }, { db, ...parts }) {
      const group = groupOfUser(request.session.userId)
      // Nobody knows it, and its hash is as costly as any: a login tells nothing of the account.
      const passwordHash = await parts.passwords.hash(newToken(), { group })
      const wall = await withLockOfAllHubs(db, (trx) =>
        createWall(trx, { name, screens, everyS, passwordHash }, adminOf(request, parts)),
      )
      if (!wall) {
        throw invalidField('name', `Ya hay ${WALLS_MAX} pantallas; quita una que no se use`)
      }
      return await wallView(db, wall, parts.now())
    },
  }),
  declareCall({
    id: 'updateWall',
    method: 'PATCH',
    path: '/api/walls/:id',
    who: ADMINS,
    summary: 'Change what a wall screen is called and shows; it follows within a minute',
    body: UpdateWallRequest,
    example: { name: 'Portería norte', screens: ['live-rfid', 'map'], every_s: 30 },
    answer: Wall,
    async handle({ body: { every_s: everyS, ...body }, params, ...request }, { db, ...parts }) {
      const wall = await withLockOfAllHubs(db, (trx) =>
        updateWall(trx, params.id, { ...body, everyS }, adminOf(request, parts)),
      )
      if (!wall) throw noWall()
      return await wallView(db, wall, parts.now())
    },
  }),
  declareCall({
    id: 'removeWall',
    method: 'DELETE',
    path: '/api/walls/:id',
    who: ADMINS,
    summary: 'Disable a wall screen’s account and end its sessions',
    answer: Done,
    handle: (request, parts) => end(request, parts, { remove: true }),
  }),
  declareCall({
    id: 'pairWall',
    method: 'POST',
    path: '/api/walls/:id/pairing',
    who: ADMINS,
    summary: 'Make the browser that shows a code this wall screen; sessions that it had end',
    body: PairWallRequest,
    example: { code: 'CDFG-HJKM', replace: false },
    answer: Wall,
    errors: ['unconfirmed', 'duplicate', 'rate_limited'],
    async handle({ body, params, session, address }, parts) {
      const by = { userId: session.userId, email: session.email }
      const result = await pairWall(parts, { wallId: params.id, ...body, by, address })
      if (result.ok) return await wallView(parts.db, result.wall, parts.now())
      if (result.reason === 'wait') throw tooManyTries(result.retryAfterS)
      if (result.reason === 'unconfirmed') throw unconfirmed(result.browser)
      throw REFUSED[result.reason]()
    },
  }),
  declareCall({
    id: 'unpairWall',
    method: 'DELETE',
    path: '/api/walls/:id/pairing',
    who: ADMINS,
    summary: 'End the sessions of a wall screen, which then shows a code',
    answer: Done,
    handle: (request, parts) => end(request, parts, { remove: false }),
  }),
  declareCall({
    id: 'noteOwnWall',
    method: 'POST',
    path: '/api/walls/own',
    who: EVERY_ACCOUNT,
    summary: 'Say that this wall screen is there, and hear what it is to show',
    answer: OwnWall,
    async handle({ session, address }, { db, now }) {
      if (!session.kiosk) return { address: null }
      return { address: chosenAddress(await noteSeen(db, session.userId, { at: now(), address })) }
    },
  }),
]

/**
 * Notes that a wall screen was there, and returns it. Where nothing can be stored, as on a full
 * disk, it is not noted: the screen must still hear what an admin chose.
 */
async function noteSeen(
  db: Db,
  userId: number,
  { at, address }: Seen,
): Promise<WallRow | undefined> {
  const known = await findWallOf(db, userId)
  try {
    // An account that an older version of the hub has added since the update.
    if (!known) await inTransaction(db, (trx) => addWall(trx, { user_id: userId }))
    const wall = known ?? (await findWallOf(db, userId))
    const isNews =
      wall && (wall.seen_address !== address || Math.abs(at - (wall.seen_at ?? 0)) > SEEN_EVERY_MS)
    if (isNews) {
      const seen = { seen_at: at, seen_address: address }
      await inTransaction(db, (trx) => changeWall(trx, wall.id, seen))
    }
    return wall
  } catch (error) {
    if (storeFault(error) === null) throw error
    return known
  }
}

interface Seen {
  at: number
  address: string | null
}

const noWall = () =>
  apiError('not_found', 'La pantalla no existe; puede que otra persona la haya quitado')

const unconfirmed = ({ device, address }: { device: string | null; address: string | null }) =>
  apiError(
    'unconfirmed',
    `El código lo muestra ${device ?? 'un navegador desconocido'}, desde ${address ?? 'una dirección desconocida'}; confirma que es la pantalla`,
  )

const REFUSED = {
  no_wall: noWall,
  paired: () =>
    apiError(
      'duplicate',
      'Otro navegador ya es esta pantalla; confirma que la cambias, o elige otra pantalla',
    ),
  code: () => {
    const message =
      'El código no es válido, ya se usó o venció; escribe el que la pantalla muestra ahora'
    return invalidField('code', message, message)
  },
}

type Caller = Pick<CallRequest, 'session' | 'address'>

function adminOf({ session, address }: Caller, { now }: Pick<ApiParts, 'now'>) {
  return { email: session.email, address, now: now() }
}

async function end(
  request: Caller & { params: { id: number } },
  { db, bus, ...parts }: ApiParts,
  how: { remove: boolean },
): Promise<{ ok: true }> {
  const ended = await withLockOfAllHubs(db, (trx) =>
    endWall(trx, request.params.id, adminOf(request, parts), how),
  )
  if (!ended) throw noWall()
  if (ended.length > 0) bus.broadcast('sessionsRevoked', ended)
  return { ok: true }
}
