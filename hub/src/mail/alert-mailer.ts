import { hostname } from 'node:os'
import type { HubAlert, SiteSettings } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Presence } from '../ingest/presence/presence.ts'
import { alertChanges } from '../alerts/alert-changes.ts'
import { watchAgents } from '../alerts/alerts.ts'
import {
  hubAlertChanges,
  noticeName,
  outageName,
  withoutRoomAgain,
} from '../alerts/of-hub/hub-alert-changes.ts'
import {
  alertNotices,
  claimDigest,
  deleteAlertNotices,
  insertAlertNotices,
} from '../store/reports/alerts.ts'
import { mailedHubAlerts, saveMailedHubAlerts } from '../store/reports/hub-alerts.ts'
import type { Db } from '../store/database.ts'
import { inTransaction } from '../store/transaction.ts'
import { alertRecipients } from '../store/people/users.ts'
import { storeFault } from '../store/unavailable.ts'
import { alertMail } from './alert-mail.ts'
import { mailFault, type SendMail } from './send-mail.ts'

const DIGEST_EVERY_MS = 5 * 60_000
const CHECK_EVERY_MS = 60_000
/** After a start the agents need time to reconnect: until then all of them seem to be offline. */
const FIRST_CHECK_MS = 5 * 60_000
/** While the disk is full, what was mailed cannot be noted: no mail goes sooner than this. */
const UNNOTED_EVERY_MS = 60 * 60_000

interface AlertMailerOptions {
  db: Db
  /** A read-only connection. */
  readOnly: Db
  presence: Presence
  /** What is wrong with this hub itself. */
  hubAlerts: () => readonly HubAlert[]
  /** What superadmins set, as it counts now. */
  settings: () => Pick<SiteSettings, 'alert_recipients' | 'muted_alerts' | 'offline_alert_minutes'>
  send: SendMail
  log: Logger
  publicOrigin: string | null
  timeZone: string
  /** Name of this hub in its alerts; absent: its machine's. */
  hub?: string
  now?: () => number
  firstCheckMs?: number
}

/** The mail server did not take a mail; its own words, in `cause`, are not for the log. */
class NotTaken extends Error {
  constructor(cause: unknown) {
    super('the mail server did not take the alerts', { cause })
  }
}

/** Mails alerts that begin and end to whom the settings name: every admin, where they name nobody. */
export interface AlertMailer {
  /** Checks once, and mails what is new unless a mail was sent in the last 5 minutes. */
  check(): Promise<void>
  start(): void
  /** Cuts off a mail that is being sent; it is sent again after the next start. */
  stop(): Promise<void>
}

/**
 * An alert counts as mailed once the mail server has taken the mail: after a crash in between it is
 * mailed twice rather than never. Of several hubs on one database one mails.
 */
export function createAlertMailer(parts: AlertMailerOptions): AlertMailer {
  const { db, readOnly, presence, hubAlerts, settings, send, log, now = Date.now } = parts
  const { hub = hostname(), firstCheckMs = FIRST_CHECK_MS } = parts
  const stopped = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> | undefined
  let failing = false
  /** Outages that this process has mailed: another one knows nothing of them. */
  const outagesMailed = new Set<string>()
  let unnotedAt = Number.NEGATIVE_INFINITY

  async function check(): Promise<void> {
    const { alert_recipients, muted_alerts, offline_alert_minutes } = settings()
    const to = alert_recipients ?? (await alertRecipients(readOnly))
    if (to.length === 0) return
    const agents = await watchAgents(readOnly, presence, now(), offline_alert_minutes)
    const notices = await alertNotices(readOnly)
    const { begun, ended, overIds } = alertChanges(agents, notices, muted_alerts)
    const mailed = new Set([...(await mailedHubAlerts(readOnly)), ...outagesMailed])
    let ofHub = hubAlertChanges(hubAlerts(), mailed, hub)
    const isNews = () =>
      [begun, ended, ofHub.begun, ofHub.ended, ofHub.outages].some((some) => some.length > 0)
    if (isNews()) {
      const claimed = await claim()
      if (claimed === 'refused') return
      if (claimed === 'unnoted') {
        ofHub = withoutRoomAgain(ofHub)
        if (!isNews()) return
        unnotedAt = now()
      }
      await send(alertMail({ begun, ended, ofHub }, to, parts), stopped.signal).catch(
        (cause: unknown) => {
          throw new NotTaken(cause)
        },
      )
      log.info(
        { begun: begun.length + ofHub.begun.length, ended: ended.length + ofHub.ended.length },
        'alerts mailed',
      )
      for (const outage of ofHub.outages) outagesMailed.add(outageName(outage))
    }
    const begunOfHub = ofHub.begun.map(noticeName)
    if (![begun, overIds, begunOfHub, ofHub.over].some((some) => some.length > 0)) return
    const told = begun.map(({ agentId, alert, part }) => ({
      agentId,
      kind: alert.kind,
      part,
    }))
    await inTransaction(db, async (trx) => {
      await deleteAlertNotices(trx, overIds)
      await insertAlertNotices(trx, told, now())
      await saveMailedHubAlerts(trx, { begun: begunOfHub, over: ofHub.over })
    })
  }

  /** Whether this hub may mail now; on a full disk by its own clock, since nothing is stored. */
  async function claim(): Promise<'noted' | 'unnoted' | 'refused'> {
    try {
      const mayMail = await inTransaction(db, (trx) => claimDigest(trx, now(), DIGEST_EVERY_MS))
      return mayMail ? 'noted' : 'refused'
    } catch (error) {
      if (storeFault(error) !== 'full') throw error
      return now() - unnotedAt < UNNOTED_EVERY_MS ? 'refused' : 'unnoted'
    }
  }

  async function tick(): Promise<void> {
    try {
      await check()
      if (failing) log.info('alerts are mailed again')
      failing = false
    } catch (error) {
      if (stopped.signal.aborted) return
      const about = error instanceof NotTaken ? mailFault(error.cause) : { err: error }
      if (!failing) log.error(about, 'alerts cannot be mailed; trying on')
      failing = true
    }
  }

  function schedule(ms: number): void {
    timer = setTimeout(() => {
      ticking = tick().finally(() => {
        if (!stopped.signal.aborted) schedule(CHECK_EVERY_MS)
      })
    }, ms).unref()
  }

  return {
    check,
    start: () => schedule(firstCheckMs),
    async stop() {
      stopped.abort()
      clearTimeout(timer)
      await ticking
    },
  }
}
