/** Checked as api/http/shapes.ts says. */
export { TelemetrySeries } from '@vehicle-control/protocol'
