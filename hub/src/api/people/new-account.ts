import type { Db } from '../../store/database.ts'
import { findUserByEmail } from '../../store/people/users.ts'
import { apiError } from '../http/errors.ts'

/** @throws 409 where an account has this email, whatever its state */
export async function refuseDuplicate(db: Db, email: string): Promise<void> {
  if (await findUserByEmail(db, email)) {
    throw apiError('duplicate', 'Ya existe un usuario con ese correo')
  }
}
