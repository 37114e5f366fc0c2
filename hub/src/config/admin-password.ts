import { PASSWORD_GIVEN_MIN } from '@vehicle-control/protocol'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Why HUB_ADMIN_PASSWORD is too weak to create an account; null: it is good enough. Only asked when
 * it creates one: a hub that has its accounts starts with any value, which it does not use.
 */
export function adminPasswordFault(password: string): string | null {
  if (password.length < PASSWORD_GIVEN_MIN) {
    return `HUB_ADMIN_PASSWORD tiene menos de ${PASSWORD_GIVEN_MIN} caracteres`
  }
  return isCommonPassword(password)
    ? 'HUB_ADMIN_PASSWORD es una de las que todos prueban primero'
    : null
}
