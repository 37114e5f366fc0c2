// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { changedFields } from '../../list/changed-fields.ts'
import {
  changesOf,
  SETTING_LABELS,
  settingFaults,
  type Settings,
  settingValues,
} from './setting-values.ts'

const STORED: Settings = {
  site_name: 'Patio Norte',
  suppress_window_ms: 60_000,
  alert_recipients: null,
  muted_alerts: ['clock_step', 'of_a_newer_hub'],
  offline_alert_minutes: 5,
}
const asShown = settingValues(STORED)

it('sends nothing of what was not changed, however it is written', () => {
  expect(changesOf(asShown, STORED)).toEqual({})
  const same = {
    site_name: ' Patio Norte ',
    suppress_window_ms: '60.000',
    alert_recipients: ' \n ',
    muted_alerts: ['of_a_newer_hub', 'clock_step'],
    offline_alert_minutes: ' 5',
  }
  expect(changesOf(same, STORED)).toEqual({})
})

it('sends a value that stands in the place of one that nobody can read, though it is the same', () => {
  expect(changesOf(asShown, STORED, ['offline_alert_minutes'])).toEqual({
    offline_alert_minutes: 5,
  })
})

it('sends each change as the hub takes it', () => {
  const values = {
    site_name: ' ',
    suppress_window_ms: '45 000',
    alert_recipients: 'Ana@Empresa.co, luz@empresa.co\nana@empresa.co;',
    muted_alerts: ['of_a_newer_hub'],
    offline_alert_minutes: '1.440',
  }
  expect(changesOf(values, STORED)).toEqual({
    site_name: null,
    suppress_window_ms: 45_000,
    alert_recipients: ['ana@empresa.co', 'luz@empresa.co'],
    muted_alerts: ['of_a_newer_hub'],
    offline_alert_minutes: 1440,
  })
})

it.each([
  ['site_name', 'x'.repeat(80), 'x'.repeat(81)],
  ['suppress_window_ms', '10000', '9999'],
  ['offline_alert_minutes', '3', '2'],
  ['offline_alert_minutes', '1440', '1441'],
  ['offline_alert_minutes', '10', '10,5'],
  ['alert_recipients', '', 'ana'],
  ['alert_recipients', 'ana@hub', 'ana@b..co'],
  ['alert_recipients', 'ana@a.b.co', 'ana@.'],
  ['alert_recipients', 'ana@empresa.co\nluz@empresa.co', 'ana@empresa.co\n<luz@empresa.co>'],
  [
    'alert_recipients',
    Array.from({ length: 20 }, (_, i) => `a${i}@x.co`).join('\n'),
    Array.from({ length: 21 }, (_, i) => `a${i}@x.co`).join('\n'),
  ],
] as const)('%s takes «%s» and not «%s»', (field, good, bad) => {
  expect(settingFaults[field](good)).toBeNull()
  expect(settingFaults[field](bad)).not.toBeNull()
})

it('says in words what somebody else set', () => {
  const theirs: Settings = {
    site_name: null,
    suppress_window_ms: 45_000,
    alert_recipients: ['ana@empresa.co'],
    muted_alerts: ['clock_step', 'agent_offline', 'of_a_newer_hub'],
    offline_alert_minutes: 10,
  }
  expect(changedFields(SETTING_LABELS, STORED, theirs).map(({ old, now }) => [old, now])).toEqual([
    ['Patio Norte', ''],
    ['60.000', '45.000'],
    ['todos los administradores', 'ana@empresa.co'],
    [
      'todas, menos: El reloj dio un salto, of_a_newer_hub',
      'todas, menos: El reloj dio un salto, Sin conexión, of_a_newer_hub',
    ],
    ['5', '10'],
  ])
  expect(changedFields(SETTING_LABELS, STORED, STORED)).toEqual([])
})
