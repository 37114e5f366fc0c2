/** Checked as api/http/shapes.ts says: the answers, and the events of the browser's socket. */
export {
  AgentStatusEvent,
  LogsResponse,
  RfidStatus,
  ScanEvent,
  SuppressedEvent,
} from '@vehicle-control/protocol'
