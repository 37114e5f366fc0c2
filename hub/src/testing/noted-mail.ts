import type { AccountNotice, InviteMessage, PeopleMail } from '../auth/people-mail.ts'
import type { AlertMailsNotice } from '../store/settings/site-settings.ts'

/** Mail to people that is kept in place of being sent. For tests. */
export interface NotedMail extends PeopleMail {
  invites: InviteMessage[]
  notices: AccountNotice[]
  alertMails: AlertMailsNotice[]
  /** Whether the mail server takes what comes next. */
  isTaken: boolean
}

export function createNotedMail(): NotedMail {
  const mail: NotedMail = {
    invites: [],
    notices: [],
    alertMails: [],
    isTaken: true,
    async invite(message) {
      mail.invites.push(message)
      return mail.isTaken
    },
    notice: (notice) => void mail.notices.push(notice),
    alertMailsChanged: (notice) => void mail.alertMails.push(notice),
  }
  return mail
}

/** The token of a link of an invite. */
export const tokenOfLink = (link: string | null | undefined): string =>
  new URLSearchParams(new URL(link ?? 'http://none').hash.slice(1)).get('token') ?? ''
