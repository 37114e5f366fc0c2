/**
 * Each folder of api/ names in its `shapes.ts` the protocol's schemas that it checks at run time. A
 * build writes their checks out as plain data (vite.config.ts): zod itself would be a fifth of what
 * a page loads.
 */
export { ShownErrorBody } from '@vehicle-control/protocol'
