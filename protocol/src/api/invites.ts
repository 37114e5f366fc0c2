import { z } from 'zod'
import { SECRET } from '../text.ts'
import { NewPassword, Proof, ResetPasswordRequest, Role } from './auth.ts'
import { NewAccount, User } from './people.ts'

/** POST /api/users/invites. `proof` is for a superadmin. */
export const InviteUserRequest = NewAccount.extend({ proof: Proof.optional() })
export type InviteUserRequest = z.infer<typeof InviteUserRequest>

/** POST /api/users/:id/invite: a new link; the older one is void. `proof` is for a superadmin. */
export const InviteAgainRequest = z.object({ proof: Proof.optional() })

/**
 * The answer to both. The invite stands, whatever becomes of its mail. A hub of a version before
 * leaves out what is optional.
 */
export const InviteSent = z.object({
  user: User,
  invite: z.object({
    expires_at: z.string(),
    /** The mail server has taken the mail. */
    mailed: z.boolean(),
    /**
     * `waits`: the mail server has not taken it, or not yet, and the hub tries again for a quarter of
     * an hour. `refused`: it knows no such address, and nothing is tried again. Null: it is mailed, or
     * there is nobody to mail it.
     */
    mail_trouble: z.enum(['waits', 'refused']).nullable().optional(),
    /**
     * `https://…/invitacion#token=…`, which cannot be shown again, where no mail server is set or
     * the mail waits. Null: it is mailed, and nobody but its receiver sees it, or it went nowhere.
     */
    link: z.string().meta(SECRET).nullable(),
    /**
     * From where the link can be opened, by the hub's address in it: `machine` is the one that the
     * superadmin's browser, or the hub, runs on; `site` its own network; `unknown`, any other.
     */
    reach: z.enum(['machine', 'site', 'unknown']).optional(),
  }),
})
export type InviteSent = z.infer<typeof InviteSent>

const token = ResetPasswordRequest.shape.token

/** POST /api/auth/invites/look, which leaves the invite as it is. */
export const LookAtInviteRequest = z.object({ token })

/** For whom an invite is, as its page greets them. */
export const InviteLook = z.object({
  email: z.string(),
  name: z.string(),
  role: Role,
  /** Null: the site has no name of its own. */
  site_name: z.string().nullable(),
})
export type InviteLook = z.infer<typeof InviteLook>

/** POST /api/auth/invites/accept: sets the password and logs in, once; answered as a login. */
export const AcceptInviteRequest = z.object({ token, password: NewPassword })
