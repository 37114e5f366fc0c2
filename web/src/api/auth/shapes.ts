/** Checked as api/http/shapes.ts says. */
export { LoginResponse } from '@vehicle-control/protocol'
