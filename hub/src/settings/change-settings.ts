import type { SiteSettings } from '@vehicle-control/protocol'
import type { Bus } from '../bus/bus.ts'
import type { Db } from '../store/database.ts'
import { type AuditActor, appendAudit } from '../store/people/audit-log.ts'
import {
  type AlertMails,
  type AlertMailsNotice,
  changeSiteSettings,
  type SettingChange,
  siteSettings,
  type StoredSettings,
} from '../store/settings/site-settings.ts'
import { alertRecipients, superadminAddresses } from '../store/people/users.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import type { LiveSettings } from './live-settings.ts'

interface SettingsParts {
  db: Db
  bus: Bus
  settings: Pick<LiveSettings, 'refresh'>
  /** Null: no mail server is set. */
  peopleMail: { alertMailsChanged(notice: AlertMailsNotice): void } | null
}

interface Change {
  patch: Partial<SiteSettings>
  /** The version that the caller has seen; absent: nothing is checked. */
  seen?: number
  by: AuditActor
  now: number
}

/** What nobody could read may be of any length; an entry has its beginning. */
const UNREADABLE_MAX = 1000

/**
 * The one way in which settings change: audited one by one, told to edges and to all hubs, and in
 * force here when it resolves. Whoever got alert mails, or gets them, is mailed what changed of
 * these. Null where somebody changed them since `seen`.
 */
export async function changeSettings(
  { db, bus, settings, peopleMail }: SettingsParts,
  { patch, seen, by, now }: Change,
): Promise<StoredSettings | null> {
  const changed = await withLockOfAllHubs(db, async (trx) => {
    const before = await siteSettings(trx)
    if (seen !== undefined && seen !== before.version) return null
    const result = await changeSiteSettings(trx, before, patch)
    await appendAudit(trx, ...result.changes.map((one) => entryOf(one, by, now)))
    const mails = { before: before.settings, after: result.stored.settings }
    return { ...result, mails, to: isOfMails(mails) ? await heard(trx, mails) : [] }
  })
  if (changed === null) return null
  const { stored, changes, mails, to } = changed
  if (changes.some(({ name }) => name === 'suppress_window_ms')) {
    bus.broadcast('suppressWindow', stored.settings.suppress_window_ms)
  }
  if (changes.length > 0) bus.broadcast('settingsChanged', {})
  if (to.length > 0) peopleMail?.alertMailsChanged({ to, by: by.actor, ...mails })
  await settings.refresh()
  return stored
}

interface MailsChange {
  before: AlertMails
  after: AlertMails
}

const OF_MAILS = ['alert_recipients', 'muted_alerts', 'offline_alert_minutes'] as const

const isOfMails = ({ before, after }: MailsChange) =>
  OF_MAILS.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/** Who is told: a superadmin's stolen session must not turn alerts away from them in silence. */
async function heard(trx: Db, { before, after }: MailsChange): Promise<string[]> {
  const all = [before, after].map(({ alert_recipients: to }) => to ?? alertRecipients(trx))
  const lists = await Promise.all([...all, superadminAddresses(trx)])
  return [...new Set(lists.flat())].toSorted()
}

function entryOf({ name, before, after }: SettingChange, { via, ...by }: AuditActor, at: number) {
  // The name that its entries have had since before there were others.
  const target = name === 'suppress_window_ms' ? 'suppress_window' : name
  const detail = { before: told(before), after: told(after), ...via }
  return { at, action: `settings.${target}`, target, detail, ...by }
}

/** As an entry has it. */
function told(value: SettingChange['after']) {
  if (Array.isArray(value)) return value.join(', ')
  const isLong = typeof value === 'string' && value.length > UNREADABLE_MAX
  return isLong ? `${value.slice(0, UNREADABLE_MAX)}…` : value
}
