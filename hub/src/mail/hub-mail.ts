import type { HubAlert, SiteSettings } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { mailCause, type MailWatch } from '../alerts/of-hub/mail-watch.ts'
import type { DeliverReset } from '../auth/password-reset/reset-delivery.ts'
import type { PeopleMail } from '../auth/people-mail.ts'
import type { Config } from '../config/config.ts'
import type { Presence } from '../ingest/presence/presence.ts'
import type { Db } from '../store/database.ts'
import { createAlertMailer } from './alert-mailer.ts'
import { createMailQueue } from './mail-queue.ts'
import { createMailTester, MAIL_TEST_WITHIN_MS, type MailTester } from './mail-tester.ts'
import { mailDelivery } from './reset-mail.ts'
import { createPeopleMail } from './people-mail.ts'
import { createSendMail, type SendMail } from './send-mail.ts'

interface HubMailOptions {
  config: Pick<Config, 'smtp' | 'publicOrigin' | 'timeZone'>
  /** What superadmins set, as it counts now. */
  settings: () => Readonly<SiteSettings>
  db: Db
  /** A read-only connection. */
  readOnly: Db
  presence: Presence
  log: Logger
  hubAlerts: () => readonly HubAlert[]
  /** Hears of each mail that was taken or not. */
  watch: Pick<MailWatch, 'sent' | 'failed' | 'alertMail'> | null
}

/** All mail of a hub. */
export interface HubMail {
  deliverReset: DeliverReset
  people: PeopleMail
  test: MailTester
  /** How many mails wait for the mail server. */
  waiting(): number
  /** Begins to look for alerts. */
  start(): void
  /** Drops the waiting mails and cuts off the one that is being sent. */
  stop(): Promise<void>
}

/** Null when no mail server is set. */
export function openHubMail({ config, watch, ...parts }: HubMailOptions): HubMail | null {
  const { smtp, publicOrigin, timeZone } = config
  if (smtp === null) return null
  const send = watched(createSendMail(smtp, parts.log), watch)
  const withinMs = MAIL_TEST_WITHIN_MS
  const sendSoon = watched(createSendMail(smtp, parts.log, { withinMs }), watch)
  const stopped = new AbortController()
  const queue = createMailQueue({ send, log: parts.log })
  const alerts = createAlertMailer({ ...parts, send, publicOrigin, timeZone })
  return {
    deliverReset: mailDelivery(queue, { publicOrigin, timeZone }),
    people: createPeopleMail(queue, { siteName: () => parts.settings().site_name, timeZone }),
    test: createMailTester({ server: smtp, send: sendSoon, timeZone, signal: stopped.signal }),
    waiting: () => queue.waiting(),
    start: () => alerts.start(),
    async stop() {
      stopped.abort()
      queue.stop()
      await alerts.stop()
    },
  }
}

function watched(send: SendMail, watch: HubMailOptions['watch']): SendMail {
  if (watch === null) return send
  return async (mail, signal) => {
    try {
      const taken = await send(mail, signal)
      watch.sent()
      if (mail.isAlert) watch.alertMail(taken.refused.length > 0)
      return taken
    } catch (error) {
      // Cut off by the hub's own end.
      if (!signal.aborted) {
        watch.failed(error, `${mail.to.join()} ${mail.subject}`)
        if (mail.isAlert && mailCause(error) === 'rejected') watch.alertMail(true)
      }
      throw error
    }
  }
}
