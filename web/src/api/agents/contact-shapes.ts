/** Checked as api/http/shapes.ts says; only what shows a gate's contacts loads it. */
export { AgentContactsList } from '@vehicle-control/protocol'
