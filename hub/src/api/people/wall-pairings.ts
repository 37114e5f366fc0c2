import {
  BeginPairingRequest,
  ClaimPairingRequest,
  WALL_CODE_LIVES_S,
  WallClaim,
  WallPairing,
} from '@vehicle-control/protocol'
import { beginPairing, claimPairing } from '../../auth/walls/wall-pairing.ts'
import { askingBrowser } from '../http/client/asking-browser.ts'
import { openedSession } from '../http/client/session-cookie.ts'
import { declareCall } from '../http/call.ts'
import { tooManyTries } from '../http/errors.ts'
import { wallAddress } from './wall-view.ts'

/** A browser without a session becomes a wall screen: it shows a code, and asks who took it. */
export const wallPairingCalls = [
  declareCall({
    id: 'beginPairing',
    method: 'POST',
    path: '/api/wall-pairings',
    who: 'public',
    summary: 'A code to show, and the secret by which its session is claimed',
    body: BeginPairingRequest,
    example: { secret: 'secret-of-the-code-before' },
    status: 201,
    answer: WallPairing,
    errors: ['rate_limited'],
    async handle({ body: { secret }, address, context }, parts) {
      const { device } = askingBrowser(context)
      const begun = await beginPairing(parts, { secret, address, device })
      if (!begun.ok) throw tooManyTries(begun.retryAfterS)
      return { code: begun.code, secret: begun.secret, lives_s: WALL_CODE_LIVES_S }
    },
  }),
  declareCall({
    id: 'claimPairing',
    method: 'POST',
    path: '/api/wall-pairings/claim',
    // The secret in the body is the permission.
    who: 'public',
    summary: 'Whether an admin has taken the code; the session comes once, and sets the cookie',
    body: ClaimPairingRequest,
    example: { secret: 'secret-of-the-code' },
    answer: WallClaim,
    errors: ['rate_limited'],
    async handle({ body: { secret }, address, context }, parts) {
      const browser = askingBrowser(context)
      const claim = await claimPairing(parts, { secret, address, browser })
      if (claim.state === 'wait') throw tooManyTries(claim.retryAfterS)
      if (claim.state !== 'paired') return { state: claim.state }
      const opened = openedSession(context, claim.opened, parts.secondFactorRoles)
      return { state: claim.state, ...opened, address: wallAddress(claim.wall) }
    },
  }),
]
