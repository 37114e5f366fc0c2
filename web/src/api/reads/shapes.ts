/** Checked as api/http/shapes.ts says: the answers, and the events of the browser's socket. */
export {
  LogsResponse,
  RfidStatus,
  ScanEvent,
  SuppressedEvent,
  TodayResponse,
} from '@vehicle-control/protocol'
