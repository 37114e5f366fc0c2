import { PASSWORD_GIVEN_MIN } from '@vehicle-control/protocol'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Why HUB_ADMIN_PASSWORD makes no account; null: it is good enough. A hub that has its accounts
 * starts with any: its environment was written for an older version, and a site would stand still
 * for a value that does nothing any more.
 */
export function adminPasswordFault(password: string): string | null {
  if (password.length < PASSWORD_GIVEN_MIN) {
    return `HUB_ADMIN_PASSWORD is shorter than ${PASSWORD_GIVEN_MIN} characters`
  }
  return isCommonPassword(password) ? 'HUB_ADMIN_PASSWORD is one that everybody tries first' : null
}
