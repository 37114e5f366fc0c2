/** Checked as api/http/shapes.ts says. */
export { InviteSent, User, UsersResponse } from '@vehicle-control/protocol'
