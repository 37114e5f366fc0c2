/** Checked as api/http/shapes.ts says; apart from shapes.ts, which every screen loads. */
export { TagHistory, TagReport } from '@vehicle-control/protocol'
