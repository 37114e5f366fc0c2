/**
 * The protocol's schemas that the app checks at run time. A build writes their checks out as plain
 * data (vite.config.ts): zod itself would be a fifth of what a page loads.
 */
export {
  AgentStatusEvent,
  ErrorBody,
  LoginResponse,
  LogsResponse,
  PublicConfig,
  RfidStatus,
  ScanEvent,
  SuppressedEvent,
  SuppressWindow,
} from '@vehicle-control/protocol'
