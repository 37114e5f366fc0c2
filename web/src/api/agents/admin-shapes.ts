/** Checked as api/http/shapes.ts says; only the administration loads these. */
export {
  AgentCreated,
  AgentDetailList,
  AgentUpdated,
  EnrollToken,
  KeyRotated,
} from '@vehicle-control/protocol'
