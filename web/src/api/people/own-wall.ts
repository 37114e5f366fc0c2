import type {
  OwnWall as OwnWallAnswer,
  WallClaim as ClaimAnswer,
  WallPairing as PairingAnswer,
} from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { OwnWall, WallClaim, WallPairing } from './wall-shapes.ts'

/** A code for this browser to show; the one of `secret` ends. */
export function beginPairing(api: ApiClient, secret: string | null): Promise<PairingAnswer> {
  const body = secret === null ? {} : { secret }
  const path = '/api/wall-pairings'
  return api({ method: 'POST', path, body, shape: WallPairing, isPublic: true })
}

/** Whether the code was taken; the session comes once. */
export function claimPairing(api: ApiClient, secret: string): Promise<ClaimAnswer> {
  const path = '/api/wall-pairings/claim'
  return api({ method: 'POST', path, body: { secret }, shape: WallClaim, isPublic: true })
}

/** Tells the hub that this screen is there; what it is to show. */
export function noteOwnWall(api: ApiClient): Promise<OwnWallAnswer> {
  return api({ method: 'POST', path: '/api/walls/own', shape: OwnWall })
}
