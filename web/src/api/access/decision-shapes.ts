/** Checked as api/http/shapes.ts says; apart from those of reads, which every screen loads. */
export { DecisionList } from '@vehicle-control/protocol'
