/** Checked as api/http/shapes.ts says. */
export { RelayCommandIssued, RelayCommandList } from '@vehicle-control/protocol'
