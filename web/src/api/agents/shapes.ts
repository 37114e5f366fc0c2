/** Checked as api/http/shapes.ts says; those of the administration are in admin-shapes.ts. */
export { AgentList, MapAgents } from '@vehicle-control/protocol'
