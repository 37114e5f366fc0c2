/** Checked as api/http/shapes.ts says; only the printable report loads this. */
export { ReportResponse } from '@vehicle-control/protocol'
