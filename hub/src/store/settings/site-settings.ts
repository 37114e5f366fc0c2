import {
  OFFLINE_ALERT_MINUTES,
  SiteSettings,
  SUPPRESS_WINDOW_DEFAULT_MS,
  SUPPRESS_WINDOW_MAX_MS,
  SUPPRESS_WINDOW_MIN_MS,
} from '@vehicle-control/protocol'
import { ALWAYS_MAILED } from '@vehicle-control/protocol/mailed-alerts'
import type { Db } from '../database.ts'
import { fromJson, saveSettings } from './settings.ts'

/** What superadmins set while the hub runs; each is stored as JSON under its own name. */
export type SettingName = keyof SiteSettings
export const SETTING_NAMES = SiteSettings.keyof().options

const VERSION = 'site_settings_version'

/** What counts where nothing is stored. */
export const SETTING_DEFAULTS: Readonly<SiteSettings> = {
  site_name: null,
  suppress_window_ms: SUPPRESS_WINDOW_DEFAULT_MS,
  alert_recipients: null,
  muted_alerts: [],
  offline_alert_minutes: OFFLINE_ALERT_MINUTES,
}

/** The settings as they are stored, with the defaults of those that are not. */
export interface StoredSettings {
  settings: SiteSettings
  /** Those whose value this version cannot read, with the value; they go by the default. */
  unreadable: ReadonlyMap<SettingName, string>
  /** Rises with each change. */
  version: number
}

/** One setting that was changed; `before` is the stored text where nobody could read it. */
export interface SettingChange {
  name: SettingName
  before: SiteSettings[SettingName]
  after: SiteSettings[SettingName]
}

/** Which alerts are mailed, and to whom. */
export type AlertMails = Pick<
  SiteSettings,
  'alert_recipients' | 'muted_alerts' | 'offline_alert_minutes'
>

/** Somebody changed which alerts are mailed, or to whom. */
export interface AlertMailsNotice {
  /** Who got them, who gets them, and the superadmins. */
  to: readonly string[]
  by: string
  before: AlertMails
  after: AlertMails
}

/** Loads all of them by one statement. */
export async function siteSettings(db: Db): Promise<StoredSettings> {
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .where('key', 'in', [...SETTING_NAMES, VERSION])
    .execute()
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const unreadable = new Map<SettingName, string>()
  const read = SETTING_NAMES.flatMap((name) => {
    const text = stored.get(name)
    if (text === undefined) return []
    const value = SiteSettings.shape[name].safeParse(fromJson(text))
    if (value.success) return [[name, value.data]]
    unreadable.set(name, text)
    return []
  })
  const settings = withinLimits({ ...SETTING_DEFAULTS, ...Object.fromEntries(read) })
  return { settings, unreadable, version: Number(stored.get(VERSION)) || 0 }
}

/** The suppression window in milliseconds, within its limits. */
export async function suppressWindowMs(db: Db): Promise<number> {
  return (await siteSettings(db)).settings.suppress_window_ms
}

/**
 * Stores what differs from `stored`, and all that nobody could read, and gives what is stored from
 * now on. Call it in the transaction, under the lock of all hubs, in which `stored` was read.
 */
export async function changeSiteSettings(
  trx: Db,
  { settings: before, unreadable, version }: StoredSettings,
  patch: Partial<SiteSettings>,
): Promise<{ stored: StoredSettings; changes: SettingChange[] }> {
  const settings = withinLimits({ ...before, ...patch })
  const changes = SETTING_NAMES.filter((name) => {
    if (patch[name] === undefined) return false
    return unreadable.has(name) || JSON.stringify(before[name]) !== JSON.stringify(settings[name])
  }).map((name) => {
    return { name, before: unreadable.get(name) ?? before[name], after: settings[name] }
  })
  if (changes.length === 0) {
    return { stored: { settings: before, unreadable, version }, changes }
  }
  const changed = new Set(changes.map(({ name }) => name))
  await saveSettings(trx, [
    ...changes.map(({ name, after }) => ({ key: name, value: JSON.stringify(after) })),
    { key: VERSION, value: String(version + 1) },
  ])
  const left = new Map([...unreadable].filter(([name]) => !changed.has(name)))
  return { stored: { settings, unreadable: left, version: version + 1 }, changes }
}

/** Addresses and kinds once each, no kind that is always mailed, and the window within its limits. */
function withinLimits(given: SiteSettings): SiteSettings {
  const { suppress_window_ms: ms, alert_recipients: to, muted_alerts: muted } = given
  const window = Math.min(SUPPRESS_WINDOW_MAX_MS, Math.max(SUPPRESS_WINDOW_MIN_MS, Math.round(ms)))
  return {
    ...given,
    suppress_window_ms: window,
    alert_recipients: to === null ? null : [...new Set(to)],
    muted_alerts: [...new Set(muted)].filter((kind) => !ALWAYS_MAILED.includes(kind)).toSorted(),
  }
}
