import type { SeenUser } from '@vehicle-control/protocol'
import type { Db } from '../../store/database.ts'
import { findUser, findUserByEmail } from '../../store/people/users.ts'
import type { UserRow } from '../../store/schema/people.ts'
import { apiError } from '../http/errors.ts'

/** The account of an id, or 404. */
export async function requireUser(db: Db, id: number): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw apiError('not_found', 'El usuario no existe')
  return user
}

/** @throws 409 where an account has this email, whatever its state */
export async function refuseDuplicate(db: Db, email: string): Promise<void> {
  if (await findUserByEmail(db, email)) {
    throw apiError('duplicate', 'Ya existe un usuario con ese correo')
  }
}

/**
 * 412 where somebody changed the account since the caller saw it. What was seen is compared, and not
 * a version: the command line and older hubs, which change accounts too, would write none.
 */
export function requireSeenUser(user: UserRow, seen: SeenUser = {}): void {
  const { name = user.name, role = user.role } = seen
  const isDisabled = user.disabled_at !== null
  const { disabled = isDisabled } = seen
  if (name === user.name && role === user.role && disabled === isDisabled) return
  throw apiError(
    'changed_meanwhile',
    'Otra persona cambió esta cuenta; revisa lo que cambió e intenta de nuevo',
  )
}
