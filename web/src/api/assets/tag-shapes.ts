/** Checked as api/http/shapes.ts says. */
export { AssetTagEvent } from '@vehicle-control/protocol'
