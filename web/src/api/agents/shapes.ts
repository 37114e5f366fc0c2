/** Checked as api/http/shapes.ts says. */
export { AgentList, MapAgents } from '@vehicle-control/protocol'
