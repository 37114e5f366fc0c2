import type { SiteSettings } from '@vehicle-control/protocol'
import type { Bus } from '../bus/bus.ts'
import type { Db } from '../store/database.ts'
import { type AuditActor, appendAudit } from '../store/people/audit-log.ts'
import {
  changeSiteSettings,
  type SettingChange,
  siteSettings,
  type StoredSettings,
} from '../store/settings/site-settings.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import type { LiveSettings } from './live-settings.ts'

interface SettingsParts {
  db: Db
  bus: Bus
  settings: Pick<LiveSettings, 'refresh'>
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
 * force here when it resolves. Null where somebody changed them since `seen`.
 */
export async function changeSettings(
  { db, bus, settings }: SettingsParts,
  { patch, seen, by, now }: Change,
): Promise<StoredSettings | null> {
  const changed = await withLockOfAllHubs(db, async (trx) => {
    const before = await siteSettings(trx)
    if (seen !== undefined && seen !== before.version) return null
    const result = await changeSiteSettings(trx, before, patch)
    await appendAudit(trx, ...result.changes.map((one) => entryOf(one, by, now)))
    return result
  })
  if (changed === null) return null
  const { stored, changes } = changed
  if (changes.some(({ name }) => name === 'suppress_window_ms')) {
    bus.broadcast('suppressWindow', stored.settings.suppress_window_ms)
  }
  if (changes.length > 0) bus.broadcast('settingsChanged', {})
  await settings.refresh()
  return stored
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
