import { PASSWORD_GIVEN_MIN } from '@vehicle-control/protocol'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Why HUB_ADMIN_PASSWORD is too weak to create an account; null: it is good enough. Only asked when
 * it creates one: a hub that has its accounts starts with any value, which it does not use.
 */
export function adminPasswordFault(password: string): string | null {
  if (password.length < PASSWORD_GIVEN_MIN) {
    return `HUB_ADMIN_PASSWORD is shorter than ${PASSWORD_GIVEN_MIN} characters`
  }
  return isCommonPassword(password) ? 'HUB_ADMIN_PASSWORD is one that everybody tries first' : null
}
