import {
  CreateUserRequest,
  ResetFactorRequest,
  Role,
  UpdateUserRequest,
  User,
  UserState,
  UsersResponse,
} from '@vehicle-control/protocol'
import { groupOfUser } from '../../auth/login/check-password.ts'
import { UncommonGivenPassword } from '../../auth/passwords/new-password.ts'
import { type UserPatch, needsProof, updateUser } from '../../auth/update-user.ts'
import { deleteSecondFactor } from '../../store/auth/second-factors.ts'
import { revokeSessionsOf } from '../../store/auth/sessions.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { createUser, searchUsers } from '../../store/people/users.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { SUPERADMINS } from '../http/callers.ts'
import { apiError, invalidField } from '../http/errors.ts'
import { Paging, searchText } from '../http/query-fields.ts'
import { refuseDuplicate, requireSeenUser, requireUser } from './accounts.ts'
import { noticesOf, tell } from './notices.ts'
import { PROOF_ERRORS, proofRequired, requireProofFor, superadminAct } from './superadmin-act.ts'
import { userView, userViews } from './user-view.ts'

const PROOF = { currentPassword: 'blue tractor', code: '123456' }

export const userCalls = [
  declareCall({
    id: 'listUsers',
    method: 'GET',
    path: '/api/users',
    who: SUPERADMINS,
    summary: 'Accounts, by email',
    query: Paging.extend({ q: searchText, role: Role.optional(), state: UserState.optional() }),
    answer: UsersResponse,
    async handle({ query }, { readOnly, searches, ...parts }) {
      const db = query.q === undefined ? readOnly : searches
      const { rows, total } = await searchUsers(db, query)
      return { items: await userViews(readOnly, rows, parts), total }
    },
  }),
  declareCall({
    id: 'createUser',
    method: 'POST',
    path: '/api/users',
    who: SUPERADMINS,
    summary: 'Add an account; kiosk makes it look-only, for a wall screen',
    body: CreateUserRequest.safeExtend({ password: UncommonGivenPassword }),
    example: { email: 'luis@example.co', name: 'Luis', password: 'red tractor', role: 'operator' },
    status: 201,
    answer: User,
    errors: ['duplicate', ...PROOF_ERRORS],
    async handle({ body: { password, proof, ...account }, ...request }, parts) {
      const { db, passwords, now } = parts
      // Before the password is hashed, which is what costs.
      await refuseDuplicate(db, account.email)
      requireProofFor(account, proof)
      const group = groupOfUser(request.session.userId)
      const passwordHash = await passwords.hash(password, { group })
      const id = await superadminAct(request, proof, parts, async (trx) => {
        await refuseDuplicate(trx, account.email)
        const at = now()
        const { email: target, role, kiosk } = account
        const what = { at, action: 'user.create', target, detail: { role, kiosk } }
        await appendAudit(trx, auditEntry(request, what))
        return await createUser(trx, { ...account, passwordHash, demo: false, now: at })
      })
      const user = await userView(id, parts)
      tell(parts, request, user, account.role === 'superadmin' ? ['made_superadmin'] : [])
      return user
    },
  }),
  declareCall({
    id: 'findUser',
    method: 'GET',
    path: '/api/users/:id',
    who: SUPERADMINS,
    summary: 'An account as it is now',
    answer: User,
    handle: ({ params }, parts) => userView(params.id, parts),
  }),
  declareCall({
    id: 'updateUser',
    method: 'PATCH',
    path: '/api/users/:id',
    who: SUPERADMINS,
    summary: 'Change an account; what is left out stays; the own password has a call of its own',
    body: UpdateUserRequest.extend({ password: UncommonGivenPassword.optional() }),
    example: { name: 'Ana María' },
    answer: User,
    errors: ['changed_meanwhile', ...PROOF_ERRORS],
    async handle({ body: { password, proof, seen, ...wanted }, params, ...request }, parts) {
      const { db, bus, passwords, demoAllowed, now } = parts
      const { session, address } = request
      const known = await requireUser(db, params.id)
      // Before a code is used up, and a password is hashed, which is what costs.
      requireSeenUser(known, seen)
      if (password !== undefined && known.id === session.userId) throw REFUSED.own_password()
      const asked: UserPatch = { ...wanted, passwordHash: password }
      if (!proof && needsProof(known, asked)) throw proofRequired()
      const group = groupOfUser(session.userId)
      const passwordHash =
        password === undefined ? undefined : await passwords.hash(password, { group })
      const patch: UserPatch = { ...wanted, passwordHash }
      const { before, ended } = await superadminAct(request, proof, parts, async (trx) => {
        const before = await requireUser(trx, known.id)
        requireSeenUser(before, seen)
        const by = { userId: session.userId, email: session.email }
        const options = { by, address, now: now(), isProven: proof !== undefined, demoAllowed }
        const result = await updateUser(trx, before, patch, options)
        if (!result.ok) throw REFUSED[result.reason]()
        return { before, ended: result.ended }
      })
      if (ended.length > 0) bus.broadcast('sessionsRevoked', ended)
      const user = await userView(known.id, parts)
      tell(parts, request, user, noticesOf(before, patch))
      return user
    },
  }),
  declareCall({
    id: 'resetUserSecondFactor',
    method: 'POST',
    path: '/api/users/:id/second-factor-reset',
    who: SUPERADMINS,
    summary: 'Take away another one’s second factor and end its sessions; the password stays',
    body: ResetFactorRequest,
    example: { proof: PROOF },
    answer: User,
    errors: PROOF_ERRORS,
    async handle({ body: { proof }, params: { id }, ...request }, parts) {
      if (id === request.session.userId) throw REFUSED.own_factor()
      if (!proof) {
        await requireUser(parts.db, id)
        throw proofRequired()
      }
      const ended = await superadminAct(request, proof, parts, async (trx) => {
        const { email: target } = await requireUser(trx, id)
        if (!(await deleteSecondFactor(trx, id))) return null
        const at = parts.now()
        await appendAudit(trx, auditEntry(request, { at, action: 'user.2fa_reset', target }))
        return await revokeSessionsOf(trx, id, at)
      })
      if (ended && ended.length > 0) parts.bus.broadcast('sessionsRevoked', ended)
      const user = await userView(id, parts)
      tell(parts, request, user, ended ? ['factor_reset'] : [])
      return user
    },
  }),
]

const REFUSED = {
  // A session that was left open, or stolen, does not prove who uses it.
  own_password: () =>
    apiError(
      'forbidden',
      'Tu propia contraseña se cambia en «Cambiar contraseña», que pide la actual',
    ),
  own_factor: () =>
    apiError('forbidden', 'Tu propio segundo factor se quita en «Mi cuenta», no aquí'),
  self: () =>
    apiError(
      'forbidden',
      'Tu propio rol y estado los cambia otra persona; pídelo a otro superadmin',
    ),
  proof: proofRequired,
  never_activated: () =>
    apiError('forbidden', 'Nadie activó esta cuenta; invítala de nuevo en vez de reactivarla'),
  last_superadmin: () =>
    apiError('forbidden', 'Es el último superadmin activo; nombra otro antes de cambiarlo'),
  kiosk_role: () => {
    const message = 'Una pantalla de solo consulta debe tener el rol operator'
    return invalidField('role', message, message)
  },
}
