/** Checked as api/http/shapes.ts says; apart from shapes.ts, which every page loads. */
export { SitePlanAnswer } from '@vehicle-control/protocol'
