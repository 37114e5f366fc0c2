/** Checked as api/http/shapes.ts says. */
export { ShownAlertList } from '@vehicle-control/protocol'
