/** Checked as api/http/shapes.ts says. */
export { SitePlanAnswer } from '@vehicle-control/protocol'
