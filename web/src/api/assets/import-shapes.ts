/** Checked as api/http/shapes.ts says; only an import loads it. */
export { VehicleImported } from '@vehicle-control/protocol'
