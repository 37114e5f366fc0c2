/** What a wall's own browser is answered, checked as api/http/shapes.ts says. */
export { OwnWall, WallClaim, WallPairing } from '@vehicle-control/protocol'
