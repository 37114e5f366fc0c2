import type { Logger } from 'pino'
import type { DeliverReset } from '../auth/password-reset/reset-delivery.ts'
import type { Config } from '../config/config.ts'
import type { Presence } from '../ingest/presence/presence.ts'
import type { Db } from '../store/database.ts'
import { createAlertMailer } from './alert-mailer.ts'
import { createMailQueue } from './mail-queue.ts'
import { mailDelivery } from './reset-mail.ts'
import { createSendMail } from './send-mail.ts'

interface HubMailOptions {
  config: Pick<Config, 'smtp' | 'publicOrigin' | 'timeZone'>
  db: Db
  /** A read-only connection. */
  readOnly: Db
  presence: Presence
  log: Logger
}

/** All mail of a hub. */
export interface HubMail {
  deliverReset: DeliverReset
  /** Begins to look for alerts. */
  start(): void
  /** Drops the waiting mails and cuts off the one that is being sent. */
  stop(): Promise<void>
}

/** Null when no mail server is set. */
export function openHubMail({ config, ...parts }: HubMailOptions): HubMail | null {
  if (config.smtp === null) return null
  const { publicOrigin, timeZone } = config
  const send = createSendMail(config.smtp, parts.log)
  const queue = createMailQueue({ send, log: parts.log })
  const alerts = createAlertMailer({ ...parts, send, publicOrigin, timeZone })
  return {
    deliverReset: mailDelivery(queue, { publicOrigin, timeZone }),
    start: () => alerts.start(),
    async stop() {
      queue.stop()
      await alerts.stop()
    },
  }
}
