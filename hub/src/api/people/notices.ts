import type { User } from '@vehicle-control/protocol'
import type { AccountNotice } from '../../auth/people-mail.ts'
import type { UserPatch } from '../../auth/update-user.ts'
import type { UserRow } from '../../store/schema/people.ts'
import type { CallRequest } from '../http/call.ts'
import type { ApiParts } from '../parts.ts'

type What = AccountNotice['what']

/** Of what a change of an account its holder is told. */
export function noticesOf(before: UserRow, patch: UserPatch): What[] {
  const what: What[] = []
  const role = patch.role ?? before.role
  if (role === 'superadmin' && before.role !== 'superadmin') what.push('made_superadmin')
  else if (role === 'superadmin' && patch.disabled === false && before.disabled_at !== null) {
    what.push('superadmin_enabled')
  }
  if (patch.passwordHash !== undefined) what.push('password_set')
  return what
}

/** Mails the holder of an account what was done to it; a wall screen has no mailbox. */
export function tell(
  { peopleMail }: Pick<ApiParts, 'peopleMail'>,
  { session }: Pick<CallRequest, 'session'>,
  { email, kiosk }: Pick<User, 'email' | 'kiosk'>,
  what: readonly What[],
): void {
  if (kiosk || peopleMail === null) return
  for (const one of what) peopleMail.notice({ what: one, email, by: session.email })
}
