import { isIP } from 'node:net'
import {
  Done,
  InviteAgainRequest,
  InviteSent,
  InviteUserRequest,
  type Proof,
} from '@vehicle-control/protocol'
import { isLoopback } from '@vehicle-control/protocol/plain-http'
import {
  INVITE_LIVES_MS,
  type Inviter,
  inviteAgain,
  inviteNew,
  revokeInvite,
} from '../../auth/invites/invite.ts'
import { groupOfUser } from '../../auth/login/check-password.ts'
import { newToken } from '../../auth/tokens.ts'
import type { Db } from '../../store/database.ts'
import { type CallRequest, declareCall } from '../http/call.ts'
import { SUPERADMINS } from '../http/callers.ts'
import { apiError } from '../http/errors.ts'
import type { ApiParts } from '../parts.ts'
import { refuseDuplicate, requireUser } from './accounts.ts'
import { PROOF_ERRORS, requireProofFor, superadminAct } from './superadmin-act.ts'
import { userView } from './user-view.ts'

/** A superadmin invites people by a link, sends it again, and takes it back. */
export const inviteCalls = [
  declareCall({
    id: 'inviteUser',
    method: 'POST',
    path: '/api/users/invites',
    who: SUPERADMINS,
    summary: 'Add an account that logs in once its holder has accepted the invite, within 72 h',
    body: InviteUserRequest,
    example: { email: 'sol@example.co', name: 'Sol', role: 'operator' },
    status: 201,
    answer: InviteSent,
    errors: ['duplicate', ...PROOF_ERRORS],
    async handle({ body: { proof, ...account }, ...request }, parts) {
      // Before the password is hashed, which is what costs.
      await refuseDuplicate(parts.db, account.email)
      requireProofFor(account, proof)
      const group = groupOfUser(request.session.userId)
      // Nobody knows it, and its hash is as costly as any: a login tells nothing of the account.
      const passwordHash = await parts.passwords.hash(newToken(), { group })
      return await send(request, proof, parts, async (trx, { token, by }) => {
        await refuseDuplicate(trx, account.email)
        return await inviteNew(trx, { ...account, passwordHash, token }, by)
      })
    },
  }),
  declareCall({
    id: 'inviteUserAgain',
    method: 'POST',
    path: '/api/users/:id/invite',
    who: SUPERADMINS,
    summary: 'Send another invite to who has not accepted one; the older link is void',
    body: InviteAgainRequest,
    example: { proof: { currentPassword: 'blue tractor', code: '123456' } },
    answer: InviteSent,
    errors: ['duplicate', ...PROOF_ERRORS],
    async handle({ body: { proof }, params: { id }, ...request }, parts) {
      return await send(request, proof, parts, async (trx, { token, by }) => {
        const user = await requireUser(trx, id)
        requireProofFor(user, proof)
        const result = await inviteAgain(trx, user, token, by)
        if (!result.ok) throw REFUSED[result.reason]()
        return id
      })
    },
  }),
  declareCall({
    id: 'revokeInvite',
    method: 'DELETE',
    path: '/api/users/:id/invite',
    who: SUPERADMINS,
    summary: 'Void the invite of who has not accepted it, and disable the account',
    answer: Done,
    async handle({ params: { id }, ...request }, parts) {
      await superadminAct(request, undefined, parts, async (trx) => {
        if (id === request.session.userId) throw REFUSED.own()
        const user = await requireUser(trx, id)
        if (!(await revokeInvite(trx, user, inviterOf(request, parts)))) throw REFUSED.none()
      })
      return { ok: true }
    },
  }),
]

type Caller = Pick<CallRequest, 'session' | 'address' | 'context'>

const inviterOf = ({ session, address }: Caller, { now }: Pick<ApiParts, 'now'>): Inviter => ({
  email: session.email,
  address,
  now: now(),
})

/** Stores an invite by `put`, which returns the account's id, and mails or shows its link. */
async function send(
  request: Caller,
  proof: Proof | undefined,
  parts: ApiParts,
  put: (trx: Db, invite: { token: string; by: Inviter }) => Promise<number>,
): Promise<InviteSent> {
  const token = newToken()
  const link = new URL('/invitacion', request.context.var.origin)
  // Not in the query: what follows # never reaches a log on the way to the hub.
  link.hash = `token=${token}`
  const by = inviterOf(request, parts)
  const id = await superadminAct(request, proof, parts, (trx) => put(trx, { token, by }))
  const user = await userView(id, parts)
  const expiresAt = by.now + INVITE_LIVES_MS
  const { email, role } = user
  const message = { email, role, by: by.email, link: link.href, expiresAt }
  // Any address counts as the hub's own name: what a caller made of one is not mailed to others.
  const mail = parts.publicOrigin === null && isAddress(link.hostname) ? null : parts.peopleMail
  // The invite stands: where the mail fails, the answer says so, and it can be sent again.
  const fate = mail ? await mail.invite(message) : null
  const invite = {
    expires_at: new Date(expiresAt).toISOString(),
    mailed: fate === 'taken',
    mail_trouble: fate === 'taken' ? null : fate,
    // Also where no mail server answers, or nobody could be invited meanwhile.
    link: fate === null || fate === 'waits' ? link.href : null,
    reach: reachOf(link),
  }
  return { user, invite }
}

const isAddress = (hostname: string) => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

/** From where a link can be opened, as far as the hub's name in it says. */
function reachOf(link: URL): InviteSent['invite']['reach'] {
  if (isLoopback(link)) return 'machine'
  return OF_SITE.test(link.hostname) ? 'site' : 'unknown'
}

/** Addresses and names that another network than the site's own does not know. */
const OF_SITE =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cd]..:.*\]|\[fe[89ab].:.*\]|[^.:]+|.+\.(local|lan|internal|home\.arpa))\.?$/i

const REFUSED = {
  own: () => apiError('forbidden', 'Tu propia cuenta la cambia otro superadministrador'),
  kiosk: () =>
    apiError('forbidden', 'Una pantalla no recibe invitaciones; se vincula en «Pantallas»'),
  activated: () => apiError('duplicate', 'La cuenta ya está activada; no hace falta invitarla'),
  none: () => apiError('not_found', 'La cuenta no espera ninguna invitación'),
}
