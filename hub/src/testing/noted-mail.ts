import type { AccountNotice, InviteMessage, MailFate, PeopleMail } from '../auth/people-mail.ts'
import type { AlertMailsNotice } from '../store/settings/site-settings.ts'

/** Mail to people that is kept in place of being sent. For tests. */
export interface NotedMail extends PeopleMail {
  invites: InviteMessage[]
  notices: AccountNotice[]
  alertMails: AlertMailsNotice[]
  /** What the mail server does with the next invites. */
  fate: MailFate
}

export function createNotedMail(): NotedMail {
  const mail: NotedMail = {
    invites: [],
    notices: [],
    alertMails: [],
    fate: 'taken',
    async invite(message) {
      mail.invites.push(message)
      return mail.fate
    },
    notice: (notice) => void mail.notices.push(notice),
    alertMailsChanged: (notice) => void mail.alertMails.push(notice),
  }
  return mail
}

/** The token of a link of an invite. */
export const tokenOfLink = (link: string | null | undefined): string =>
  new URLSearchParams(new URL(link ?? 'http://none').hash.slice(1)).get('token') ?? ''
