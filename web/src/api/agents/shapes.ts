/** Checked as api/http/shapes.ts says. */
export {
  AgentCreated,
  AgentDetailList,
  AgentList,
  AgentUpdated,
  AlertList,
  EnrollToken,
  KeyRotated,
  MapAgents,
} from '@vehicle-control/protocol'
