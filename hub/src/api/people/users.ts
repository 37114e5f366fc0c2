import {
  CreateUserRequest,
  type Role,
  UpdateUserRequest,
  User,
  UsersResponse,
} from '@vehicle-control/protocol'
import { groupOfUser } from '../../auth/login/check-password.ts'
import { UncommonGivenPassword } from '../../auth/passwords/new-password.ts'
import { secondFactorState } from '../../auth/second-factor/second-factor-state.ts'
import { type UserPatch, updateUser } from '../../auth/update-user.ts'
import type { Db } from '../../store/database.ts'
import { usersWithSecondFactor } from '../../store/auth/second-factors.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { createUser, findUser, findUserByEmail, searchUsers } from '../../store/people/users.ts'
import type { UserRow } from '../../store/schema/people.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { SUPERADMINS } from '../http/callers.ts'
import { apiError, invalidField } from '../http/errors.ts'
import { Paging, searchText } from '../http/query-fields.ts'
import type { ApiParts } from '../parts.ts'

export const userCalls = [
  declareCall({
    id: 'listUsers',
    method: 'GET',
    path: '/api/users',
    who: SUPERADMINS,
    summary: 'Accounts, by email',
    query: Paging.extend({ q: searchText }),
    answer: UsersResponse,
    async handle({ query }, { readOnly, secondFactorRoles }) {
      const { rows, total } = await searchUsers(readOnly, query)
      return { items: await userViews(readOnly, rows, secondFactorRoles), total }
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
    errors: ['duplicate', 'rate_limited'],
    async handle({ body: { password, ...account }, ...request }, parts) {
      const { db, passwords, now } = parts
      // Before the password is hashed, which is what costs.
      await refuseDuplicate(db, account.email)
      const group = groupOfUser(request.session.userId)
      const passwordHash = await passwords.hash(password, { group })
      const user = await withLockOfAllHubs(db, async (trx) => {
        await refuseDuplicate(trx, account.email)
        const at = now()
        const id = await createUser(trx, { ...account, passwordHash, demo: false, now: at })
        const { email: target, role, kiosk } = account
        const what = { at, action: 'user.create', target, detail: { role, kiosk } }
        await appendAudit(trx, auditEntry(request, what))
        return await requireUser(trx, id)
      })
      return await userView(user, parts)
    },
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
    errors: ['rate_limited'],
    async handle({ body: { password, ...wanted }, params, session, address }, parts) {
      const { db, bus, passwords, demoAllowed, now } = parts
      const { id } = await requireUser(db, params.id)
      // Before the password is hashed, which is what costs.
      if (password !== undefined && id === session.userId) throw REFUSED.own_password()
      const group = groupOfUser(session.userId)
      const passwordHash =
        password === undefined ? undefined : await passwords.hash(password, { group })
      const patch: UserPatch = { ...wanted, passwordHash }
      const { user, ended } = await withLockOfAllHubs(db, async (trx) => {
        const before = await requireUser(trx, id)
        const by = { userId: session.userId, email: session.email }
        const result = await updateUser(trx, before, patch, {
          by,
          address,
          now: now(),
          demoAllowed,
        })
        if (!result.ok) throw REFUSED[result.reason]()
        return { user: await requireUser(trx, id), ended: result.ended }
      })
      if (ended.length > 0) bus.broadcast('sessionsRevoked', ended)
      return await userView(user, parts)
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
  self: () => apiError('forbidden', 'No puedes desactivar tu propia cuenta; pídelo a otra persona'),
  last_superadmin: () =>
    apiError('forbidden', 'Es el último superadmin activo; nombra otro antes de cambiarlo'),
  kiosk_role: () => {
    const message = 'Una pantalla de solo consulta debe tener el rol operator'
    return invalidField('role', message, message)
  },
}

async function requireUser(db: Db, id: number): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw apiError('not_found', 'El usuario no existe')
  return user
}

async function refuseDuplicate(db: Db, email: string): Promise<void> {
  if (await findUserByEmail(db, email)) {
    throw apiError('duplicate', 'Ya existe un usuario con ese correo')
  }
}

async function userView(
  user: UserRow,
  { db, secondFactorRoles }: Pick<ApiParts, 'db' | 'secondFactorRoles'>,
): Promise<User> {
  const [view] = await userViews(db, [user], secondFactorRoles)
  if (!view) throw new Error('a row has no view')
  return view
}

async function userViews(
  db: Db,
  rows: readonly UserRow[],
  requiredRoles: readonly Role[],
): Promise<User[]> {
  const ids = rows.map((row) => row.id)
  const withFactor = await usersWithSecondFactor(db, ids)
  return rows.map(({ id, email, name, role, ...row }) => {
    const kiosk = row.kiosk === 1
    const hasSecondFactor = withFactor.has(id)
    const second_factor = secondFactorState({ role, kiosk, hasSecondFactor }, requiredRoles)
    const disabled = row.disabled_at !== null
    const state = disabled ? 'disabled' : kiosk ? 'wall' : 'active'
    const created_at = new Date(row.created_at).toISOString()
    const view = {
      id,
      email,
      name,
      role,
      kiosk,
      second_factor,
      disabled,
      state,
      created_at,
    } as const
    return { ...view, activated: true, last_used_at: null, invite: null }
  })
}
