/** Checked as api/http/shapes.ts says; those of the administration stand apart. */
export { AgentList, MapAgents } from '@vehicle-control/protocol'
