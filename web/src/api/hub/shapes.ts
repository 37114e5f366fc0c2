/** Checked as api/http/shapes.ts says. */
export { HubAlert } from '@vehicle-control/protocol'
