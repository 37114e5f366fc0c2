import type { Role } from '@vehicle-control/protocol'
import type { AlertMailsNotice } from '../store/settings/site-settings.ts'

/** An invite and whom it is for. */
export interface InviteMessage {
  email: string
  role: Role
  /** Email of the superadmin who invites. */
  by: string
  link: string
  expiresAt: number
}

/** What a superadmin did to somebody's account, of which that person is told. */
export interface AccountNotice {
  what: 'factor_reset' | 'made_superadmin' | 'password_set' | 'superadmin_enabled'
  email: string
  /** Email of the superadmin. */
  by: string
}

/**
 * What the mail server did at once with a mail: took it; refused its address for good; or neither, and
 * it is tried again.
 */
export type MailFate = 'taken' | 'refused' | 'waits'

/** The mails that tell people what a superadmin did that is theirs to know. */
export interface PeopleMail {
  invite(message: InviteMessage): Promise<MailFate>
  notice(notice: AccountNotice): void
  alertMailsChanged(notice: AlertMailsNotice): void
}
