/** Checked as api/http/shapes.ts says. */
export {
  AgentCreated,
  AgentDetailList,
  AgentList,
  AgentUpdated,
  EnrollToken,
  KeyRotated,
  MapAgents,
} from '@vehicle-control/protocol'
