import type { ChangeSettingsRequest, ShownSiteConfig } from '@vehicle-control/protocol'
import {
  ALERT_RECIPIENTS_MAX,
  OFFLINE_ALERT_MINUTES_MAX,
  OFFLINE_ALERT_MINUTES_MIN,
  SUPPRESS_WINDOW_MAX_MS,
  SUPPRESS_WINDOW_MIN_MS,
} from '@vehicle-control/protocol/limits'
import { MAIL_ADDRESS } from '@vehicle-control/protocol/mailed-alerts'
import { parseWindow } from '../../../../forms/suppress-bounds.ts'
import { formatCount } from '../../../../site-time/site-time.ts'
import { CONFIG_TEXTS } from '../../../../texts/admin/admin-config.ts'
import type { FieldLabel } from '../../list/changed-fields.ts'

const TEXTS = CONFIG_TEXTS.settings
const FAULTS = TEXTS.faults
const KINDS: Readonly<Record<string, string>> = CONFIG_TEXTS.kinds
const NAME_MAX = 80
const EMAIL_MAX = 254

/** The settings as the hub has them. */
export type Settings = ShownSiteConfig['settings']
export type SettingName = keyof Settings

/** What the fields hold. */
export interface SettingValues {
  site_name: string
  suppress_window_ms: string
  /** An address a line. */
  alert_recipients: string
  /** Also kinds that only a newer hub knows, which stay as they are. */
  muted_alerts: string[]
  offline_alert_minutes: string
}

export const SETTING_NAMES = Object.keys(TEXTS.names) as SettingName[]
/** The least and the most of each number. */
export const BOUNDS = {
  suppress_window_ms: [formatCount(SUPPRESS_WINDOW_MIN_MS), formatCount(SUPPRESS_WINDOW_MAX_MS)],
  offline_alert_minutes: [
    formatCount(OFFLINE_ALERT_MINUTES_MIN),
    formatCount(OFFLINE_ALERT_MINUTES_MAX),
  ],
} as const

/** What the fields begin with. */
export function settingValues(settings: Settings): SettingValues {
  return {
    site_name: settings.site_name ?? '',
    suppress_window_ms: String(settings.suppress_window_ms),
    alert_recipients: (settings.alert_recipients ?? []).join('\n'),
    muted_alerts: settings.muted_alerts,
    offline_alert_minutes: String(settings.offline_alert_minutes),
  }
}

/** What is wrong with each field. */
export const settingFaults = {
  site_name: (text: string) => (text.trim().length > NAME_MAX ? FAULTS.site_name : null),
  suppress_window_ms: (text: string) =>
    parseWindow(text) === null ? FAULTS.number(...BOUNDS.suppress_window_ms) : null,
  alert_recipients: (text: string) => {
    const addresses = addressesOf(text)
    const wrong = addresses.find((one) => one.length > EMAIL_MAX || !MAIL_ADDRESS.test(one))
    if (wrong !== undefined) return FAULTS.email(wrong)
    return addresses.length > ALERT_RECIPIENTS_MAX ? FAULTS.tooMany(ALERT_RECIPIENTS_MAX) : null
  },
  offline_alert_minutes: (text: string) =>
    minutesOf(text) === null ? FAULTS.number(...BOUNDS.offline_alert_minutes) : null,
}

/**
 * The fields that differ from what the form was filled from, as the hub takes them, and those of
 * `anew` in any case.
 */
export function changesOf(
  values: SettingValues,
  before: Settings,
  anew: readonly string[] = [],
): Omit<ChangeSettingsRequest, 'version'> {
  const addresses = addressesOf(values.alert_recipients)
  const now: Settings = {
    site_name: values.site_name.trim() || null,
    suppress_window_ms: parseWindow(values.suppress_window_ms) ?? before.suppress_window_ms,
    alert_recipients: addresses.length === 0 ? null : addresses,
    muted_alerts: values.muted_alerts,
    offline_alert_minutes: minutesOf(values.offline_alert_minutes) ?? before.offline_alert_minutes,
  }
  const changed = SETTING_NAMES.filter(
    (name) => anew.includes(name) || textOf(now[name]) !== textOf(before[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, now[name]]))
}

/** The settings as a notice of somebody else's change names them. */
export const SETTING_LABELS: readonly FieldLabel<Settings>[] = SETTING_NAMES.map((field) => ({
  field,
  label: TEXTS.names[field],
  say: (value) => settingWords(field, value),
}))

/** A setting as a person says it; empty where nothing is set. */
export function settingWords(field: SettingName, value: Settings[SettingName]): string {
  const list = Array.isArray(value) ? value : []
  if (field === 'muted_alerts')
    return TEXTS.muted(list.map((kind) => KINDS[kind] ?? kind).join(', '))
  if (field === 'alert_recipients') return list.join(', ') || TEXTS.everybody
  return typeof value === 'number' ? formatCount(value) : String(value ?? '')
}

/** The order of a list says nothing. */
function textOf(value: Settings[SettingName]): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
}

/** Each once, in lower case as the hub keeps them. */
function addressesOf(text: string): string[] {
  return [...new Set(text.toLowerCase().split(/[\s,;]+/))].filter(Boolean)
}

function minutesOf(text: string): number | null {
  const typed = text.trim().replace(/^(\d)\.(\d{3})$/, '$1$2')
  const minutes = Number(typed)
  if (!/^\d+$/.test(typed)) return null
  const fits = minutes >= OFFLINE_ALERT_MINUTES_MIN && minutes <= OFFLINE_ALERT_MINUTES_MAX
  return fits ? minutes : null
}
