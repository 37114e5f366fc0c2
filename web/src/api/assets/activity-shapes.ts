/** Checked as api/http/shapes.ts says; no list needs it. */
export { AssetActivity } from '@vehicle-control/protocol'
