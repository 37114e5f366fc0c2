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
