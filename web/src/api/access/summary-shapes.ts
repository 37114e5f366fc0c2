/** Checked as api/http/shapes.ts says; the dashboard's card alone loads it. */
export { DecisionSummary } from '@vehicle-control/protocol'
