/** Checked as api/http/shapes.ts says. */
export { Wall, WallsResponse } from '@vehicle-control/protocol'
