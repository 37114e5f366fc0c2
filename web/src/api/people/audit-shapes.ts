/** Checked as api/http/shapes.ts says. */
export { AuditChain, AuditResponse } from '@vehicle-control/protocol'
