/** Checked as api/http/shapes.ts says. */
export { PublicConfig, SuppressWindow } from '@vehicle-control/protocol'
