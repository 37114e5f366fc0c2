/** What an invite's own page is answered, checked as api/http/shapes.ts says. */
export { InviteLook } from '@vehicle-control/protocol'
