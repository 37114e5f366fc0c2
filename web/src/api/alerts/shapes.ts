/** Checked as api/http/shapes.ts says. */
export { AlertList } from '@vehicle-control/protocol'
