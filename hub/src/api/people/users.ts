import {
  CreateUserRequest,
  UpdateUserRequest,
  type User,
  type UsersResponse,
} from '@vehicle-control/protocol'
import { Hono } from 'hono'
import { type UserPatch, updateUser } from '../../auth/update-user.ts'
import { UncommonPassword } from '../../auth/new-password.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { Bus } from '../../bus/bus.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import type { Db } from '../../store/database.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import type { UserRow } from '../../store/schema/people.ts'
import { createUser, findUser, findUserByEmail, searchUsers } from '../../store/people/users.ts'
import type { ApiEnv } from '../http/env.ts'
import { apiError } from '../http/errors.ts'
import { readBody, readQuery } from '../http/input.ts'
import { Paging, searchText } from '../http/paging.ts'
import { rowId } from '../http/row-id.ts'

export const UsersQuery = Paging.extend({ q: searchText })
export const CreateBody = CreateUserRequest.safeExtend({ password: UncommonPassword })
export const UpdateBody = UpdateUserRequest.extend({ password: UncommonPassword.optional() })

export interface UserRouteParts {
  db: Db
  /** A reading connection. */
  reads: Db
  bus: Bus
  passwords: Passwords
  demoAllowed: boolean
  now: () => number
}

/** /api/users: the accounts, for superadmins. */
export function userRoutes(parts: UserRouteParts): Hono<ApiEnv> {
  const { db, reads, bus, passwords, demoAllowed, now } = parts
  const routes = new Hono<ApiEnv>()

  routes.get('/', async (c) => {
    const { rows, total } = await searchUsers(reads, readQuery(c, UsersQuery))
    return c.json({ items: rows.map(view), total } satisfies UsersResponse)
  })

  routes.post('/', async (c) => {
    const { password, ...account } = await readBody(c, CreateBody)
    // Before the password is hashed, which is what costs.
    await refuseDuplicate(db, account.email)
    const passwordHash = await passwords.hash(password)
    const user = await withLockOfAllHubs(db, async (trx) => {
      await refuseDuplicate(trx, account.email)
      const at = now()
      const id = await createUser(trx, { ...account, passwordHash, demo: false, now: at })
      const { role, kiosk } = account
      await appendAudit(trx, {
        at,
        actor: c.var.session.email,
        action: 'user.create',
        target: account.email,
        detail: { role, kiosk },
        address: c.var.address,
      })
      return await requireUser(trx, id)
    })
    return c.json(view(user), 201)
  })

  routes.patch('/:id', async (c) => {
    const { password, ...wanted } = await readBody(c, UpdateBody)
    const { id } = await requireUser(db, rowId(c))
    const passwordHash = password === undefined ? undefined : await passwords.hash(password)
    const patch: UserPatch = { ...wanted, passwordHash }
    const { user, ended } = await withLockOfAllHubs(db, async (trx) => {
      const before = await requireUser(trx, id)
      const by = { userId: c.var.session.userId, email: c.var.session.email }
      const deed = { by, address: c.var.address, now: now(), demoAllowed }
      const result = await updateUser(trx, before, patch, deed)
      if (!result.ok) throw refusal[result.reason]()
      return { user: await requireUser(trx, id), ended: result.ended }
    })
    if (ended.length > 0) bus.broadcast('sessionsRevoked', ended)
    return c.json(view(user))
  })

  return routes
}

const refusal = {
  self: () => apiError('forbidden', 'No puedes desactivar tu propia cuenta; pídelo a otra persona'),
  last_superadmin: () =>
    apiError('forbidden', 'Es el último superadmin activo; nombra otro antes de cambiarlo'),
  kiosk_role: () => {
    const message = 'Una pantalla de solo consulta debe tener el rol operator'
    return apiError('invalid_input', message, { issues: [{ path: 'role', message }] })
  },
}

async function requireUser(db: Db, id: number | null): Promise<UserRow> {
  const user = id === null ? undefined : await findUser(db, id)
  if (!user) throw apiError('not_found', 'El usuario no existe')
  return user
}

async function refuseDuplicate(db: Db, email: string): Promise<void> {
  if (await findUserByEmail(db, email)) {
    throw apiError('duplicate', 'Ya existe un usuario con ese correo')
  }
}

function view(user: UserRow): User {
  const { id, email, name, role } = user
  const created_at = new Date(user.created_at).toISOString()
  const disabled = user.disabled_at !== null
  return { id, email, name, role, kiosk: user.kiosk === 1, disabled, created_at }
}
